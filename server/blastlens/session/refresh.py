"""The relink rule: what changed on disk -> facts -> changed look-up keys -> files to link again -> one new revision."""

import contextlib
import gc
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from blastlens.facts import encoding
from blastlens.facts.file_facts import FileFacts
from blastlens.link.ports import Moment
from blastlens.model.members import listed_among, members_of
from blastlens.session.control import Control, WideError
from blastlens.session.deep_stack import run_deep
from blastlens.session.extraction import Extracted, FileExtractor, Read
from blastlens.session.judged_edges import JudgedEdges, read_judged
from blastlens.session.program import DecodedFacts, SessionProgram, StoreMembers, forget_own
from blastlens.session.relinking import borne_differently, names_of_members, readers
from blastlens.session.scan import Scan
from blastlens.session.toolchain import Toolchain
from blastlens.session.worker_pool import can_fork, extract_in_pool
from blastlens.session.workspace import Blob
from blastlens.store.fact_cache import FactCache, Key
from blastlens.store.graph_store import GraphStore
from blastlens.store.rows import FileRow, LinkedFile

# Fewer files than this are extracted here: a worker costs more than it saves.
_POOL_FILES: Final = 48
_MOST_WORKERS: Final = 8
# Relinking more than this share of the files is quicker from an empty database, with indices made at the end.
_ANEW_SHARE: Final = 0.6
_RAW_BYTES: Final = 64 << 20
_DECODED_BUDGET: Final = 24 << 20
_CACHE_BATCH: Final = 500


class Outcome(NamedTuple):
    """What was done, and the state after it."""

    revision: int
    extracted: tuple[str, ...]
    relinked: tuple[str, ...]
    removed: tuple[str, ...]
    rows: dict[str, FileRow]
    reads: dict[str, bytes]


