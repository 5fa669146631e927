"""The node kinds that the walker counts on: a grammar of another shape must fail here, not lose calls in silence."""

from typing import Any

import pytest
from tree_sitter_language_pack import get_parser

from blastlens.extract.extractor import extract
from blastlens.facts.file_facts import FileFacts
from blastlens.languages.python.language import PYTHON
from blastlens.languages.python.walk import EXPRESSIONS, STATEMENTS

PARSER = get_parser("python")


def kinds(source: str) -> list[str]:
    out: list[str] = []
    stack: list[Any] = [PARSER.parse(source.encode()).root_node]
    while stack:
        node = stack.pop()
        out.append(node.type)
        stack.extend(reversed(node.named_children))
    return out


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("f(x)", ["module", "call", "identifier", "argument_list", "identifier"]),
        ("x = y", ["module", "assignment", "identifier", "identifier"]),
        ("x: A = y", ["module", "assignment", "identifier", "type", "identifier", "identifier"]),
        ("x += y", ["module", "augmented_assignment", "identifier", "identifier"]),
        ("'doc'", ["module", "string", "string_start", "string_content", "string_end"]),
        ("with a as b: pass", ["module", "with_statement", "with_clause", "with_item", "as_pattern", "identifier", "as_pattern_target", "identifier", "block", "pass_statement"]),
        ("try: pass\nexcept* A: pass", ["module", "try_statement", "block", "pass_statement", "except_clause", "identifier", "block", "pass_statement"]),
        ("match x:\n  case A(): pass", ["module", "match_statement", "identifier", "block", "case_clause", "case_pattern", "class_pattern", "dotted_name", "identifier", "block", "pass_statement"]),
        ("print x", ["module", "print_statement", "identifier"]),
        ("x: list[A]", ["module", "assignment", "identifier", "type", "generic_type", "identifier", "type_parameter", "type", "identifier"]),
    ],
)  # fmt: skip
def test_shapes(source: str, expected: list[str]) -> None:
    assert kinds(source) == expected


def test_kinds_by_id_are_the_kinds() -> None:
    seen = set()

    class Watched(type(PYTHON)):  # type: ignore[misc]
        def walk(self, root: Any, source: bytes, parse: Any) -> FileFacts:
            stack = [root]
            while stack:
                node = stack.pop()
                assert parse.kinds[node.kind_id] is parse.kinds[node.kind_id] == node.type
                seen.add(node.type)
                stack.extend(node.children)
            return super().walk(root, source, parse)

    extract(Watched(), b"@a\ndef f(x: 'A' = 1): return [x.y for z in (f(x))]\nx = = ) 3\nprint 'a'\n")
    assert {"ERROR", "call", "attribute", "(", "print_statement"} <= seen


def test_every_handled_kind_exists_in_the_grammar() -> None:
    language = PARSER.language
    assert language is not None
    known = {language.node_kind_for_id(index) for index in range(language.node_kind_count)}
    tolerated = {"ERROR", "expression_statement", "except_group_clause"}
    assert (set(EXPRESSIONS) | set(STATEMENTS)) - known <= tolerated
