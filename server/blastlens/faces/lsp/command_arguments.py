"""Arguments of the server's commands: one object, every key optional."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from lsprotocol import types as t

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
    app: Blastlens
    given: Mapping[str, Any]
    target: Target | None
    place: tuple[int, int] | None

    def number(self, key: str, default: float) -> float:
        value = self.given.get(key, default)
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return float(value)
        raise UserError(f'"{key}" must be a number, not {value!r}')

    def text(self, key: str) -> str | None:
        value = self.given.get(key)
        if value is None or isinstance(value, str):
            return value
        raise UserError(f'"{key}" must be text, not {value!r}')

    def symbol(self) -> str | None:
        """The symbol that is named, or that stands at the position (or around it). Call it in the root's thread."""
        named = self.text("symbol")
        if named or self.target is None or self.place is None:
            return named or None
        found = self.app.symbol_at(self.target.file, *self.place, self.target.text)
        found = found or self.app.enclosing(self.target.file, self.place[0])
        return found.id if found is not None else None


def read_arguments(ls: BlastlensServer, arguments: tuple[Any, ...]) -> Arguments:
    """Raises `UserError` when no folder is open, or several are and none is named, or the folder is not open yet."""
    given = plain_mapping(arguments[0]) if arguments else {}
    root = root_of(ls, arguments)
    if root.app is None:
        wait = "ask again in a moment" if root.indexing else root.failure or "open the folder again"
        raise UserError(f"{root.path.name} is not open yet" if root.indexing else f"{root.path.name} is not open", wait)
    uri = given.get("uri")
    target = ls.target(uri) if isinstance(uri, str) else None
    return Arguments(root, root.app, given, target, _place(ls, target, given.get("position")))


def root_of(ls: BlastlensServer, arguments: tuple[Any, ...]) -> Root:
    """The root that a command is about. Raises `UserError` when that cannot be told."""
    given = plain_mapping(arguments[0]) if arguments else {}
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
