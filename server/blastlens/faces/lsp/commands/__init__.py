"""The server's commands that ask a question, one a file."""
