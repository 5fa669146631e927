"""One command a file; each has a `COMMAND`."""