class Refresher:
    """Brings the store from one known state to what a scan found. The caller holds the writer's lock."""

    def __init__(self, tools: Toolchain, extractor: FileExtractor, store: GraphStore, cache: FactCache) -> None:
        self._tools = tools
        self._extractor = extractor
        self._store = store
        self._cache = cache
        self._raw: dict[str, bytes] = {}
        self._raw_bytes = 0
        self._rows: Mapping[str, FileRow] = {}
        self.decoded = DecodedFacts(self.encoded_facts, _DECODED_BUDGET)
        self._stored = StoreMembers(store.members_named, store.getters_named)
        # A process that ends after its work keeps linkers here: taking one apart costs a tenth of what it did.
        self.hold: list[object] | None = None
        self.judged = JudgedEdges()

    def run(
        self,
        found: Scan,
        rows: Mapping[str, FileRow],
        reads: Mapping[str, bytes],
        meta: dict[str, str],
        control: Control,
        *,
        anew: bool = False,
    ) -> Outcome:
        """`rows` and `reads`: the store's state that `found` was compared with. `anew`: link every file, whatever the
        store holds. Raises `CancelledError`, `WideError`, `StoreError`; the store is then as before."""
        self._rows = rows
        outdated: list[str] = []
        try:
            with _without_collector(for_good=self.hold is not None):
                results, fresh = self._extract(found.changed, control)
                change = _Change(found, rows, results)
                before = self._facts_before(change)
                outdated = change.outdated
                for path in outdated:
                    self.decoded.drop(path)
                self._rows = change.rows
                relink = self._to_relink(change, before, reads, anew)
                relink = sorted({*relink, *found.rejudged.intersection(change.paths)})
                if control.most is not None and len(relink) > control.most:
                    raise WideError
                outcome = run_deep(lambda: self._write(change, relink, fresh, reads, meta, control, anew))
                if before is not None and not anew:
                    now = [result.members for result in change.indexed.values()]
                    self._stored.advance(outcome.revision, names_of_members(before, now))
                return outcome
        except BaseException:
            self._rows = rows
            for path in outdated:
                self.decoded.drop(path)
            raise
        finally:
            self._raw = {}
            self._raw_bytes = 0

    def rejudged(self, root: Path, found: Scan) -> Scan:
        """The scan, with the files of whose edges people say other things than the store knows."""
        self.judged = read_judged(root)
        found.rejudged = self.judged.differing(self._store.meta().get("judged", ""))
        return found

    def rehearse(self, path: str) -> Iterator[None]:
        """Extract and link an indexed file as a refresh would, so that what this needs is at hand; changes nothing."""
        if path not in self._rows or not self._rows[path].is_indexed:
            return
        self._extractor.extract(self._extractor.read(path))
        yield
        kept = self.decoded.get(path)
        if kept is not None:
            yield
            self._tools.changed_keys(path, kept, kept)
            yield
            self._link_alone(path)

    def _link_alone(self, path: str) -> None:
        if (kept := self.decoded.get(path)) is not None:
            paths = [one.path for one in self._rows.values() if one.is_indexed]
            own, stored = {path: members_of(kept)}, self._stored.at(self._store.revision())
            program = SessionProgram(paths, self._facts, own, [path], stored, self.judged)
            run_deep(lambda: self._tools.linker(program).link(path))

    # -- facts ---------------------------------------------------------------------------------------------
    def key_of(self, row: FileRow) -> Key | None:
        return self._extractor.key(row.path, row.content_hash)

    def encoded_facts(self, path: str) -> bytes | None:
        """Encoded facts of a file as the state being worked on has it: from this run, the cache, or (when the cache lost
        them) the file itself, provided it still has that content."""
        raw = self._raw.pop(path, None)  # decoded once, it is held decoded
        if raw is not None:
            return raw
        row = self._rows.get(path)
        if row is None or not row.is_indexed:
            return None
        key = self.key_of(row)
        found = self._cache.get(key) if key is not None else None
        if found is not None or key is None:
            return found
        item = self._extractor.read(path)
        if not isinstance(item.blob, Blob) or item.blob.content_hash != row.content_hash:
            return None
        extracted, _ = self._extractor.extract(item)
        if not extracted.is_indexed:
            return None
        self._cache.put_many({key: extracted.facts})
        return extracted.facts

    def look_anew(self, rows: Mapping[str, FileRow]) -> None:
        """The store may be another one."""
        self._stored.forget()
        self.use_rows(rows)

    def use_rows(self, rows: Mapping[str, FileRow]) -> None:
        """The state that `decoded` answers for from now on."""
        before, self._rows = self._rows, rows
        for path in self.decoded.paths():
            old, new = before.get(path), rows.get(path)
            if old is None or new is None or old.content_hash != new.content_hash:
                self.decoded.drop(path)

    def _extract(self, items: list[Read], control: Control) -> tuple[dict[str, Extracted], list[str]]:
        """Results by path, and which were parsed now."""
        results: dict[str, Extracted] = {}
        fresh: list[str] = []
        total = len(items)
        for extracted in self._results(items, control):
            control.check()
            results[extracted.path] = extracted
            if extracted.fresh:
                fresh.append(extracted.path)
            control.report("extract", len(results), total)
        return results, sorted(fresh)

    def _results(self, items: list[Read], control: Control) -> Iterator[Extracted]:
        if self._cache.is_empty():
            left = items
        else:
            read = [item if item.blob is not None else self._extractor.read(item.path) for item in items]
            done, left = self._extractor.take_cached(read, self._cache.get_many)
            for extracted, _ in done:
                yield self._keep(extracted)
        workers = control.workers if control.workers is not None else min(os.cpu_count() or 1, _MOST_WORKERS)
        if len(left) >= _POOL_FILES and workers > 1 and can_fork():
            results: Iterable[Extracted] = extract_in_pool(self._extractor, [item.path for item in left], workers)
        else:
            results = (self._extractor.extract(item)[0] for item in left)
        batch: dict[Key, bytes] = {}
        for extracted in results:
            key = self._extractor.key(extracted.path, extracted.content_hash)
            if extracted.fresh and key is not None:
                batch[key] = extracted.facts
            yield self._keep(extracted)
            if len(batch) >= _CACHE_BATCH:
                self._cache.put_many(batch, self._live_keys())
                batch = {}
        self._cache.put_many(batch, self._live_keys())

    def _live_keys(self) -> Iterator[Key]:
        for row in self._rows.values():
            if row.is_indexed and (key := self.key_of(row)) is not None:
                yield key

    def _keep(self, extracted: Extracted) -> Extracted:
        """The result without its facts, which are held aside while they fit; beyond that the cache has them."""
        if extracted.is_indexed and self._raw_bytes < _RAW_BYTES:
            self._raw[extracted.path] = extracted.facts
            self._raw_bytes += len(extracted.facts)
        extracted.facts = b""
        return extracted

    def _facts_before(self, change: "_Change") -> "dict[str, FileFacts | None] | None":
        """Facts of the outdated files as they were; None when some are lost."""
        before: dict[str, FileFacts | None] = {}
        for path in change.outdated:
            row = change.old_rows.get(path)
            if row is None or not row.is_indexed:
                before[path] = None
                continue
            held = self.decoded.held(path)
            if held is not None:
                before[path] = held
                continue
            key = self.key_of(row)
            blob = self._cache.get(key) if key is not None else None
            if blob is None:
                return None
            try:
                before[path] = encoding.decode(blob)
            except ValueError:
                return None
        return before

    def _facts(self, path: str) -> FileFacts | None:
        return self.decoded.get(path)

    # -- linking -------------------------------------------------------------------------------------------
    def _to_relink(
        self,
        change: "_Change",
        before: "dict[str, FileFacts | None] | None",
        reads: Mapping[str, bytes],
        anew: bool,
    ) -> list[str]:
        """Paths to link, sorted: the changed ones and every reader of a key that changed."""
        if anew or before is None or len(change.indexed) > _ANEW_SHARE * len(change.paths):
            return change.paths
        keys: set[int] = set()
        for path, old in before.items():
            after = self._facts(path) if path in change.indexed else None
            keys |= self._tools.changed_keys(path, old, after)
        if change.added or change.gone or any(map(self._tools.is_manifest, change.outdated)):
            earlier = (set(change.paths) - set(change.added)) | set(change.gone)

            def held(path: str) -> FileFacts | None:
                return before[path] if path in before else self._facts(path)

            keys |= self._tools.layout_keys(Moment(earlier, held), Moment(change.paths, self._facts))
        members = [result.members for result in change.indexed.values()]
        newly_borne = borne_differently(before, members, self._store.members_named)
        keys |= self._tools.borne_keys(newly_borne)
        present = set(change.paths)
        relink = {path for path in readers(reads, keys) if path in present}
        return sorted(relink | change.indexed.keys())

    def _write(
        self,
        change: "_Change",
        relink: list[str],
        fresh: list[str],
        reads: Mapping[str, bytes],
        meta: dict[str, str],
        control: Control,
        anew: bool,
    ) -> Outcome:
        anew = anew or (len(relink) > _ANEW_SHARE * len(change.paths) and len(relink) >= _POOL_FILES)
        relink = change.paths if anew else relink
        rows = dict(change.rows)
        reads_after = {path: keys for path, keys in reads.items() if path in rows and not anew}
        with self._store.writing() as writer:
            if anew:
                writer.begin_anew()
                left_out = [row for row in rows.values() if not row.is_indexed]
            else:
                writer.remove(change.removed)
                left_out = change.left_out
                writer.stamp(change.touched)
            for row in left_out:
                reads_after.pop(row.path, None)
                writer.skip(row)
            program = self._program(change, anew)
            for linked in self._link(program, relink, rows, control, change.indexed):
                writer.link(linked)
                rows[linked.row.path] = linked.row
                reads_after.pop(linked.row.path, None)
                if linked.links.reads:
                    reads_after[linked.row.path] = linked.links.reads
            control.check()
            control.report("store", 0, 1)
            revision = writer.finish(meta)
        if anew:
            self._store.settle()
        control.report("store", 1, 1)
        return Outcome(revision, tuple(fresh), tuple(relink), tuple(change.removed), rows, reads_after)

    def _program(self, change: "_Change", anew: bool) -> SessionProgram:
        own = {path: (result.members, result.getters) for path, result in change.indexed.items()}
        if not anew:
            stored = self._stored.at(self._store.revision())
            return SessionProgram(change.paths, self._facts, own, change.outdated, stored, self.judged)
        for path in change.paths:  # the store is being emptied: the facts tell instead
            if path not in own and (facts := self._facts(path)) is not None:
                own[path] = members_of(facts)
        return SessionProgram(change.paths, self._facts, own, change.outdated, judged=self.judged)

    def _link(
        self,
        program: SessionProgram,
        relink: list[str],
        rows: dict[str, FileRow],
        control: Control,
        extracted: Mapping[str, Extracted],
    ) -> Iterator[LinkedFile]:
        linker = self._tools.linker(program)
        if self.hold is not None:
            self.hold.append(linker)
        if len(relink) > _ANEW_SHARE * len(program.paths()):
            linker.survey()
        for done, path in enumerate(relink, 1):
            control.check()
            facts = program.facts(path)
            if facts is None:
                raise LostFactsError(path)
            links = linker.link(path)
            row = rows[path]._replace(
                uses=links.uses,
                resolved=links.resolved,
                inferred=links.inferred,
                ambiguous=links.ambiguous,
                external=links.external,
                is_test=links.is_test,
            )
            found = extracted.get(path)
            yield LinkedFile(row, facts, links, listed_among(found.members) if found is not None else None)
            if self.hold is not None:
                self.decoded.drop(path)
                forget_own(facts)
            control.report("link", done, len(relink))


