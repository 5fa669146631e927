"""Stable hashes of bytes: the same on every machine, in every process."""

import hashlib
from typing import Final

_CONTENT_BYTES: Final = 20


def content_hash(data: bytes) -> str:
    """Identity of a file's raw bytes: 40 hexadecimal digits."""
    return hashlib.blake2b(data, digest_size=_CONTENT_BYTES).hexdigest()


def hash60(data: bytes) -> int:
    """A number below 2**60, which fits every signed 64-bit column."""
    return int.from_bytes(hashlib.blake2b(data, digest_size=8).digest(), "big") >> 4
