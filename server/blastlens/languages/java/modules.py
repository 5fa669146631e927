"""What the manifests of a Java repository say of its modules: which of them needs which."""

from collections.abc import Iterator, Mapping

from blastlens.languages.builds import Builds
from blastlens.languages.java.build_files import NAME, NEEDS, PARENT, PROJECT, place
from blastlens.model.folders import shared_folders


class JavaModules:
    def __init__(self, manifests: Mapping[str, Mapping[str, str]]) -> None:
        self._entries: dict[str, dict[str, str]] = {}
        for path, entries in sorted(manifests.items()):
            self._entries.setdefault(path.rpartition("/")[0], {}).update(entries)
        self._by_name: dict[str, list[str]] = {}
        for folder, entries in self._entries.items():
            if NAME in entries:
                self._by_name.setdefault(entries[NAME], []).append(folder)
        self._places = {folder: f"/{place(folder)}" for folder in self._entries}
        self._builds = Builds(self._entries, self._needed)

    def builds_with(self, path: str, other: str) -> bool | None:
        """Whether the module of one file is, or needs, that of another; None where one of them has no manifest."""
        modules = (self._builds.around(path), self._builds.around(other))
        if modules[0] is None or modules[1] is None:
            return None
        return self._builds.takes_in(modules[0], modules[1])

    def _needed(self, folder: str) -> Iterator[str]:
        for told in self._telling(folder):
            for key, name in self._entries[told].items():
                if key.startswith(NEEDS):
                    yield from self._by_name.get(name, ())
                elif key.startswith(PROJECT):
                    yield from self._project(key[len(PROJECT) :], told)

    def _telling(self, folder: str) -> list[str]:
        """The folders whose manifests tell what a module needs: its own, those of its parents, and scripts further up."""
        out = [folder]
        for at in out:
            parents = self._by_name.get(self._entries[at].get(PARENT, ""), ())
            out += [one for one in parents if one not in out]
        while folder:
            folder = folder.rpartition("/")[0]
            if folder in self._entries and NAME not in self._entries[folder] and folder not in out:
                out.append(folder)
        return out

    def _project(self, wanted: str, folder: str) -> list[str]:
        """The folders that a script means by the name of a project; of several the nearest."""
        found = [one for one, spelled in self._places.items() if spelled.endswith("/" + wanted)]
        most = max((shared_folders(f"{one}/", f"{folder}/") for one in found), default=0)
        return [one for one in found if shared_folders(f"{one}/", f"{folder}/") == most]
