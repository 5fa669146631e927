"""An answer as the lines of an `expect` block. Lines of code and numbers that calibration changes are left out."""

from collections.abc import Iterator
from typing import Any

from blastlens.app.errors import UserError
from blastlens.views.wording import KINDS_OF_CALLS

_BLAST_PARTS = (
    *("changed", "direct", "transitive", "subtypes", "referenced_by", "files", "tests", "likely_tests"),
    *("untested", "unknown"),
)


def render(envelope: dict[str, Any]) -> list[str]:
    """Lines of an envelope (`Answer.to_json`): one row a line, `nothing` when empty, `incomplete: …` below."""
    out: list[str] = []
    if "directories" in envelope:
        out = [_calls("total", envelope["total"]), *(_calls(row["directory"], row) for row in envelope["directories"])]
        out += [f"{row['file']}:{','.join(map(str, row['lines']))} {row['why']}" for row in envelope["results"]]
    elif "commands" in envelope:
        out = [_line(row) for row in envelope["results"]] or ["nothing"]
        out += [f"run: {row['command']}" for row in envelope["commands"]]
    elif "clients" in envelope:
        out = sorted(_member(row) for row in envelope["results"]) or ["nothing"]
        for one in envelope["clients"]:
            kind = "tests" if one.get("test") else "files"
            out.append(f"{kind} {', '.join(one['files'])} use {', '.join(one['members'])}")
    elif "may_not_fit" in envelope and "changed" not in envelope:
        rows = [*envelope["results"], *({**row, "mark": "? "} for row in envelope["may_not_fit"])]
        out = [f"{row.get('mark', '')}{label(row)} -> {row['callee']}: {row['misfit']}" for row in rows] or ["nothing"]
    elif "stale_baseline" in envelope:
        out = list(_check(envelope)) or ["nothing"]
    elif "changed" in envelope:
        for part in _BLAST_PARTS:
            rows = envelope.get(part) or []
            if rows:
                out.append(
                    f"{part}: " + ", ".join(sorted(_changed(row) if part == "changed" else label(row) for row in rows))
                )
    else:
        out = [_line(row) for row in _runs(envelope["results"])] or ["nothing"]
    if not envelope["complete"]:
        out.append(f"incomplete: {envelope['reason']}")
    return out


def _runs(rows: list[Any]) -> list[Any]:
    """Rows with an excerpt as a row for each run of its lines."""
    out = []
    for row in rows:
        for run in row.get("excerpt", ()) if isinstance(row, dict) else ():
            out.append({**row, "at": f"{run['first']}-{run['last']}", "text": run["text"]})
        if not isinstance(row, dict) or "excerpt" not in row:
            out.append(row)
    return out


def _member(row: dict[str, Any]) -> str:
    text = f"{label(row)} {row['state']}"
    if row.get("uses"):
        text += f" {row['uses']} by {', '.join(row['users'])}"
    if row.get("inherited_from"):
        text += f", inherited from {row['inherited_from']}"
    return text + (f": {row['reason']}" if row.get("reason") else "")


def _check(envelope: dict[str, Any]) -> Iterator[str]:
    """Findings that count with their messages, then what is left out and why."""
    for row in envelope["results"]:
        yield f"{row['level']} {row['rule']} {label(row)}: {row['message']}"
    for row in envelope["suppressed"]:
        yield f"suppressed {row['rule']} {label(row)}: {row['reason']}"
    for row in envelope["known"]:
        yield f"known {row['rule']} {label(row)}"
    for row in envelope["stale_baseline"]:
        yield f"stale {row['rule']} {row['symbol'] or row['file']}"


def _calls(name: str, row: dict[str, Any]) -> str:
    """What the calls of a folder lead to; kinds of which there are none are left out."""
    kinds = [f"{row[kind]} {kind}" for kind in KINDS_OF_CALLS if row.get(kind)]
    return f"{name}: {', '.join(kinds) or 'no calls'}"


def _changed(row: Any) -> str:
    """A changed definition, with what is different about it."""
    kinds = ", ".join(row.get("changes") or ())
    former = f" from {row['former']}" if row.get("former") else ""
    return f"{label(row)} ({kinds}{former})" if kinds else label(row)


def label(row: Any) -> str:
    """How a row names its thing: a symbol, a file, or the members of a cycle."""
    if isinstance(row, str):
        return row
    if "members" in row:
        return " ".join(sorted(label(member) for member in row["members"]))
    return str(row.get("symbol") or row.get("file"))


def _line(row: Any) -> str:
    """Rows of `explain` say how the edge was found; steps further away than one say how far; functions of which something else is
    known than that no test is found say what; dead code says with which it goes."""
    text = label(row)
    if not isinstance(row, dict):
        return text
    if "callee" in row:
        return f"{text} {row['kind']} {row['callee']} [{row['basis']}]"
    if "state" in row and row["state"] in ("MEASURED", "NOT RUN", "INFERRED", "UNKNOWN"):
        text += f" {row['state']}"
    if "state" in row and row.get("reason"):
        text += f": {row['reason']}"
    if "at" in row:
        part = f"{row['part']} " if "part" in row else ""
        return f"{part}{text} {row['at']} {row['text'].strip().splitlines()[0]}"
    if "name" in row:
        text = f"{row['name']}: {text}"
    if "reach" in row:
        text += f" reaches {row['reach']} in {row['files']} files, {row['depth']} deep"
    if "in" in row and "out" in row:
        text += f" in {row['in']} out {row['out']}"
    if "paths" in row:
        text += f" {row['paths']:g} paths" + (f" cuts off {row['cuts_off']}" if row.get("cuts_off") else "")
    if row.get("state") in ("possibly dead", "unknown"):
        text += f" {row['state']}: {row['why']}"
    if row.get("island", row.get("symbol")) != row.get("symbol"):
        text += f", with {row['island']}"
    if "cognitive" in row:
        text += f" depth {row.get('branch_depth')}, cognitive {row['cognitive']}, cyclomatic {row['cyclomatic']}"
    if row.get("state") == "dead" and row.get("imports"):
        text += f", imported in {', '.join(row['imports'])}"
    hops = row.get("hops", 1)
    return f"{text} in {hops} hops" if isinstance(hops, int) and hops > 1 else text


def render_error(error: UserError) -> list[str]:
    return [f"error: {error.code}", *(f"choice: {choice}" for choice in error.choices)]
