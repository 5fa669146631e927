"""The languages that have a folder, and the source files that have none yet."""

from functools import lru_cache
from typing import Final

from blastlens.languages.c.language import C_HEADER, CMAKE_MANIFEST, CPP, C
from blastlens.languages.go.language import GO, GO_MANIFEST
from blastlens.languages.java.language import GRADLE_MANIFEST, JAVA, MAVEN_MANIFEST
from blastlens.languages.protocol import Language
from blastlens.languages.python.language import PYTHON
from blastlens.languages.rust.language import CARGO_MANIFEST, RUST
from blastlens.languages.typescript.language import JAVASCRIPT, PACKAGE, PROJECT, TSX, TYPESCRIPT

LANGUAGES: Final[tuple[Language, ...]] = (
    PYTHON,
    JAVA,
    MAVEN_MANIFEST,
    GRADLE_MANIFEST,
    GO,
    GO_MANIFEST,
    TYPESCRIPT,
    TSX,
    JAVASCRIPT,
    PACKAGE,
    PROJECT,
    C,
    C_HEADER,
    CPP,
    CMAKE_MANIFEST,
    RUST,
    CARGO_MANIFEST,
)

_BY_FILENAME: Final[dict[str, Language]] = {name: language for language in LANGUAGES for name in language.filenames}
_BY_SUFFIX: Final[dict[str, Language]] = {suffix: language for language in LANGUAGES for suffix in language.suffixes}
_BY_NAME: Final[dict[str, Language]] = {language.name: language for language in LANGUAGES}

# fmt: off
_WELL_KNOWN: Final = frozenset(
    (
        ".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".vue", ".svelte", ".go", ".java", ".kt",
        ".kts", ".scala", ".groovy", ".clj", ".rs", ".c", ".h", ".cc", ".cpp", ".cxx", ".hh", ".hpp", ".hxx", ".m",
        ".mm", ".cs", ".fs", ".vb", ".rb", ".php", ".swift", ".dart", ".lua", ".pl", ".pm", ".r", ".jl", ".ex",
        ".exs", ".erl", ".hrl", ".hs", ".ml", ".mli", ".elm", ".zig", ".nim", ".d", ".sol", ".sh", ".bash", ".ps1",
        ".sql", ".f90", ".pas", ".ada", ".adb", ".pyx", ".pxd", ".ipynb", ".astro", ".html", ".htm", ".ejs", ".hbs", ".erb",
        ".jsp", ".cshtml", ".razor", ".coffee", ".cu", ".cuh", ".cl", ".cljs", ".cljc", ".proto", ".thrift", ".graphql",
        ".gql", ".s", ".asm", ".v", ".sv", ".vhd", ".vhdl", ".f", ".f95", ".for", ".tcl", ".lisp", ".el", ".scm", ".rkt",
        ".cr", ".gleam", ".mojo", ".hx", ".vala", ".wat", ".wgsl", ".glsl", ".hlsl", ".metal", ".nix", ".tf", ".bzl",
        ".zsh", ".fish", ".bat", ".cmd", ".psm1", ".awk", ".re", ".res", ".purs", ".lean", ".agda", ".ads", ".lpr", ".dpr",
    )
)
# fmt: on
OTHER_SUFFIXES: Final[frozenset[str]] = _WELL_KNOWN - _BY_SUFFIX.keys()
"""Suffixes of well-known source files that no folder reads: counted, so that an answer can say what it did not see."""


def suffix_of(path: str) -> str:
    """The last suffix of a path, lower case, with its dot; "" for none."""
    # Asked of every file with every save: what `PurePosixPath(path).suffix` gives, at a tenth of the cost.
    name = path.rpartition("/")[2]
    dot = name.rfind(".")
    return name[dot:].lower() if 0 < dot < len(name) - 1 else ""


@lru_cache(maxsize=1 << 16)  # asked of every file with every save
def language_for(path: str) -> Language | None:
    """The language of a file by its name, else its suffix; None when no folder reads it."""
    if _BY_FILENAME and (named := _BY_FILENAME.get(path.rpartition("/")[2])) is not None:
        return named
    return _BY_SUFFIX.get(suffix_of(path))


@lru_cache(maxsize=1)
def constructor_names() -> tuple[str, ...]:
    """The names that constructors have in every class of a language; those that are known by their names alone first."""
    rules = [language.rules.entry_points for language in LANGUAGES if language.grammar]
    named = {name for one in rules for name in one.constructors}
    marked = {one.marked_constructor for one in rules if one.marked_constructor}
    return (*sorted(named), *sorted(marked - named))


def is_constructor_name(name: str, path: str) -> bool:
    """Whether a method of a file is known by its name to run when an instance is made."""
    if name not in constructor_names():
        return False
    language = language_for(path)
    return language is not None and bool(language.grammar) and name in language.rules.entry_points.constructors


def is_manifest(path: str) -> bool:
    """Whether a file tells how a project is laid out, and is no source."""
    language = language_for(path)
    return language is not None and not language.grammar


def language_named(name: str) -> Language:
    """Raises `KeyError` for an unknown name."""
    return _BY_NAME[name]
