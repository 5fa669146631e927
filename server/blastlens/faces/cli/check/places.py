"""Paths as others count them: from the top of the git work tree, which the root may lie below."""

import os
from urllib.parse import quote


def path_of(folder: str, file: str) -> str:
    """`folder`: of the root in the work tree, "" for its top."""
    return f"{folder}/{file}" if folder else file


def uri_of(folder: str, file: str) -> str:
    """The path as a relative URI reference."""
    return quote(os.fsencode(path_of(folder, file)), safe="/")
