"""The one API that all faces use: open a root, refresh it, ask questions, get views."""
