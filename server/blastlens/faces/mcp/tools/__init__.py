"""One tool a file: its `DESCRIPTION`, and `bind`, which makes its function over an index."""
