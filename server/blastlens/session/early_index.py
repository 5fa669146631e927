"""An index of a few files, made in a second while the whole one is made elsewhere.

It lies in a folder of its own, never where the index of the repository lies, so that nothing partial is ever taken for it; its
`so_far` says how much it has read. The file that is looked at is linked, and the files that probably use it; of what these import
the definitions are read, as long as there is time. What it has are edges that the whole index will have: those that are found by what
else there is, or is not, are left out.
"""

import time
from collections.abc import Collection
from pathlib import Path
from typing import Final

from blastlens.facts.file_facts import FileFacts
from blastlens.link.ports import FileLinks
from blastlens.model.edge import Basis
from blastlens.model.members import members_of
from blastlens.session.deep_stack import run_deep
from blastlens.session.extraction import Extracted, FileExtractor, Read
from blastlens.session.judged_edges import read_judged
from blastlens.session.listing import Lister
from blastlens.session.location import Location
from blastlens.session.neighbours import neighbours
from blastlens.session.ports import SO_FAR
from blastlens.session.program import SessionProgram
from blastlens.session.toolchain import Toolchain
from blastlens.session.trouble import open_fact_cache
from blastlens.store.fact_cache import Key
from blastlens.store.graph_store import GraphStore
from blastlens.store.rows import LinkedFile
from blastlens.store.writer import RevisionWriter

# Seconds of this process's time for each file that is asked for: until the neighbours are chosen, until they are read, and until what
# was found is told. On a busy machine the time that passes counts for less, so that there is something to tell there too.
_CHOOSE: Final = 0.15
_READ: Final = 0.2
_LINK: Final = 0.6
_WAITED: Final = 4.0
# Neighbours that are linked whatever the time.
_FEWEST: Final = 2
# Found by what else the repository has or has not.
_BY_THE_WHOLE: Final[Collection[Basis]] = frozenset(
    {
        Basis.HANDED_OVER, Basis.REGISTERED, Basis.SUBCLASS, Basis.INTERFACE, Basis.STAND_IN, Basis.DYNAMIC_NAME,
        Basis.RECEIVER_NAME, Basis.UNIQUE_NAME, Basis.CANDIDATES, Basis.OVERRIDE,
    }
)  # fmt: skip


class EarlyIndex:
    """Of one root, kept at `location`."""

    def __init__(self, root: Path, location: Location, tools: Toolchain, lister: Lister, max_file_bytes: int) -> None:
        self._root = root
        self._tools = tools
        self._extractor = FileExtractor(root, tools, max_file_bytes)
        self._store = GraphStore(location.database)
        self._cache = open_fact_cache(location)
        self._lister = lister
        self._paths: list[str] = []
        self._read: dict[str, tuple[Extracted, FileFacts] | None] = {}
        self._linked: set[str] = set()
        self._spent = _Spent()

    def add(self, path: str) -> int:
        """Have the index know a file and its neighbours; the revision that does. Takes about a second."""
        if not self._paths:
            self._paths = sorted(self._lister.list_all().files)
        self._spent.restart()
        own = self._get(path)
        if own is None or path not in self._paths:
            return self._store.revision()
        return self._link([path, *neighbours(self._root, path, own[1], self._paths, lambda: self._spent() > _CHOOSE)])

    @property
    def counts(self) -> tuple[int, int]:
        """(files that are linked, all that there are)."""
        return len(self._linked), len(self._paths)

    def close(self) -> None:
        self._store.close()
        self._cache.close()

    def _link(self, wanted: list[str]) -> int:
        """Link the first of these, and of the others as many as there is time for."""
        read: list[str] = []
        for path in wanted:
            if len(read) > _FEWEST and self._spent() > _READ:
                break
            if self._get(path) is not None:
                read.append(path)
        return run_deep(lambda: self._link_these(read))

    def _link_these(self, read: list[str]) -> int:
        own = {path: members_of(found[1]) for path, found in self._read.items() if found is not None}
        linker = self._tools.linker(
            SessionProgram(self._paths, self._facts_in_time, own, (), judged=read_judged(self._root))
        )
        with self._store.writing() as writer:
            for number, path in enumerate(read):
                if number <= _FEWEST or self._spent() < _LINK:
                    self._write(writer, path, linker.link(path))
                    self._linked.add(path)
            for path in self._read.keys() - self._linked:
                self._write(writer, path, _no_links(path))
            linked, total = self.counts
            revision = writer.finish({SO_FAR: f"{linked:,} of {total:,} files"})
        self._keep_facts()
        return revision

    def _keep_facts(self) -> None:
        """For who reads this index: what the places of a file mean is told by its facts."""
        entries: dict[Key, bytes] = {}
        for path, found in self._read.items():
            key = self._extractor.key(path, found[0].content_hash) if found is not None else None
            if found is not None and key is not None:
                entries[key] = found[0].facts
        self._cache.put_many(entries)

    def _write(self, writer: RevisionWriter, path: str, links: FileLinks) -> None:
        found = self._read[path]
        if found is not None:
            extracted, facts = found
            edges = tuple(one for one in links.edges if one.basis not in _BY_THE_WHOLE)
            writer.link(LinkedFile(extracted.row(is_test=links.is_test), facts, links._replace(edges=edges)))

    def _facts_in_time(self, path: str) -> FileFacts | None:
        if path not in self._read and self._spent() > _LINK:
            return None
        found = self._get(path)
        return None if found is None else found[1]

    def _get(self, path: str) -> tuple[Extracted, FileFacts] | None:
        """Facts of a file, read when they are first asked for."""
        if path not in self._read:
            extracted, facts = self._extractor.extract(Read(path))
            self._read[path] = (extracted, facts) if facts is not None else None
        return self._read[path]


class _Spent:
    """Seconds of work since `restart`; of waiting only a part."""

    def __init__(self) -> None:
        self.restart()

    def restart(self) -> None:
        self._worked, self._began = time.process_time(), time.monotonic()

    def __call__(self) -> float:
        passed = (time.monotonic() - self._began) / _WAITED
        return max(time.process_time() - self._worked, passed)


def _no_links(path: str) -> FileLinks:
    return FileLinks(path, (), (), frozenset(), frozenset(), (), False, 0, 0, 0, b"")
