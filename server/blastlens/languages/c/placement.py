"""Where headers stand: which file an `#include` means."""

from collections.abc import Iterable

from blastlens.languages.c.link_sets import LinkSets
from blastlens.languages.plain import PlainLayout
from blastlens.languages.rules import ModuleRef, Project, Record
from blastlens.model.folders import shared_folders

MANIFESTS = "manifests"  # the key under which all that manifests say is recorded


class IncludeLayout(PlainLayout):
    """The `Layout` of C and C++: a header is looked for beside the file that includes it, else under any folder of the
    repository that may be a root of includes; of several such folders the one nearest to the including file is meant."""

    def __init__(self, project: Project) -> None:
        super().__init__(project)
        self.paths = self.paths.difference(project.manifests)
        self._link_sets = LinkSets(project.manifests)
        self._by_name: dict[str, list[str]] = {}
        for path in project.paths:
            self._by_name.setdefault(path.rpartition("/")[2], []).append(path)

    def find(self, importer: str, dotted: str, record: Record) -> ModuleRef | None:
        record(_plain(dotted))
        beside = _joined(importer.rpartition("/")[0], dotted)
        if beside in self.paths and beside != importer:
            return ModuleRef(dotted, beside)
        wanted = _plain(dotted)
        found = [
            path
            for path in self._by_name.get(wanted.rpartition("/")[2], ())
            if path == wanted or path.endswith("/" + wanted)
        ]
        if not found:
            return None
        return ModuleRef(dotted, min(found, key=lambda path: (-shared_folders(path, importer), path.count("/"), path)))

    def builds_with(self, path: str, other: str, record: Record) -> bool | None:
        record(MANIFESTS)
        return self._link_sets.builds_with(path, other)


def spelled_keys(paths: Iterable[str]) -> set[str]:
    """Every way in which an include may spell one of these files, as `find` records it."""
    keys: set[str] = set()
    for path in paths:
        parts = path.split("/")
        keys.update("/".join(parts[at:]) for at in range(len(parts)))
    return keys


def _plain(spelled: str) -> str:
    """An include without its steps upwards."""
    return "/".join(part for part in spelled.split("/") if part not in ("", ".", ".."))


def _joined(folder: str, spelled: str) -> str:
    parts = folder.split("/") if folder else []
    for part in spelled.split("/"):
        if part == "..":
            if not parts:
                return ""
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)
