"""What starts when a folder is opened."""

from blastlens.faces.lsp.indexing import start
from blastlens.faces.lsp.own_watching import watch
from blastlens.faces.lsp.roots import Root
from blastlens.faces.lsp.server_state import BlastlensServer


def open_root(ls: BlastlensServer, root: Root) -> None:
    """Index a folder and follow its changes, beside the messages."""
    ls.spawn(start(ls, root))
    ls.spawn(watch(ls, root))
