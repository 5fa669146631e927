"""What `run` and `score` print of one measurement."""

import argparse
from collections.abc import Iterator

from measured import STATIC, Measured, Measuring


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--missed", type=int, default=0, metavar="N", help="list N missed callees, most callers first")
    parser.add_argument("--false", type=int, default=0, metavar="N", help="list N callees of false edges")
    parser.add_argument("--kind", choices=STATIC, help="list only these edges")
    parser.add_argument("--basis", help="list only false edges of this basis")
    parser.add_argument("--syntax", help="list only executed edges where this stands: call, call_other, implicit, …")


def printed(name: str, found: Measured, made: Measuring, given: argparse.Namespace) -> str:
    return "\n".join([*_tables(name, found), *_lists(made, given)])


def _tables(name: str, found: Measured) -> Iterator[str]:
    calls = found["calls"]
    yield f"\n## {name}\ncalls: precision {calls['precision']}, recall {calls['recall']}, F1 {calls['f1']}"
    sites = found["sites"]
    if sites:
        yield f"site by site, overloads apart: precision {sites['precision']}, recall {sites['recall']} of {sites['truth']}"
    yield _head("kind", "in truth", "edges", "right", "wrong", "not seen", "precision", "where seen", "recall", "F1")
    columns = ("truth_edges", "tool_edges", "right", "wrong", "not_seen")
    for kind, row in found["kinds"].items():
        shares = ("precision", "precision_where_seen", "recall", "f1")
        yield _line(kind, *(row[column] for column in (*columns, *shares)))
    if found["executed"]:
        yield _head(
            "executed, direct", "pairs", "exact", "with overrides", "or base method", "overrides and references"
        )
    for group, row in found["executed"].items():
        yield _line(group, *row.values())
    for level, found_share in found["executed_at"].items():
        yield f"executed calls by name at confidence {level}: {found_share}"
    yield _head("kind/basis", "edges", "right", "wrong", "not seen", "ran", "ran another")
    for basis, row in found["bases"].items():
        yield _line(basis, *row.values())
    for part in ("depths", "affected"):
        for first, row in found.get("tests_cover", {}).get(part, {}).items():
            yield f"tests, {part} {first}: " + ", ".join(f"{column} {value}" for column, value in row.items())


def _lists(made: Measuring, given: argparse.Namespace) -> Iterator[str]:
    if given.syntax is None:
        for kind in STATIC if given.kind is None else (given.kind,):
            yield from (f"missed {kind}: {line}" for line in made.missed(kind)[: given.missed])
            yield from (f"false {kind}: {line}" for line in made.false(kind, given.basis)[: given.false])
    if given.kind is None:
        for syntax in made.syntaxes() if given.syntax is None else [given.syntax]:
            yield from (f"not found, ran as {syntax}: {line}" for line in made.not_executed(syntax)[: given.missed])


def _head(*columns: str) -> str:
    return "\n" + _line(*columns) + "\n" + _line(*("---" for _ in columns))


def _line(*columns: object) -> str:
    return "| " + " | ".join("" if column is None else str(column) for column in columns) + " |"
