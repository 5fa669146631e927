"""Exports, opened by the programs that they are for."""
