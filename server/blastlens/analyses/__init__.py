"""Analyses: one question a file, pure functions over the `Graph` of one revision."""
