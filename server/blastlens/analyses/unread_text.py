"""Names in text that nobody reads as code: templates, notebooks, files of other languages, settings, documentation.

A word is no use. How much a text must say to count is told from the suffix of its file: in code any word will do (of a
method only behind a dot or in quotes), in templates what stands in their marks, in settings and prose what looks like code.
"""

import enum
import re
from collections.abc import Iterator, Mapping
from typing import Final

from blastlens.analyses.read_text import is_distinctive

_WORD: Final = re.compile(rb"[A-Za-z_$][\w$]*")
_CHANGES: Final = re.compile(
    r"(?:^|[/_.-])(?:change|history|news|release|authors|contributors|licen[cs]e|copying|notice)", re.IGNORECASE
)
_MARKS: Final = re.compile(
    rb"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}|<%.*?%>|<script\b.*?</script>|\$\{.*?\}|\bon[a-z]+\s*=\s*(?:\"[^\"]*\"|'[^']*')"
    rb"|[\w:@.-]+\s*=\s*(?:\"[^\"<>]*[({.][^\"<>]*\"|'[^'<>]*[({.][^'<>]*')",
    re.DOTALL | re.IGNORECASE,
)

_PROSE: Final = frozenset(
    [
        ".md",
        ".markdown",
        ".rst",
        ".txt",
        ".adoc",
        ".asciidoc",
        ".org",
        ".tex",
        ".texi",
        ".textile",
        ".1",
        ".3",
        ".5",
        ".7",
        ".8",
    ]
)
_DATA: Final = frozenset(
    [
        ".json",
        ".json5",
        ".jsonc",
        ".yaml",
        ".yml",
        ".toml",
        ".cfg",
        ".ini",
        ".conf",
        ".properties",
        ".env",
        ".xml",
        ".plist",
        ".service",
        ".desktop",
    ]
)
_TEMPLATES: Final = frozenset(
    """.html .htm .xhtml .jinja .jinja2 .j2 .djhtml .dj .jsp .erb .hbs .handlebars .mustache .ejs .liquid .twig .cshtml .mako .tmpl
    .tpl .pug .njk""".split()  # noqa: SIM905
)
_SILENT: Final = frozenset(
    """.po .pot .mo .svg .css .scss .sass .less .styl .lock .csv .tsv .map .log .sum .snap .png .jpg .jpeg .gif .ico .webp .bmp .pdf
    .woff .woff2 .ttf .otf .eot .zip .gz .bz2 .xz .tar .whl .jar .class .so .dll .dylib .exe .o .a .bin .dat .db .sqlite .sqlite3
    .pyc .mp3 .mp4 .wav .ogg .webm .avi .mov .pem .crt .key .p12 .patch .diff .ai .psd .eps .ps .xcf .sketch .geojson .shp .dbf .shx .tif .tiff""".split()  # noqa: SIM905
)


class Text(enum.Enum):
    CODE = "code"
    TEMPLATE = "template"
    DATA = "data"
    PROSE = "prose"
    SILENT = "silent"  # cannot use anything


def kind_of(path: str) -> Text:
    """What a file that is not read may say of code, by its name."""
    name = path.rpartition("/")[2].lower()
    suffix = name[name.rfind(".") :] if "." in name[1:] else ""
    if suffix in _SILENT or ".min." in name or name.endswith(("-lock.json", "-lock.yaml", ".lock.json")):
        return Text.SILENT
    if suffix in _PROSE or (not suffix and name.isalpha() and _CHANGES.search(path)):
        is_list = name.startswith(("requirements", "constraints"))
        return Text.SILENT if is_list or _CHANGES.search(path) else Text.PROSE
    if suffix in _DATA:
        return Text.DATA
    return Text.TEMPLATE if suffix in _TEMPLATES else Text.CODE


def spelled_in(path: str, data: bytes, names: Mapping[bytes, bool]) -> dict[bytes, int]:
    """Those of the names that the text may use, with the first line (1-based). `names`: name -> whether only members have it."""
    kind = kind_of(path)
    if kind is Text.SILENT:
        return {}
    found: dict[bytes, int] = {}
    if not any(word in names for word in set(_WORD.findall(data))):
        return found
    for start, end in _regions(kind, data):
        for match in _WORD.finditer(data, start, end):
            word = match[0]
            if word in names and word not in found and _counts(kind, data, match.start(), match.end(), names[word]):
                found[word] = data.count(b"\n", 0, match.start()) + 1
    return found


def _regions(kind: Text, data: bytes) -> Iterator[tuple[int, int]]:
    if kind is Text.TEMPLATE:
        yield from (match.span() for match in _MARKS.finditer(data))
    else:
        yield 0, len(data)


def _counts(kind: Text, data: bytes, start: int, end: int, is_member: bool) -> bool:
    word = data[start:end]
    before, after = data[start - 1 : start], data[end : end + 1]
    if is_distinctive(word) or kind is Text.TEMPLATE:
        return True
    if kind is Text.CODE:
        return not is_member or before[:1] in (b".", b">", b'"', b"'", b"`")
    looks_called = after == b"(" or (before == b"`" and after in (b"`", b"("))
    if kind is Text.DATA:
        return looks_called or (before in (b".", b":") and after != b".")
    return looks_called or (before in (b".", b":", b"@") and start > 1 and data[start - 2 : start - 1].isalnum())
