"""Arguments of the server's commands: one object, every key optional."""

import asyncio
import contextlib
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from lsprotocol import types as t
from pygls.exceptions import JsonRpcInvalidParams

from blastlens.app.api import Blastlens
from blastlens.app.errors import UserError
from blastlens.faces.lsp.client_features import plain_mapping
from blastlens.faces.lsp.from_lsp import from_position
from blastlens.faces.lsp.roots import Root, Target
from blastlens.faces.lsp.server_state import BlastlensServer


class Arguments(NamedTuple):
    """What a command is about. `given`: the object the client sent; `target`: the document of its "uri", if one of
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
        value = self.given.get(key, default)
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return float(value)
        raise JsonRpcInvalidParams(f'"{key}" must be a number, not {value!r}')

    def text(self, key: str) -> str | None:
        value = self.given.get(key)
        if value is None or isinstance(value, str):
            return value
        raise JsonRpcInvalidParams(f'"{key}" must be text, not {value!r}')

    def symbol(self) -> str | None:
        """The symbol that is named, or that stands at the position (or around it). Call it in the root's thread."""
        named = self.text("symbol")
        if named or self.target is None or self.place is None:
            return named or None
        found = self.app.symbol_at(self.target.file, *self.place, self.target.text)
        found = found or self.app.enclosing(self.target.file, self.place[0], self.target.text)
        return found.id if found is not None else None


# Seconds to wait for a folder to be opened; it takes a moment unless a disk is slow.
_OPENING: Final = 30.0


async def opened(root: Root) -> None:
    """Wait until the root is open, or will not be; a cancelled request waits no longer."""
    with contextlib.suppress(asyncio.TimeoutError):
        await asyncio.wait_for(root.opened.wait(), _OPENING)


def given_of(arguments: tuple[Any, ...], named_by: str | None) -> Mapping[str, Any]:
    """The one argument of a command as an object; plain text stands for {`named_by`: text}. Nothing, or null, is an empty
    object. Raises `JsonRpcInvalidParams` for anything else."""
    first = arguments[0] if arguments else None
    if first is None:
        return {}
    if isinstance(first, str) and named_by is not None:
        return {named_by: first}
    if isinstance(first, Mapping):
        return first
    raise JsonRpcInvalidParams(f"The argument must be an object{' or text' if named_by else ''}, not {first!r}")


def read_arguments(ls: BlastlensServer, root: Root, given: Mapping[str, Any]) -> Arguments:
    """Raises `UserError` when the root is not open."""
    root.require_open()
    uri = given.get("uri")
    target = ls.target(uri) if isinstance(uri, str) else None
    return Arguments(root, given, target, _place(ls, target, given.get("position")))


def root_of(ls: BlastlensServer, given: Mapping[str, Any]) -> Root:
    """The root that a command is about. Raises `UserError` when that cannot be told."""
    for key in ("root", "uri"):
        uri = given.get(key)
        root = ls.roots.containing(uri) if isinstance(uri, str) else None
        if root is not None:
            return root
    roots = list(ls.roots)
    if len(roots) == 1:
        return roots[0]
    if not roots:
        raise UserError("No folder is open", "open the folder of a repository, not a single file")
    names = tuple(root.path.name for root in roots)
    raise UserError("Several folders are open", 'name one: {"root": its URI}, or {"uri": a file\'s URI}', names)


def _place(ls: BlastlensServer, target: Target | None, position: Any) -> tuple[int, int] | None:
    given = plain_mapping(position)
    line, character = given.get("line"), given.get("character")
    if target is None or not isinstance(line, int) or not isinstance(character, int) or line < 0 or character < 0:
        return None
    return from_position(ls.buffer_table(target), t.Position(line, character), ls.client.encoding)
