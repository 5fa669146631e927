"""From bytes to facts: decode, parse, walk, and name what did not parse. Pure: same bytes, same facts."""

from collections.abc import Callable
from functools import cache
from typing import Any

from blastlens.facts.file_facts import FileFacts
from blastlens.languages.damage import syntax_problems
from blastlens.languages.protocol import Language
from blastlens.text.decode import decode

EXTRACTOR_VERSION = 1
"""Version of what all languages share here; part of `extractor_version`."""

_REPLACED = "bytes that are no text were replaced"


def extractor_version(language: Language) -> str:
    """Key part of the fact cache: facts of equal bytes may differ only when this differs."""
    return f"{language.name}-{EXTRACTOR_VERSION}.{language.extractor_version}"


def extract(language: Language, data: bytes) -> FileFacts:
    """Facts of a file with these bytes. Never raises for any bytes; what could not be read is in `problems`."""
    text = decode(data)
    parse = _parser(language.grammar)
    root = parse(text.source)
    facts = language.walk(root, text.source, parse)
    if root.has_error and not facts.problems:
        facts.problems = syntax_problems(root)
    if text.replaced_line:
        facts.problems = sorted((*facts.problems, (text.replaced_line, _REPLACED)))
    return facts


@cache
def _parser(grammar: str) -> Callable[[bytes], Any]:
    # The grammar library is loaded when the first file is parsed, not when a face starts.
    from tree_sitter_language_pack import get_parser

    parser = get_parser(grammar)  # type: ignore[arg-type]

    def parse(source: bytes) -> Any:
        return parser.parse(source).root_node

    return parse
