"""What a session drives: languages, extraction and linking, behind one value so that a session can be tried with others."""

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from blastlens.facts.file_facts import FileFacts
from blastlens.languages.protocol import Language
from blastlens.link.ports import FileLinks, Moment, Program

if TYPE_CHECKING:
    from blastlens.link.keys import Known

_DECISIVE: Final = ("text", "facts", "model", "languages", "extract", "link")
_CODE_SUFFIXES: Final = (".py", ".scm", ".json", ".facts")
_STAMPED: Final = ".facts"
_STAMP_BYTES: Final = 128
_KNOWN_FILES: Final = 32


Frameworks = Mapping[str, Mapping[str, str]]
"""Class -> attribute -> type: what a user tells of frameworks."""


class FileLinker(Protocol):
    def survey(self) -> None: ...

    def link(self, path: str) -> FileLinks: ...


@dataclass(frozen=True, slots=True)
class Toolchain:
    """`version` names everything that makes equal sources give other edges; a graph of another version is made anew.
    `extractor_version` names what makes equal bytes give other facts. `other_suffixes`: sources no language reads."""

    version: str
    language_for: Callable[[str], Language | None]
    other_suffixes: frozenset[str]
    extractor_version: Callable[[Language], str]
    extract: Callable[[Language, bytes], FileFacts]
    linker: Callable[[Program], FileLinker]
    changed_keys: Callable[[str, FileFacts | None, FileFacts | None], set[int]]
    is_manifest: Callable[[str], bool]
    layout_keys: Callable[[Moment, Moment], set[int]]
    borne_keys: Callable[[Iterable[str]], set[int]]


def installed_toolchain(frameworks: Frameworks | None = None) -> Toolchain:
    """The languages this package ships, with a user's table of frameworks. Parsers and linker are imported when first used."""
    from blastlens import __version__
    from blastlens.languages.registry import OTHER_SUFFIXES, is_manifest, language_for

    version = f"{__version__} {code_fingerprint()}"
    if frameworks:
        told = json.dumps(frameworks, sort_keys=True).encode()
        version += f" {hashlib.blake2b(told, digest_size=8).hexdigest()}"
    changed_keys = _ChangedKeys()
    return Toolchain(
        version,
        language_for,
        OTHER_SUFFIXES,
        _extractor_version,
        _extract,
        lambda program: _linker(program, frameworks),
        changed_keys,
        is_manifest,
        _layout_keys,
        _borne_keys,
    )


def _extractor_version(language: Language) -> str:
    from blastlens.extract.extractor import extractor_version

    return f"{extractor_version(language)} {code_fingerprint()}"


@cache
def code_fingerprint() -> str:
    """A hash over the code that turns bytes into facts and facts into edges. A number someone has to raise by hand is
    forgotten once, and then wrong answers stay in the index until its files happen to change."""
    digest = hashlib.blake2b(digest_size=8)
    package = str(Path(__file__).parent.parent)
    for folder in _DECISIVE:
        for path in _code_files(f"{package}/{folder}"):
            digest.update(path.removeprefix(package).encode())
            with open(path, "rb", buffering=0) as file:
                # A large file of facts starts with what tells it from others.
                digest.update(file.read(_STAMP_BYTES if path.endswith(_STAMPED) else -1))
    return digest.hexdigest()


def _code_files(folder: str) -> Iterator[str]:
    with os.scandir(folder) as entries:
        found = sorted(entries, key=lambda entry: entry.name)
    for entry in found:
        if entry.name.endswith(_CODE_SUFFIXES):
            yield entry.path
        elif entry.is_dir() and entry.name != "__pycache__":
            yield from _code_files(entry.path)


def _extract(language: Language, data: bytes) -> FileFacts:
    from blastlens.extract.extractor import extract

    return extract(language, data)


def _linker(program: Program, frameworks: Frameworks | None) -> FileLinker:
    from blastlens.link.linkers import Linkers

    return Linkers(program, frameworks)


class _ChangedKeys:
    """`link.keys.changed_keys`, with the digests of what was saved last at hand."""

    def __init__(self) -> None:
        self._known: Known = {}

    def __call__(self, path: str, before: FileFacts | None, after: FileFacts | None) -> set[int]:
        from blastlens.link.keys import changed_keys

        while len(self._known) >= _KNOWN_FILES:
            del self._known[next(iter(self._known))]
        return changed_keys(path, before, after, self._known)


def _borne_keys(names: Iterable[str]) -> set[int]:
    from blastlens.link.keys import borne_keys

    return borne_keys(names)


def _layout_keys(before: Moment, after: Moment) -> set[int]:
    from blastlens.link.keys import layout_keys

    return layout_keys(before, after)
