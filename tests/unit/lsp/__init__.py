"""Unit tests of the language server."""
