"""Rust's standard library: which paths mean it. What it has stands in `library.txt`."""

from pathlib import Path
from typing import Final

from blastlens.languages.signature_table import SignatureTable

_CRATES: Final = frozenset(("std", "core", "alloc"))
_MODULES: Final = frozenset(
    """any arch array ascii backtrace borrow boxed cell clone cmp collections convert default env error ffi fmt fs future hash
    hint io iter marker mem net num ops option os panic path pin prelude process ptr rc result slice string sync task thread
    time vec""".split()  # noqa: SIM905
)


def _is_module(dotted: str) -> bool:
    """Any module of the library is the whole of it; its types are none."""
    crate, *below = dotted.split(".")
    named = all(name.isidentifier() and name.islower() for name in below)
    return crate in _CRATES and named and (not below or below[0] in _MODULES)


RUST_LIBRARY: Final = SignatureTable("rust", Path(__file__).with_name("library.txt"), "//std.rs", _is_module)
