"""The fact file of libraries: compiled type stubs, one compressed record a module. Written at build time, read at run time.

Layout: `MAGIC`; length of the index (4 bytes, little-endian); the index (MessagePack: `_Index`); a dictionary that all records are
compressed with; the records. Offsets count from the end of the index. The same modules give the same bytes, others differ within
the first 128.
"""

import zlib
from collections.abc import Iterable
from hashlib import blake2b
from typing import Final, NamedTuple

import msgspec

from blastlens.facts.encoding import decode, encode
from blastlens.facts.file_facts import Bind, FileFacts

MAGIC: Final = b"BLFACTS2"
_NUMBERED: Final = frozenset({Bind.DEF, Bind.CLASS, Bind.IMPORT})
_WINDOW: Final = 32 * 1024  # what a deflate stream can refer back to


class LibraryModule(NamedTuple):
    """A module as it is compiled."""

    dotted: str
    is_package: bool
    facts: FileFacts


class _Index(msgspec.Struct, array_like=True):
    version: str  # extractor version and digest of the records
    recipe: str  # digest of what the file was made from and with
    shared: int  # length of the shared dictionary
    modules: dict[str, tuple[int, int, bool]]  # dotted name -> (offset, size, is a package)


class LibraryFile:
    """A fact file that is open for reading."""

    def __init__(self, data: bytes) -> None:
        """Raises `ValueError` when the bytes are no fact file of this form."""
        if data[: len(MAGIC)] != MAGIC:
            raise ValueError("not a fact file of libraries")
        start = len(MAGIC) + 4
        self._records = start + int.from_bytes(data[len(MAGIC) : start], "little")
        try:
            index = msgspec.msgpack.decode(data[start : self._records], type=_Index)
        except msgspec.MsgspecError as error:
            raise ValueError(str(error)) from error
        self._data = data
        self._shared = data[self._records : self._records + index.shared]
        self.version, self.recipe, self.modules = index.version, index.recipe, index.modules

    def facts(self, dotted: str) -> FileFacts:
        """Raises `KeyError` for an unknown module, `ValueError` for a damaged record."""
        offset, size, _ = self.modules[dotted]
        start = self._records + offset
        unpack = zlib.decompressobj(-15, zdict=self._shared)
        try:
            return _unpacked(decode(unpack.decompress(self._data[start : start + size])))
        except zlib.error as error:
            raise ValueError(str(error)) from error


def fact_file(modules: Iterable[LibraryModule], extractor: str, recipe: str) -> bytes:
    """The bytes of a fact file; of two modules with one name the first is kept."""
    encoded: dict[str, tuple[bytes, bool]] = {}
    for module in modules:
        encoded.setdefault(module.dotted, (_packed(module.facts), module.is_package))
    shared = _shared_dictionary([data for _, (data, _) in sorted(encoded.items())])
    records = bytearray(shared)
    places: dict[str, tuple[int, int, bool]] = {}
    for dotted, (data, is_package) in sorted(encoded.items()):
        packer = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_DEFAULT_STRATEGY, shared)
        packed = packer.compress(data) + packer.flush()
        places[dotted] = (len(records), len(packed), is_package)
        records += packed
    digest = blake2b(msgspec.msgpack.encode(places) + records, digest_size=8).hexdigest()
    index = msgspec.msgpack.encode(_Index(f"{extractor}+{digest}", recipe, len(shared), places))
    return MAGIC + len(index).to_bytes(4, "little") + index + records


def _packed(facts: FileFacts) -> bytes:
    """Encoded with the numbers of definitions told by their distance from the one before, which compresses better."""
    for number, definition in enumerate(facts.defs):
        definition.primary -= number
    for scope in facts.scopes:
        last = 0
        for rows in scope.bindings.values():
            for at, row in enumerate(rows):
                if row[0] in _NUMBERED:
                    rows[at] = (row[0], row[1] - last, *row[2:])
                    last = row[1]
    data = encode(facts)
    _unpacked(facts)
    return data


def _unpacked(facts: FileFacts) -> FileFacts:
    """Undoes what packing did, in place."""
    for number, definition in enumerate(facts.defs):
        definition.primary += number
    for scope in facts.scopes:
        last = 0
        for rows in scope.bindings.values():
            for at, row in enumerate(rows):
                if row[0] in _NUMBERED:
                    last += row[1]
                    rows[at] = (row[0], last, *row[2:])
    return facts


def _shared_dictionary(records: list[bytes]) -> bytes:
    """Bytes that records have in common: what small ones would have to spell anew each."""
    pieces = [record[-1500:] + record[:500] for record in records if len(record) > 4000]
    return b"".join(pieces[:: max(1, len(pieces) * 2000 // _WINDOW)])[-_WINDOW:]
