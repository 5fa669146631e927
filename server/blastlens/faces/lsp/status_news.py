"""`blastlens/status`: how the index of a folder is, told to clients that ask for it whenever that changes.

A client asks with `{"statusNews": true}` among its initialization options. Nothing here computes: what is told is at hand."""

from typing import Any, Final

from blastlens.faces.lsp.roots import Root
from blastlens.faces.lsp.server_state import BlastlensServer

METHOD: Final = "blastlens/status"
_UPDATING: Final = "updating"


def tell_status(ls: BlastlensServer, root: Root) -> None:
    """Tell the client how a root is, unless that is what it was told last. Returns at once."""
    if not ls.client.status_news:
        return
    news = status_of(root)
    if ls.told.get(root.uri) != news:
        ls.told[root.uri] = news
        ls.protocol.notify(METHOD, news)


def status_of(root: Root) -> dict[str, Any]:
    """`state`: "opening", "indexing" (the first index), "updating" (behind a wide change), "ready", "failed" or "closed"; `percent`: 0..100,
    of the first two and of the last work in another process; `reason`: why answers are not whole, or ""; `note`: what else is to be known, or "";
    `generation`: another number whenever answers may differ."""
    updating = root.busy and not root.indexing
    working = updating or root.indexing
    return {
        "root": root.uri,
        "name": root.path.name,
        "state": _UPDATING if updating else root.state.value,
        "percent": root.percent if working else 100,
        "reason": "" if working else root.failure,
        "note": root.note,
        "generation": root.generation,
    }
