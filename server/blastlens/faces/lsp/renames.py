"""Renamed files and folders, and the files that import them: told once the index knows the new names."""

import asyncio
from collections.abc import Iterable
from typing import Final, NamedTuple

from lsprotocol import types as t

from blastlens.app.api import Blastlens
from blastlens.app.errors import UserError
from blastlens.app.navigation import Importer
from blastlens.faces.lsp.from_lsp import uri_to_path
from blastlens.faces.lsp.roots import Root
from blastlens.faces.lsp.server_state import BlastlensServer
from blastlens.views.renames import rename_words

# Seconds between looks at whether the index knows the new names, and after which nobody waits any longer.
_LOOK: Final = 0.1
_LONGEST: Final = 60.0


class Renamed(NamedTuple):
    """Paths below the root, of files or folders; who imports what was there, from outside of it."""

    old: str
    new: str
    importers: tuple[Importer, ...]


async def about_to_rename(ls: BlastlensServer, files: Iterable[t.FileRename]) -> None:
    """Remember who imports the files while the index still knows."""
    for root, old, _ in _inside(ls, files):
        root.renaming[old] = await _importers(ls, root, old)


async def renamed(ls: BlastlensServer, files: Iterable[t.FileRename]) -> list[tuple[Root, Renamed]]:
    """To be asked before the index takes the new names in."""
    found = []
    for root, old, new in _inside(ls, files):
        known = root.renaming.pop(old, None)
        found.append((root, Renamed(old, new, await _importers(ls, root, old) if known is None else known)))
    return found


async def report(ls: BlastlensServer, root: Root, one: Renamed) -> None:
    """Tell which of the importers do not find it any more. Files with changes that are not saved may be about to, and are told apart."""
    app = root.app
    if app is None or not one.importers or not await _is_known(root, app, one):
        return
    left = [other for other in one.importers if not await root.submit(app.imports_from, other.file, one.new)]
    unsaved = {other.file for other in left if (target := ls.target(ls.places(root).uri(other.file))) and target.text}
    words = rename_words(one.old, one.new, len(one.importers), [x for x in left if x.file not in unsaved], len(unsaved))
    if len(left) > len(unsaved):
        ls.show(f"Blastlens: {words}", t.MessageType.Warning)
    else:
        ls.log(words)


async def _importers(ls: BlastlensServer, root: Root, old: str) -> tuple[Importer, ...]:
    if root.app is None or root.indexing:
        return ()
    try:
        return tuple(await ls.ask(root, root.app.importers, old))
    except UserError:
        return ()


async def _is_known(root: Root, app: Blastlens, one: Renamed) -> bool:
    """Wait until the index has the new name; False when that does not come, or is of no source."""
    loop = asyncio.get_running_loop()
    until = loop.time() + _LONGEST
    while loop.time() < until:
        await asyncio.sleep(_LOOK)
        if root.busy or root.gathered.timer is not None:
            continue
        if not await root.submit(app.files_at, one.old):
            return bool(await root.submit(app.files_at, one.new))
    return False


def _inside(ls: BlastlensServer, files: Iterable[t.FileRename]) -> list[tuple[Root, str, str]]:
    """(root, old path, new path) of what stays in its folder."""
    found = []
    for file in files:
        owned, moved = ls.roots.owner(file.old_uri), uri_to_path(file.new_uri)
        new = owned[0].relative(moved) if owned is not None and moved is not None else None
        if owned is not None and new is not None:
            found.append((owned[0], owned[1], new))
    return found
