"""`docs/accuracy.md` from the stored results."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
CONFIDENCES = HERE.parents[1] / "server" / "blastlens" / "model" / "confidence.json"
OWN = "Blastlens"
_ROLES = {
    "open": "open: the targets are stated for these, and they were looked at all the time",
    "development": "development: of other styles, looked at for what is missed",
    "blind": "blind: looked at once, at the end",
    "own": "named on the command line",
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

Rows = list[tuple[Any, ...]]


def rendered(results: dict[str, Any], published: list[dict[str, Any]]) -> str:
    """The document; the same results give the same text."""
    parts = [
        (HERE / "accuracy.head.md").read_text(encoding="utf-8").format(threshold=results["threshold"]),
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
        "corpora. *Of executed*: the share of direct calls by name, seen in test runs, whose callee or a base method of it was found. Of\n"
        "other tools every edge counts that they bind to a definition, whatever confidence they give it, as read from their index by\n"
        "`bench/accuracy/rival_edges`. Where a row names no command, its figures are quoted from where the last column says.\n"
    )
    for role, meaning in _ROLES.items():
        rows: Rows = []
        for corpus, entry in _of_role(results, role):
            for tool, made in _own_first(entry["tools"]):
                calls = made["measured"]["calls"]
                ran = made["measured"]["executed"].get("by name", {}).get("base_method")
                figures = (calls["tool_edges"], calls["precision"], calls["recall"], calls["f1"], ran)
                rows.append((corpus, tool, *map(_shown, figures), f"`{made['command']}`"))
            for row in published:
                if row["corpus"] == corpus:
                    f1 = 2 * row["precision"] * row["recall"] / (row["precision"] + row["recall"])
                    figures = (row["precision"], row["recall"], round(f1, 4))
                    rows.append((corpus, row["tool"], "", *map(_shown, figures), "", row["source"]))
        if rows:
            yield f"Corpora of the kind {meaning}.\n"
            yield _table(("corpus", "tool", "edges", "precision", "recall", "F1", "of executed", "from"), rows)
    elsewhere = [row for row in published if row["corpus"] not in results["corpora"]]
    if elsewhere:
        yield "Published by others, on other data: not comparable with the rows above.\n"
        yield _table(
            ("data", "tool", "precision", "recall", "from"),
            [
                (row["corpus"], row["tool"], _shown(row["precision"]), _shown(row["recall"]), row["source"])
                for row in elsewhere
            ],
        )


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
            rows.append((corpus, kind, *(row[each] for each in columns), *(_shown(row[each]) for each in shares)))
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
    yield _table(heads, rows)


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
            rows.append((corpus, group, row["edges"], *(_shown(row[each]) for each in shares)))
    heads = (
        "corpus",
        "executed edges",
        "pairs",
        "exact callee",
        "overrides",
        "or its base method",
        "overrides, references",
    )
    yield _table(heads, rows)


def _bases(results: dict[str, Any]) -> Iterator[str]:
    """Counts of all corpora together, with the confidence that ships."""
    yield (
        "All corpora together. *Ran*: a test run went from that caller to that callee; *ran another*: where the edge stands, it\n"
        "went to another callee of the name only. *Confidence* is the figure that ships (`server/blastlens/model/confidence.json`).\n"
    )
    stated = json.loads(CONFIDENCES.read_text(encoding="utf-8"))["languages"]["python"]
    sums: dict[tuple[str, str], list[int]] = {}
    for _, own in _own(results):
        for name, row in own["bases"].items():
            kind, basis = name.split("/")
            total = sums.setdefault((basis, kind), [0] * len(_COUNTED))
            for position, column in enumerate(_COUNTED):
                total[position] += row[column]
    rows: Rows = []
    for (basis, kind), counts in sorted(sums.items()):
        right, wrong = counts[1:3]
        precision = round(right / (right + wrong), 4) if right + wrong else None
        rows.append((basis, kind, *counts, _shown(precision), _shown(stated.get(basis, {}).get("confidence"))))
    heads = ("basis", "kind", "edges", "right", "wrong", "not seen", "ran", "ran another", "precision", "confidence")
    yield _table(heads, rows)


def _cover(results: dict[str, Any]) -> Iterator[str]:
    """What `tests_cover` measured: whatever it names its figures."""
    for part, first, text in _COVER:
        rows: Rows = []
        columns: list[str] = []
        for corpus, own in _own(results):
            for name, row in own.get("tests_cover", {}).get(part, {}).items():
                columns = list(row)
                rows.append((corpus, name, *map(_shown, row.values())))
        if rows:
            yield text
            yield _table(("corpus", first, *columns), rows)


def _own(results: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for role in _ROLES:
        for corpus, entry in _of_role(results, role):
            if OWN in entry["tools"]:
                yield corpus, entry["tools"][OWN]["measured"]


def _of_role(results: dict[str, Any], role: str) -> list[tuple[str, dict[str, Any]]]:
    return sorted((name, entry) for name, entry in results["corpora"].items() if entry["role"] == role)


def _own_first(tools: dict[str, Any]) -> list[tuple[str, Any]]:
    return sorted(tools.items(), key=lambda item: (item[0] != OWN, item[0]))


def _shown(value: Any) -> str:
    if value is None:
        return ""
    return f"{value:.4f}" if isinstance(value, float) else f"{value:,}" if isinstance(value, int) else str(value)


def _table(heads: tuple[str, ...], rows: Rows) -> str:
    lines = ["| " + " | ".join(heads) + " |", "| " + " | ".join("---" for _ in heads) + " |"]
    lines += ["| " + " | ".join(map(str, row)) + " |" for row in rows]
    return "\n".join(lines) + "\n"
