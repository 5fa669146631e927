"""The spec kit: Markdown specs as tests. See README.md in this folder for the format."""
