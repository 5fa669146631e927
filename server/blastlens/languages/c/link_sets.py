"""What manifests say of C and C++ programs: which files are linked together."""

from collections.abc import Iterator, Mapping
from posixpath import normpath

from blastlens.languages.builds import Builds
from blastlens.languages.c.build_files import ADDS, OPEN, SOURCE, TARGET, USES


class LinkSets:
    def __init__(self, manifests: Mapping[str, Mapping[str, str]]) -> None:
        # A manifest that builds nothing leaves its folder to the one around.
        self._entries = {path.rpartition("/")[0]: entries for path, entries in manifests.items() if entries}
        self._by_target: dict[str, list[str]] = {}
        self._adding: dict[str, list[str]] = {}
        for folder, entries in sorted(self._entries.items()):
            for key, name in entries.items():
                if key.startswith(TARGET):
                    self._by_target.setdefault(name, []).append(folder)
                elif key.startswith(ADDS):
                    self._adding.setdefault(name, []).append(folder)
        self._builds = Builds(self._entries, self._needed)

    def builds_with(self, path: str, other: str) -> bool | None:
        """Whether what one file is built into takes in another file; None where no manifest tells."""
        homes = (self._builds.around(path), self._builds.around(other))
        if homes[0] is None or homes[1] is None:
            return None
        if self._builds.takes_in(homes[0], homes[1]) or self._names(homes[0], other):
            return True
        return None if OPEN in self._entries[homes[0]] else False

    def _needed(self, folder: str) -> Iterator[str]:
        for key, name in self._entries[folder].items():
            if key.startswith((USES, ADDS)):
                yield from self._by_target.get(name, ())
            elif key.startswith(TARGET):
                yield from self._adding.get(name, ())

    def _names(self, folder: str, path: str) -> bool:
        """Whether a manifest names a source that stands in another folder, from its own or from the root on."""
        for key, source in self._entries[folder].items():
            if key.startswith(SOURCE) and normpath(f"{folder}/{source}" if folder else source) == path:
                return True
        return SOURCE + path in self._entries[folder]