class LostFactsError(Exception):
    """The cache lost the facts of a file whose content on disk has moved on meanwhile: look at the disk again."""


class _Change:
    """A scan and its extraction results, sorted by what they mean for the graph."""

    def __init__(self, found: Scan, rows: Mapping[str, FileRow], results: Mapping[str, Extracted]) -> None:
        self.old_rows = rows
        self.touched = found.touched
        self.indexed = {path: result for path, result in results.items() if result.is_indexed}
        vanished = [path for path, result in results.items() if result.state == "gone" and path in rows]
        self.removed = sorted({*found.removed, *vanished})
        out = [result.row() for result in results.values() if not result.is_indexed and result.state != "gone"]
        self.left_out = [*found.left_out, *out]
        after = dict(rows)
        for path in self.removed:
            del after[path]
        for row in (*found.touched, *self.left_out, *(result.row() for result in self.indexed.values())):
            after[row.path] = row
        self.rows = after
        self.paths = sorted(path for path, row in after.items() if row.is_indexed)
        # Files whose facts differ from before, or are no longer there.
        self.outdated = sorted({*self.indexed, *self.removed, *(row.path for row in self.left_out)})
        was = {path for path in self.outdated if path in rows and rows[path].is_indexed}
        self.added = sorted(path for path in self.indexed if path not in was)
        self.gone = sorted(path for path in was if path not in self.indexed)


@contextlib.contextmanager
def _without_collector(*, for_good: bool = False) -> Iterator[None]:
    """Facts and links are trees without cycles; the cyclic collector would only walk them over and over. `for_good`: in a
    process that ends afterwards it would do so once more as soon as it is back."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled and not for_good:
            gc.enable()
