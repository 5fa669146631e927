"""Stable 64-bit hashes of keys and digests."""

from hashlib import blake2b


def key_hash(parts: tuple[str, ...]) -> int:
    """Hash of a look-up key; equal in every process and on every machine."""
    return int.from_bytes(blake2b("\0".join(parts).encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")


def digest(text: str) -> int:
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")
