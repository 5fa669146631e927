"""Linking: facts of one file, and of others through `Program`, to edges; every look-up is recorded."""
