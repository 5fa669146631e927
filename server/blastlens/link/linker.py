"""`Linker`: one file's uses to edges. See `link/__init__` for the law it keeps."""

from blastlens.link.ports import FileLinks, Program


class Linker:
    """Links files of one program at one moment. Keeps what it evaluated, so linking many files with one linker is cheaper
    than one linker each; results are the same. Not thread-safe."""

    def __init__(self, program: Program) -> None: ...

    def link(self, path: str) -> FileLinks:
        """Link one file. Never raises for what is in a file."""
