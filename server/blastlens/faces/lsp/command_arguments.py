"""Arguments of the server's commands: one object, every key optional."""

import asyncio
import contextlib
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from lsprotocol import types as t
from pygls.exceptions import JsonRpcInvalidParams

from blastlens.app.api import Blastlens
from blastlens.app.errors import UserError
from blastlens.faces.lsp.argument_kinds import Takes, checked
from blastlens.faces.lsp.from_lsp import from_position
from blastlens.faces.lsp.roots import Root, Target
from blastlens.faces.lsp.server_state import BlastlensServer
from blastlens.faces.lsp.symbols import require_known
from blastlens.model.symbol import SymbolKind


class Arguments(NamedTuple):
    """What a command is about. `given`: the object the client sent, see `argument_kinds.checked`; `target`: the document of its "uri", if one of
    ours; `place`: (1-based line, byte column) of its "position"."""

    root: Root
    given: Mapping[str, Any]
    target: Target | None
    place: tuple[int, int] | None

    @property
    def app(self) -> Blastlens:
        """The app at the time of use: one that was open when the command came may have been closed for other settings."""
        return self.root.opened_app

    def number(self, key: str, default: float) -> float:
        return float(self.given.get(key, default))

    def whole(self, key: str, default: int) -> int:
        return int(self.given.get(key, default))

    def flag(self, key: str) -> bool:
        return bool(self.given.get(key))

    def text(self, key: str) -> str | None:
        value = self.given.get(key)
        return None if value is None else str(value)

    def texts(self, key: str) -> tuple[str, ...]:
        return tuple(self.given.get(key) or ())

    def symbol(self) -> str | None:
        """The symbol that is named, or that stands at the position (or around it). Raises `UserError` where that is not saved yet.
        Call it in the root's thread."""
        named = self.text("symbol")
        if named or self.target is None or self.place is None:
            return named or None
        found = self.app.symbol_at(self.target.file, *self.place, self.target.text)
        found = found or self.app.enclosing(self.target.file, self.place[0], self.target.text)
        if found is None:
            return None
        if found.kind is not SymbolKind.MODULE:
            require_known(self.app, found.id)
        return found.id


# Seconds to wait for a folder to be opened; it takes a moment unless a disk is slow.
_OPENING: Final = 30.0


async def opened(root: Root) -> None:
    """Wait until the root is open, or will not be; a cancelled request waits no longer."""
    with contextlib.suppress(asyncio.TimeoutError):
        await asyncio.wait_for(root.opened.wait(), _OPENING)


def given_of(command: str, arguments: tuple[Any, ...], takes: Takes, named_by: str | None) -> Mapping[str, Any]:
    """The one argument of a command as an object that has nothing but what it `takes`; plain text stands for {`named_by`: text}.
    Nothing, or null, is an empty object. Raises `JsonRpcInvalidParams` for anything else."""
    first, *others = arguments or (None,)
    if any(other is not None for other in others):
        raise JsonRpcInvalidParams(f"{command} takes one argument, not {len(arguments)}")
    if first is None:
        return {}
    if isinstance(first, str) and named_by is not None:
        return {named_by: first}
    if isinstance(first, Mapping):
        return checked(command, first, takes)
    raise JsonRpcInvalidParams(
        f"The argument of {command} must be an object{' or text' if named_by else ''}, not {first!r}"
    )


def read_arguments(ls: BlastlensServer, root: Root, given: Mapping[str, Any]) -> Arguments:
    """Raises `UserError` when the root is not open."""
    root.require_open()
    target = ls.target(given["uri"]) if "uri" in given else None
    return Arguments(root, given, target, _place(ls, target, given.get("position")))


def root_of(ls: BlastlensServer, given: Mapping[str, Any]) -> Root:
    """The root that a command is about. Raises `UserError` when that cannot be told."""
    roots = list(ls.roots)
    named = [(key, ls.roots.containing(given[key])) for key in ("root", "uri") if key in given]
    for key, root in named:
        if root is not None:
            return root
        if key == "root" and roots:
            names = tuple(one.path.name for one in roots)
            raise UserError(f"{given[key]} is no open folder", 'give the URI of one that is open as "root"', names)
    if len(roots) == 1:
        return roots[0]
    if not roots:
        raise UserError("No folder is open", "open the folder of a repository, not a single file")
    names = tuple(root.path.name for root in roots)
    raise UserError("Several folders are open", 'name one: {"root": its URI}, or {"uri": a file\'s URI}', names)


def _place(ls: BlastlensServer, target: Target | None, position: Any) -> tuple[int, int] | None:
    if target is None or position is None:
        return None
    at = t.Position(int(position["line"]), int(position["character"]))
    return from_position(ls.buffer_table(target), at, ls.client.encoding)
