"""SARIF 2.1.0 (OASIS Static Analysis Results Interchange Format), for code scanning and for other tools."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from blastlens import __version__
from blastlens.app.answer import Answer
from blastlens.app.check.registry import RULES, Rule
from blastlens.faces.cli.check.places import uri_of
from blastlens.faces.cli.console import Console

Row = Mapping[str, Any]
Json = dict[str, Any]
_SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"
_HOME: Final = "https://github.com/blastlens/blastlens"
_ROOT: Final = "%SRCROOT%"
_LEVELS: Final = {"error": "error", "warning": "warning", "off": "none"}


def show(console: Console, answer: Answer) -> None:
    console.json(log_of(answer))


def log_of(answer: Answer) -> Json:
    """One run. What is suppressed or in the baseline is in it, marked so. Columns count characters."""
    extra = answer.extra
    folder = extra["folder"]
    rows = [*answer.results, *extra["suppressed"], *extra["known"]]
    run: Json = {
        "tool": {"driver": _driver(extra["rules"])},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {_ROOT: {"description": _text("The root of the repository.")}},
        "automationDetails": {"id": "blastlens/check/"},
        "invocations": [_invocation(answer)],
        "results": [_result(row, folder, _state(row, extra["known"])) for row in rows],
    }
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


def _driver(rules: Mapping[str, Row]) -> Json:
    return {
        "name": "Blastlens",
        "version": __version__,
        "semanticVersion": __version__,
        "informationUri": _HOME,
        "rules": [_rule(rule, rules[rule.name]["level"]) for rule in RULES.values()],
    }


def _rule(rule: Rule, level: str) -> Json:
    return {
        "id": rule.name,
        "name": "".join(part.capitalize() for part in rule.name.split("-")),
        "shortDescription": _text(rule.title),
        "fullDescription": _text(f"{rule.title} {rule.mend}"),
        "help": {
            "text": f"{rule.title} {rule.mend} See {rule.page}",
            "markdown": f"{rule.title}\n\n{rule.mend}\n\n[More about this rule]({rule.page})",
        },
        "helpUri": rule.page,
        "defaultConfiguration": {"level": _LEVELS[level], "enabled": level != "off"},
    }


def _invocation(answer: Answer) -> Json:
    """Whether the check ran, and what keeps it from being the whole truth."""
    doubts = [] if answer.complete else [answer.reason or "not everything could be judged"]
    return {
        "executionSuccessful": True,
        "exitCode": 1 if answer.extra["totals"]["error"] else 0,
        "toolExecutionNotifications": [{"level": "warning", "message": _text(doubt)} for doubt in doubts],
    }


def _state(row: Row, known: Iterable[Row]) -> str:
    return "unchanged" if any(row is one for one in known) else "new"


def _result(row: Row, folder: str, state: str) -> Json:
    result: Json = {
        "ruleId": row["rule"],
        "ruleIndex": list(RULES).index(row["rule"]),
        "level": row["level"],
        "message": _text(row["message"]),
        "locations": [_location(row, folder)],
        "partialFingerprints": {"blastlens/v1": row["fingerprint"]},
        "baselineState": state,
        "suppressions": _suppressions(row, state),
        "rank": round(100 * row["confidence"], 2),
        "properties": {"confidence": row["confidence"], "relatedTotal": row["related_total"]},
    }
    if row["related"]:
        related = enumerate(row["related"], 1)
        result["relatedLocations"] = [
            {"id": number, **_location(one, folder), "message": _text(one["message"])} for number, one in related
        ]
    return result


def _suppressions(row: Row, state: str) -> list[Json]:
    if "reason" in row:
        return [{"kind": "inSource", "justification": row["reason"]}]
    return [{"kind": "external", "justification": "known in the baseline"}] if state == "unchanged" else []


def _location(row: Row, folder: str) -> Json:
    place: Json = {
        "artifactLocation": {"uri": uri_of(folder, row["file"]), "uriBaseId": _ROOT},
        "region": {"startLine": row["line"], "startColumn": row["column"], "endColumn": row["end_column"]},
    }
    named = {"logicalLocations": [{"fullyQualifiedName": row["symbol"]}]} if row.get("symbol") else {}
    return {"physicalLocation": place, **named}


def _text(text: str) -> Json:
    return {"text": text}
