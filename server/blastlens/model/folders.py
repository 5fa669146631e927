"""Folders of paths: how near two files are to one another."""


def folder_of(path: str) -> str:
    return path.rpartition("/")[0]


def shared_folders(one: str, other: str) -> int:
    """How many folders two paths share from the root on."""
    count = 0
    for a, b in zip(one.split("/")[:-1], other.split("/")[:-1], strict=False):
        if a != b:
            break
        count += 1
    return count
