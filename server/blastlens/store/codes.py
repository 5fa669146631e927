"""Numbers that stand for enum members in the database, and packed columns.

Positions in the enums are the codes; `CODES_NAME` is a digest of every name in order, so a database whose codes mean something else is
recognised (and rebuilt) instead of misread.
"""

import hashlib
from typing import Final

import msgspec

from blastlens.model.blind_spot import BlindKind
from blastlens.model.edge import Basis, Edge, EdgeKind, Site, Timing
from blastlens.model.symbol import SymbolKind

LAYOUT: Final = 2
SYMBOL_KINDS: Final = tuple(SymbolKind)
EDGE_KINDS: Final = tuple(EdgeKind)
BASES: Final = tuple(Basis)
TIMINGS: Final = tuple(Timing)
BLIND_KINDS: Final = tuple(BlindKind)

BLIND_CODE: Final = {kind: code for code, kind in enumerate(BLIND_KINDS)}
EDGE_CODE: Final = {kind: code for code, kind in enumerate(EDGE_KINDS)}
# By identity: members are singletons, and hashing an enum member is a Python call, made for every stored edge.
SYMBOL_CODE_BY_IDENTITY: Final = {id(kind): code for code, kind in enumerate(SYMBOL_KINDS)}
EDGE_CODE_BY_IDENTITY: Final = {id(kind): code for code, kind in enumerate(EDGE_KINDS)}
BASIS_CODE_BY_IDENTITY: Final = {id(basis): code for code, basis in enumerate(BASES)}

CODES_NAME: Final = hashlib.blake2b(
    repr((SYMBOL_KINDS, EDGE_KINDS, BASES, TIMINGS, BLIND_KINDS)).encode(), digest_size=8
).hexdigest()

_encoder: Final = msgspec.msgpack.Encoder()
_sites: Final = msgspec.msgpack.Decoder(tuple[Site, ...])
_texts: Final = msgspec.msgpack.Decoder(tuple[str, ...])
_ranges: Final = msgspec.msgpack.Decoder(tuple[tuple[int, int], ...])

# MessagePack integers are one to five bytes by size, so a site takes about six.
pack = _encoder.encode
unpack_sites = _sites.decode


def count_sites(packed: bytes) -> int:
    """How many `unpack_sites` would give: the length of a MessagePack array."""
    head = packed[0]
    return head & 0x0F if head < 0xDC else int.from_bytes(packed[1 : 3 if head == 0xDC else 5], "big")


def unpack_texts(blob: bytes | None) -> tuple[str, ...]:
    return _texts.decode(blob) if blob else ()


def unpack_ranges(blob: bytes | None) -> tuple[tuple[int, int], ...]:
    return _ranges.decode(blob) if blob else ()


def make_edge(
    source: str, target: str, kind: int, confidence: float, basis: int, exact: int, timing: int, sites: bytes
) -> Edge:
    """An edge from its stored columns."""
    return Edge(
        source, EDGE_KINDS[kind], target, confidence, BASES[basis], unpack_sites(sites), bool(exact), TIMINGS[timing]
    )
