"""`docs/accuracy.md` from the stored results."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

from families import family_of  # noqa: E402
from report_parts import OWN, TITLES, Rows, of_language, shown, table, targets  # noqa: E402

CONFIDENCES = HERE.parents[1] / "server" / "blastlens" / "model" / "confidence.json"
_ROLES = {
    "open": "*open*, the targets are stated for these, and they were looked at all the time",
    "development": "*development*, of other styles, looked at for what is missed",
    "blind": "*blind*, looked at once, at the end",
    "own": "*own*, named on the command line",
}
_COUNTED = ("edges", "right", "wrong", "not_seen", "ran", "ran_another")

_COVER = (
    (
        "depths",
        "depth",
        "## Which functions tests run\n\nOf each function outside test code it is said whether a test reaches it. Such a claim is right when coverage\n"
        "saw a test run the function, in its call or its set-up. *Depth*: hops from the test; the product walks without a limit.\n",
    ),
    (
        "affected",
        "tests told",
        "Tests told for a change of each function, against those that ran it: all pairs together, and the mean over functions.\n",
    ),
)


def rendered(results: dict[str, Any], published: list[dict[str, Any]]) -> str:
    """The document; the same results give the same text."""
    parts = [
        (HERE / "accuracy.head.md").read_text(encoding="utf-8").format(threshold=results["threshold"]),
        "## Targets\n",
        *targets(results),
        "## Call edges\n",
        *_calls(results, published),
        "## By kind of edge\n",
        *_kinds(results),
        "## What test runs show\n",
        *_executed(results),
        "## By basis\n",
        *_bases(results),
        *_cover(results),
        (HERE / "accuracy.tail.md").read_text(encoding="utf-8"),
    ]
    return "\n".join(part.rstrip("\n") + "\n" for part in parts)


def _calls(results: dict[str, Any], published: list[dict[str, Any]]) -> Iterator[str]:
    yield (
        "Distinct pairs of caller and callee. Rows of one corpus are comparable with each other; recall is not comparable between\n"
        "corpora. *Of executed*: the share of direct calls by name, seen in test runs, whose callee or a base method of it was found.\n"
        "*Overloads apart*: precision and recall call by call, where the very definition must be named, on its line; strict, see\n"
        "`bench/accuracy/overloads.py`. Of other tools every edge counts that they bind to a definition, whatever confidence they give\n"
        "it, as read from their index by `bench/accuracy/rival_edges`. Where a row names no command, its figures are quoted from where\n"
        "the last column says.\n\n" + "".join(f"- {meaning}\n" for meaning in _ROLES.values())
    )
    for folder, title in TITLES.items():
        rows: Rows = []
        for role in _ROLES:
            for corpus, entry in of_language(results, folder, role):
                rows += _rows_of(corpus, role, entry, published)
        if rows:
            yield f"### {title}\n"
            heads = (
                "corpus",
                "kind",
                "tool",
                "edges",
                "precision",
                "recall",
                "F1",
                "overloads apart",
                "of executed",
                "from",
            )
            yield table(heads, rows)
    elsewhere = [row for row in published if row["corpus"] not in results["corpora"]]
    if elsewhere:
        yield "Published by others, on other data or on corpora that are not measured here.\n"
        yield table(
            ("data", "tool", "precision", "recall", "from"),
            [
                (row["corpus"], row["tool"], shown(row["precision"]), shown(row["recall"]), row["source"])
                for row in elsewhere
            ],
        )


def _rows_of(
    corpus: str, role: str, entry: dict[str, Any], published: list[dict[str, Any]]
) -> Iterator[tuple[Any, ...]]:
    for tool, made in _own_first(entry["tools"]):
        found = made["measured"]
        calls, sites = found["calls"], found.get("sites")
        apart = f"{shown(sites['precision'])} / {shown(sites['recall'])}" if sites else ""
        ran = found["executed"].get("by name", {}).get("base_method")
        figures = (calls["tool_edges"], calls["precision"], calls["recall"], calls["f1"], apart, ran)
        yield corpus, role, tool, *map(shown, figures), f"`{made['command']}`"
    for row in published:
        if row["corpus"] == corpus:
            precision, recall = row["precision"], row["recall"]
            f1 = round(2 * precision * recall / (precision + recall), 4) if precision and recall else None
            figures = (precision, recall, f1, "", row.get("executed"))
            yield corpus, role, row["tool"], "", *map(shown, figures), row["source"]


def _kinds(results: dict[str, Any]) -> Iterator[str]:
    yield (
        "*Not seen*: edges the reference has not, where its silence says nothing: the forms of call below for which it never names a\n"
        "callee, and attribute accesses and references to a name for which it has no other target. *Precision* counts them as wrong;\n"
        "*where seen* leaves them out.\n"
    )
    rows: Rows = []
    for corpus, own in _own(results):
        for kind, row in own["kinds"].items():
            columns = ("truth_edges", "tool_edges", "right", "wrong", "not_seen")
            shares = ("precision", "precision_where_seen", "recall", "f1")
            rows.append((corpus, kind, *(row[each] for each in columns), *(shown(row[each]) for each in shares)))
    heads = (
        "corpus",
        "kind",
        "in truth",
        "edges",
        "right",
        "wrong",
        "not seen",
        "precision",
        "where seen",
        "recall",
        "F1",
    )
    yield table(heads, rows)


def _executed(results: dict[str, Any]) -> Iterator[str]:
    yield (
        "Recall of distinct (caller, callee) pairs that the corpora's own tests ran from one function of the repository directly into\n"
        "another (`--dynamic --via direct`). *By name*: the callee's name stands at the call. *All*: whatever stands there. Every kind of\n"
        "edge that runs its callee counts; *overrides* adds the overriding methods that `export --walked` names, *references* the\n"
        "functions and classes named as values.\n"
    )
    rows: Rows = []
    for corpus, own in _own(results):
        for group, row in own["executed"].items():
            shares = ("exact", "overrides", "base_method", "overrides_and_references")
            rows.append((corpus, group, row["edges"], *(shown(row[each]) for each in shares)))
    heads = (
        "corpus",
        "executed edges",
        "pairs",
        "exact callee",
        "overrides",
        "or its base method",
        "overrides, references",
    )
    yield table(heads, rows)


def _bases(results: dict[str, Any]) -> Iterator[str]:
    """Counts of all corpora of a family together, with the confidence that ships for it."""
    yield (
        "All corpora of a family of languages together. *Ran*: a test run went from that caller to that callee; *ran another*: where\n"
        "the edge stands, it went to another callee of the name only. *Confidence* is the figure that ships for the family\n"
        "(`server/blastlens/model/confidence.json`, which tells its evidence).\n"
    )
    stated = json.loads(CONFIDENCES.read_text(encoding="utf-8"))["languages"]
    for folder, title in TITLES.items():
        sums: dict[tuple[str, str], list[int]] = {}
        for _, own in _own(results, folder):
            for name, row in own["bases"].items():
                kind, basis = name.split("/")
                total = sums.setdefault((basis, kind), [0] * len(_COUNTED))
                for position, column in enumerate(_COUNTED):
                    total[position] += row[column]
        rows: Rows = []
        for (basis, kind), counts in sorted(sums.items()):
            right, wrong = counts[1:3]
            precision = round(right / (right + wrong), 4) if right + wrong else None
            confidence = stated.get(family_of(folder), {}).get(basis, {}).get("confidence")
            rows.append((basis, kind, *counts, shown(precision), shown(confidence)))
        if rows:
            yield f"### Bases in {title}\n"
            heads = (
                "basis",
                "kind",
                "edges",
                "right",
                "wrong",
                "not seen",
                "ran",
                "ran another",
                "precision",
                "confidence",
            )
            yield table(heads, rows)


def _cover(results: dict[str, Any]) -> Iterator[str]:
    """What `tests_cover` measured: whatever it names its figures."""
    for part, first, text in _COVER:
        rows: Rows = []
        columns: list[str] = []
        for corpus, own in _own(results):
            for name, row in own.get("tests_cover", {}).get(part, {}).items():
                columns = list(row)
                rows.append((corpus, name, *map(shown, row.values())))
        if rows:
            yield text
            yield table(("corpus", first, *columns), rows)


def _own(results: dict[str, Any], language: str | None = None) -> Iterator[tuple[str, dict[str, Any]]]:
    """What was measured of Blastlens, by corpus, in the order of languages and kinds of corpora."""
    for folder in TITLES if language is None else (language,):
        for role in _ROLES:
            for corpus, entry in of_language(results, folder, role):
                if OWN in entry["tools"]:
                    yield corpus, entry["tools"][OWN]["measured"]


def _own_first(tools: dict[str, Any]) -> list[tuple[str, Any]]:
    return sorted(tools.items(), key=lambda item: (item[0] != OWN, item[0]))
