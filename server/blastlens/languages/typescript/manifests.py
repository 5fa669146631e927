"""What `package.json` and `tsconfig.json` tell about the layout of a project."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

SEPARATOR: Final = "\n"
"""Between several texts of one entry."""
EXPORT: Final = "export "
IMPORT: Final = "import "
PATH: Final = "path "
KEEPS: Final = "keeps"
# With metadata, types of parameters are values.
_KEEPING: Final = ("verbatimModuleSyntax", "preserveValueImports", "importsNotUsedAsValues", "emitDecoratorMetadata")
_ERASES: Final = (False, None, "remove")

_TOKEN: Final = re.compile(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*|/\*.*?\*/', re.DOTALL)
_TRAILING: Final = re.compile(r",(?=\s*[}\]])")
_DEEPEST: Final = 20  # conditions within conditions


def package(source: bytes) -> tuple[Mapping[str, str], str]:
    """`name`, `entry` (files that a bare import of the package may mean, most telling first), `EXPORT` + subpath and
    `IMPORT` + name (the files below an entry of `exports` and `imports`, under any condition), `bin`."""
    found, problem = _parsed(source)
    if found is None:
        return {}, problem
    entries = {"name": found["name"]} if isinstance(found.get("name"), str) else {}
    entry = [
        text for key in ("source", "module", "main", "types", "typings", "browser") for text in _texts(found.get(key))
    ]
    if entry:
        entries["entry"] = SEPARATOR.join(entry)
    if binaries := list(_texts(found.get("bin"))):
        entries["bin"] = SEPARATOR.join(binaries)
    _exports(found.get("exports"), entries)
    imports = found.get("imports")
    for key, value in imports.items() if isinstance(imports, dict) else ():
        if texts := list(_texts(value)):
            entries[IMPORT + key] = SEPARATOR.join(texts)
    return entries, ""


def _exports(exports: Any, entries: dict[str, str]) -> None:
    by_path = isinstance(exports, dict) and any(key.startswith(".") for key in exports)
    for key, value in exports.items() if by_path else ((".", exports),):
        if texts := list(_texts(value)):
            entries[EXPORT + key] = SEPARATOR.join(texts)
        elif value is None and by_path:
            entries[EXPORT + key] = ""  # closed to importers


def project(source: bytes) -> tuple[Mapping[str, str], str]:
    """`baseUrl`, `extends`, `references`, `PATH` + pattern: what the pattern stands for, and `KEEPS` where
    imports of what is read as a type alone stay in what runs."""
    found, problem = _parsed(source)
    if found is None:
        return {}, problem
    entries: dict[str, str] = {}
    if extended := list(_texts(found.get("extends"))):
        entries["extends"] = SEPARATOR.join(extended)
    references = found.get("references")
    named = [one.get("path") for one in references if isinstance(one, dict)] if isinstance(references, list) else []
    if told := [one for one in named if isinstance(one, str)]:
        entries["references"] = SEPARATOR.join(told)
    options = found.get("compilerOptions")
    if not isinstance(options, dict):
        return entries, ""
    if isinstance(options.get("baseUrl"), str):
        entries["baseUrl"] = options["baseUrl"]
    if any(options.get(key) not in _ERASES for key in _KEEPING):
        entries[KEEPS] = "yes"
    paths = options.get("paths")
    for key, value in paths.items() if isinstance(paths, dict) else ():
        if texts := list(_texts(value)):
            entries[PATH + key] = SEPARATOR.join(texts)
    return entries, ""


def _parsed(source: bytes) -> tuple[dict[str, Any] | None, str]:
    text = source.decode("utf-8", "replace")
    try:
        found = json.loads(_plain(text))
    except (ValueError, RecursionError) as error:
        return None, f"no JSON: {str(error)[:80]}"
    return (found, "") if isinstance(found, dict) else (None, "no JSON object")


def _plain(text: str) -> str:
    """Without comments and trailing commas."""
    if "//" in text or "/*" in text:
        text = _TOKEN.sub(lambda token: token[0] if token[0].startswith('"') else " ", text)
    return _TRAILING.sub("", text) if _TRAILING.search(text) else text


def _texts(value: Any, depth: int = 0) -> Iterator[str]:
    """Every text below a value."""
    if isinstance(value, str):
        yield value
    elif depth < _DEEPEST and isinstance(value, list | dict):
        for item in value if isinstance(value, list) else value.values():
            yield from _texts(item, depth + 1)
