"""Faces: the command line, MCP and the language server, all thin over `app`."""
