"""`CMakeLists.txt`: what is built in a folder, and of what else."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

TARGET: Final = "target "  # before the name of what is built here
USES: Final = "uses "  # before the name of a target that is linked into one of these
ADDS: Final = "adds "  # before the name of a target of another folder that is given sources
SOURCE: Final = "source "  # before the path of a source from elsewhere, relative to the folder
OPEN: Final = "open"  # something is linked whose name is not told here

_COMMENT: Final = re.compile(r"#\[(=*)\[.*?(?:\]\1\]|\Z)|#[^\n]*", re.DOTALL)
_COMMAND: Final = re.compile(r"\b(\w+)\s*\(([^()]*(?:\([^()]*\)[^()]*)*)\)")
_WORD: Final = re.compile(r'"([^"]*)"|([^\s"]+)')
_VARIABLE: Final = re.compile(r"\$\{(\w+)\}")
_EXPRESSION: Final = re.compile(r"\$<([^<>]*)>")
_DEEPEST: Final = 4  # expressions in expressions
_BUILDS: Final = re.compile(r"add_(?:\w+_)?(?:library|executable)(?:_\w+)?|\w+_(?:library|executable)|cuda_add_\w+")
_LINKS: Final = frozenset(("target_link_libraries", "link_libraries"))
_NO_BUILDS: Final = frozenset(("find_library", "add_dependencies"))


def read(source: bytes) -> tuple[Mapping[str, str], str]:
    """Entries of a manifest; one that builds nothing has none."""
    entries: dict[str, str] = {}
    values: dict[str, str] = {}
    for command, words in _commands(source.decode("utf-8", "replace"), values):
        if command in ("project", "set") and words:
            values.update(_set(command, words))
        elif command in _LINKS:
            _link(words[1:] if command != "link_libraries" else words, entries)
        elif command == "target_sources" and words:
            entries[ADDS + words[0]] = words[0]
            _sources(words[1:], entries)
        elif _BUILDS.fullmatch(command) and command not in _NO_BUILDS and words:
            entries[TARGET + words[0]] = words[0]
            if "ALIAS" in words:
                entries[USES + words[-1]] = words[-1]
            else:
                _sources(words[1:], entries)
    own = {key[len(TARGET) :] for key in entries if key.startswith(TARGET)}
    kept = {key: text for key, text in entries.items() if not (key.startswith((ADDS, USES)) and text in own)}
    return kept, ""


def _commands(text: str, values: Mapping[str, str]) -> Iterator[tuple[str, list[str]]]:
    """Commands in lower case, with their words; variables are filled in as far as they are known by then."""
    for name, inside in _COMMAND.findall(_COMMENT.sub("", text)):
        filled = _VARIABLE.sub(lambda found: values.get(found[1], found[0]), inside)
        words = [quoted or plain for quoted, plain in _WORD.findall(filled)]
        yield name.lower(), list(filter(None, map(_meant, words)))


def _meant(word: str) -> str:
    """A word without the conditions around it: `$<$<CONFIG:Debug>:name>`."""
    for _ in range(_DEEPEST):
        if "$<" not in word:
            break
        word = _EXPRESSION.sub(lambda found: found[1].partition(":")[2], word)
    return word


def _set(command: str, words: list[str]) -> dict[str, str]:
    if command == "project":
        return {"PROJECT_NAME": words[0], "CMAKE_PROJECT_NAME": words[0]}
    return {words[0]: " ".join(words[1:])} if "${" not in "".join(words) else {}


def _link(words: list[str], entries: dict[str, str]) -> None:
    for word in words:
        if "${" in word or "$<" in word:
            entries[OPEN] = "yes"
        else:
            entries[USES + word] = word


def _sources(words: list[str], entries: dict[str, str]) -> None:
    for word in words:
        if "${" in word and "/" not in word:
            entries[OPEN] = "yes"
        elif "/" in word:
            path = word.rpartition("}")[2].lstrip("/")
            entries[SOURCE + path] = path
