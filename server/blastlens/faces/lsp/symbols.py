"""Symbols that travel with the client: in lenses, hierarchy items and command arguments."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

from blastlens.app.api import Blastlens
from blastlens.app.errors import UserError
from blastlens.faces.lsp.roots import Root
from blastlens.faces.lsp.server_state import BlastlensServer
from blastlens.faces.lsp.to_lsp import Places
from blastlens.model.edge import Edge, Tier
from blastlens.model.symbol import Symbol, file_of
from blastlens.model.thresholds import STRICT

Answer = TypeVar("Answer")


class Named(NamedTuple):
    """A symbol id and the root it belongs to."""

    root: Root
    symbol: str

    @property
    def app(self) -> Blastlens:
        """The app at the time of use, see `Arguments.app`."""
        return self.root.opened_app

    @property
    def file(self) -> str:
        return file_of(self.symbol)


def item_of(ls: BlastlensServer, data: Mapping[str, Any]) -> Named | None:
    """The symbol that `data` names; None when it is not ours, or its root is closed or not open yet."""
    symbol, uri = data.get("symbol"), data.get("root")
    if not isinstance(symbol, str) or not isinstance(uri, str):
        return None
    root = next((root for root in ls.roots if root.uri == uri), None)
    return Named(root, symbol) if root is not None and root.app is not None else None


def askable(ls: BlastlensServer, data: Mapping[str, Any]) -> Named | None:
    """As `item_of`; None also while the first index is built, when nothing can be said of a symbol."""
    named = item_of(ls, data)
    return None if named is None or named.root.indexing else named


async def answered(
    ls: BlastlensServer, data: Mapping[str, Any], answer: Callable[[Named, Places], Answer]
) -> Answer | None:
    """What `answer` says of the symbol that `data` names, in the root's thread; None where it is not `askable`. Raises `UserError` for a
    symbol that the graph does not have."""
    named = askable(ls, data)
    if named is None:
        return None
    asked, places = named, ls.places(named.root)

    def work() -> Answer:
        require_known(asked.app, asked.symbol)
        return answer(asked, places)

    return await ls.ask(named.root, work)


def require_known(app: Blastlens, symbol: str) -> None:
    """Raises `UserError` for a symbol that the graph does not have: nothing may be said to be absent around it."""
    if not app.is_known(symbol):
        raise UserError(
            f"{symbol} is not in the index: it is not saved yet, or no longer there",
            "save its file and ask again",
            (),
            "unknown-symbol",
        )


def data_of(root: Root, symbol: Symbol) -> dict[str, str]:
    """What `item_of` reads back."""
    return {"symbol": symbol.id, "root": root.uri}


def certainty(edge: Edge) -> str:
    """`(inferred 0.60, override)` for an edge that may be wrong, else an empty text."""
    if edge.tier is Tier.EXTRACTED or edge.confidence >= STRICT:
        return ""
    return f"({edge.tier.value.lower()} {edge.confidence:.2f}, {edge.basis.value})"
