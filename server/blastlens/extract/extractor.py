"""From bytes to facts: decode, parse, walk, and name what did not parse. Pure: same bytes, same facts."""

import sys
from functools import cache
from typing import Any

from blastlens.facts.file_facts import FileFacts
from blastlens.languages.manifests import manifest_facts
from blastlens.languages.protocol import Language, Parse
from blastlens.text.decode import decode

EXTRACTOR_VERSION = 2
"""Version of what all languages share here; part of `extractor_version`."""

_ERROR_ID = 0xFFFF
_REPLACED = "bytes that are no text were replaced"


def extractor_version(language: Language) -> str:
    """Key part of the fact cache: facts of equal bytes may differ only when this differs."""
    return f"{language.name}-{EXTRACTOR_VERSION}.{language.extractor_version}"


def extract(language: Language, data: bytes) -> FileFacts:
    """Facts of a file with these bytes. Never raises for any bytes; what could not be read is in `problems`."""
    text = decode(data)
    if not language.grammar:
        return manifest_facts(language.name, text.source, *language.manifest(text.source))
    parse = parser_of(language.grammar)
    root = parse(text.source)
    facts = language.walk(root, text.source, parse)
    if text.replaced_line:
        facts.problems = sorted((*facts.problems, (text.replaced_line, _REPLACED)))
    return facts


class _Parser:
    """See `Parse`."""

    def __init__(self, grammar: str) -> None:
        # The grammar library is loaded when the first file is parsed, not when a face starts.
        from tree_sitter_language_pack import get_parser

        self._parser = get_parser(grammar)  # type: ignore[arg-type]
        language = self._parser.language
        names = {} if language is None else {i: language.node_kind_for_id(i) for i in range(language.node_kind_count)}
        self.kinds = {_ERROR_ID: "ERROR", **{index: sys.intern(name) for index, name in names.items() if name}}

    def __call__(self, source: bytes, /) -> Any:
        return self._parser.parse(source).root_node


@cache
def parser_of(grammar: str) -> Parse:
    """The parser of a grammar, by its name in the language pack."""
    return _Parser(grammar)
