"""From found files to encoded facts, through the fact cache or the parser."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from blastlens.facts import encoding
from blastlens.facts.file_facts import FileFacts
from blastlens.languages.protocol import Language
from blastlens.model.members import members_of
from blastlens.session.toolchain import Toolchain
from blastlens.session.workspace import Blob, Stamp, Unread, read_blob, skip_reason
from blastlens.store.fact_cache import Key
from blastlens.store.rows import INDEXED, PARTIAL, SKIPPED, UNREADABLE, FileRow

_SHOWN_PROBLEMS: Final = 3


class Extracted(msgspec.Struct, array_like=True, gc=False):
    """What extraction gives for one file, small enough to cross a pipe. `facts` are empty when the file is left out;
    `fresh`: they were made now, not found in the cache."""

    path: str
    language: str
    content_hash: str
    stamp: Stamp
    state: str  # as in FileRow, or "gone"
    reason: str
    line_count: int
    facts: bytes
    fresh: bool
    members: list[tuple[str, int]]  # as `members_of` gives them
    getters: list[str]  # names of properties

    @property
    def is_indexed(self) -> bool:
        return self.state in (INDEXED, PARTIAL)

    def row(self, uses: int = 0, resolved: int = 0, external: int = 0, is_test: bool = False) -> FileRow:
        return FileRow(
            self.path, self.language, self.content_hash, *self.stamp, self.line_count, uses, resolved, external,
            is_test, self.state, self.reason,
        )  # fmt: skip


class Read(NamedTuple):
    """A file to extract: its bytes if they were read already."""

    path: str
    blob: Blob | Unread | None = None


class FileExtractor:
    """Reads and extracts files of one root."""

    def __init__(self, root: Path, tools: Toolchain, limit: int) -> None:
        self.root = root
        self.tools = tools
        self.limit = limit

    def key(self, path: str, content_hash: str) -> Key | None:
        """The fact cache's key of a file with this content; None when no language reads it."""
        language = self.tools.language_for(path)
        return None if language is None else (content_hash, self.tools.extractor_version(language))

    def read(self, path: str) -> Read:
        return Read(path, self.look(path))

    def look(self, path: str) -> Blob | Unread:
        """What is at a path now."""
        return read_blob(self.root, path, self.limit)

    def extract(self, item: Read) -> tuple[Extracted, FileFacts | None]:
        """Read (unless it was) and extract one file. Never raises for what is in it."""
        found = item.blob if item.blob is not None else self.look(item.path)
        if isinstance(found, Unread):
            return left_out(item.path, found.state, found.reason, found.stamp), None
        language = self.tools.language_for(item.path)
        reason = _reason(item.path, language, found)
        if language is None or reason is not None:
            return left_out(item.path, SKIPPED, reason or "", found.stamp, found.content_hash), None
        facts = self.tools.extract(language, found.data)
        return _complete(item.path, found, facts, encoding.encode(facts), fresh=True), facts

    def take_cached(
        self, items: Iterable[Read], cached: Callable[[list[Key]], Mapping[Key, bytes]]
    ) -> tuple[list[tuple[Extracted, FileFacts]], list[Read]]:
        """Split items that were read into what the cache knows and what is left to extract."""
        keyed: list[tuple[Read, Blob, Key]] = []
        left: list[Read] = []
        for item in items:
            language = self.tools.language_for(item.path)
            if language is None or not isinstance(item.blob, Blob) or _reason(item.path, language, item.blob):
                left.append(item)
            else:
                key = (item.blob.content_hash, self.tools.extractor_version(language))
                keyed.append((item, item.blob, key))
        known = cached([key for _, _, key in keyed])
        done: list[tuple[Extracted, FileFacts]] = []
        for item, blob, key in keyed:
            hit = _from_cache(item.path, blob, known[key]) if key in known else None
            if hit is None:
                left.append(item)
            else:
                done.append(hit)
        return done, left


def _from_cache(path: str, blob: Blob, encoded: bytes) -> tuple[Extracted, FileFacts] | None:
    try:
        facts = encoding.decode(encoded)
    except ValueError:
        return None
    return _complete(path, blob, facts, encoded, fresh=False), facts


def _reason(path: str, language: Language | None, blob: Blob) -> str | None:
    return "no language folder reads it" if language is None else skip_reason(path, language, blob.data)


def _complete(path: str, blob: Blob, facts: FileFacts, encoded: bytes, *, fresh: bool) -> Extracted:
    members, getters = members_of(facts)
    reason = describe_problems(facts.problems)
    return Extracted(
        path, facts.language, blob.content_hash, blob.stamp, PARTIAL if reason else INDEXED, reason, facts.line_count,
        encoded, fresh, members, getters,
    )  # fmt: skip


def left_out(path: str, state: str, reason: str, stamp: Stamp = (0, 0, 0, 0), content_hash: str = "") -> Extracted:
    return Extracted(path, "", content_hash, stamp, state, reason, 0, b"", False, [], [])


def crashed(path: str) -> Extracted:
    return left_out(path, UNREADABLE, "the parser crashed on it")


def describe_problems(problems: Iterable[tuple[int, str]]) -> str:
    """Problems of a file in one line; "" for none."""
    listed = [f"line {line}: {what}" for line, what in problems]
    more = len(listed) - _SHOWN_PROBLEMS
    return "; ".join(listed[:_SHOWN_PROBLEMS]) + (f"; and {more} more" if more > 0 else "")
