"""Stable 64-bit hashes of keys and digests."""

from hashlib import blake2b
from typing import Final

_EMPTY: Final = blake2b(
    digest_size=8
)  # a copy of it costs half of making another, and there are several for every definition


def key_hash(parts: tuple[str, ...]) -> int:
    """Hash of a look-up key; equal in every process and on every machine."""
    return digest("\0".join(parts))


def digest(text: str) -> int:
    made = _EMPTY.copy()
    made.update(text.encode("utf-8", "surrogatepass"))
    return int.from_bytes(made.digest(), "little")
