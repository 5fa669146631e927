"""Runs one case: lays the files out, takes the steps, checks claims and answers.

After each step a copy of the tree is built from nothing and compared with the live graph.
"""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from blastlens.app.api import Blastlens
from blastlens.app.settings import load_settings
from blastlens.model.graph import Graph
from blastlens.session.judged_edges import JUDGED_PATH
from blastlens.session.ports import Refresh
from blastlens.session.session import Session
from spec_kit.claims import failures
from spec_kit.dump import difference, dump, relations, unresolved_of
from spec_kit.faces import answers
from spec_kit.rewrites import Rewrites
from spec_kit.spec import Case, CaseError, Expect, Step

_MOST_DIFFERENCES = 20
_NOBODY = ("-c", "user.name=nobody", "-c", "user.email=nobody@example.com")


def run_case(case: Case, folder: Path, rewrites: Rewrites | None = None) -> None:
    """Run `case` in the empty `folder`. With `rewrites`, a differing `expect` block is collected instead of failing.
    Raises `CaseError`."""
    root = folder / "repo"
    root.mkdir()
    first, *steps = case.steps
    _write(root, first)
    if any(query.text.startswith("not-updated") for step in case.steps for query in step.queries):
        _commit(root)
    with _opened(root) as app:
        problems = _check(first, root, app, rewrites)
        for step in steps:
            problems += _take(step, root, app, rewrites)
        problems += [f"`blastlens verify` names {row}" for row in app.verify().results]
    if problems:
        raise CaseError("\n".join(problems))


@contextmanager
def _opened(root: Path) -> Iterator[Blastlens]:
    app = Blastlens.open(root)
    try:
        yield app
    finally:
        app.close()


def _write(root: Path, step: Step) -> None:
    for source in step.sources:
        target = root / source.path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(source.text.encode())


def _commit(root: Path) -> None:
    """Everything that is there, as one more commit."""
    for words in (("init", "-q"), ("add", "-A"), (*_NOBODY, "commit", "-q", "--allow-empty", "-m", "a commit")):
        subprocess.run(["git", *words], cwd=root, check=True)


def _graph(root: Path) -> Graph:
    with Session.open(root) as session:
        return session.graph()


def _take(step: Step, root: Path, app: Blastlens, rewrites: Rewrites | None) -> list[str]:
    if step.verb == "commit":
        _commit(root)
        return _check(step, root, app, rewrites)
    with Session.open(root) as session:
        before = session.graph()
        names = frozenset(symbol.name for symbol in before.symbols())
        known = relations(before)
        lost = unresolved_of(before, names)
    if step.verb == "rename":
        target = root / step.paths[1]
        target.parent.mkdir(parents=True, exist_ok=True)
        (root / step.paths[0]).rename(target)
    elif step.verb == "delete":
        (root / step.paths[0]).unlink()
    _write(root, step)
    refresh = app.refresh(sorted({*step.paths, *(source.path for source in step.sources)}))
    with Session.open(root) as session:
        after = session.graph()
        all_names = names | {symbol.name for symbol in after.symbols()}
        now = relations(after) | unresolved_of(after, all_names)
    report = _report(refresh, known | lost, now)
    assert step.report is not None
    problems = _compare(step.report, report, f"## {step.verb} {step.paths[0]}", rewrites)
    return problems + _check(step, root, app, rewrites)


def _report(refresh: Refresh, before: set[str], after: set[str]) -> list[str]:
    out = [
        f"extracted: {', '.join(refresh.extracted) or 'nothing'}",
        f"relinked: {', '.join(refresh.relinked) or 'nothing'}",
    ]
    out += [f"- {line}" for line in sorted(before - after)]
    return out + [f"+ {line}" for line in sorted(after - before)]


def _check(step: Step, root: Path, app: Blastlens, rewrites: Rewrites | None) -> list[str]:
    problems: list[str] = []
    with Session.open(root) as session:
        graph = session.graph()
        for source in step.sources:
            problems += failures(source, graph, app)
        problems += _rebuild_differs(root, dump(graph))
    for query in step.queries:
        told, disagreements = answers(query.text, root, app)
        problems += [f"line {query.spec_line}: `{query.text}`: {text}" for text in disagreements]
        problems += _compare(query.expect, told, f"`{query.text}`", rewrites)
    return problems


def _rebuild_differs(root: Path, live: list[str]) -> list[str]:
    """The kit builds a copy of the tree from nothing itself, so that it does not rest on the product's own `verify`."""
    copy = root.parent / "rebuilt"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(root, copy, ignore=shutil.ignore_patterns(".code-graph"))
    judged = root / JUDGED_PATH
    if judged.exists():  # what people say of edges is no part of the index
        (copy / JUDGED_PATH).parent.mkdir()
        shutil.copyfile(judged, copy / JUDGED_PATH)
    with Session.open(copy, frameworks=load_settings(copy).frameworks) as session:
        session.refresh()
        rebuilt = dump(session.graph())
    found = difference(rebuilt, live)
    shown = found[:_MOST_DIFFERENCES]
    return [f"incremental (+) differs from rebuilt (-): {line}" for line in shown]


def _compare(block: Expect, found: list[str], what: str, rewrites: Rewrites | None) -> list[str]:
    wanted = [line.rstrip() for line in block.lines if line.strip()]
    if wanted == found:
        return []
    if rewrites is not None:
        rewrites.add(block, found)
        return []
    lines = [f"line {block.first}: {what} gives other lines (- expected, + found):"]
    return ["\n".join(lines + [f"    {line}" for line in difference(wanted, found)] + _order(wanted, found))]


def _order(wanted: list[str], found: list[str]) -> list[str]:
    return ["    (same lines, other order)"] if sorted(wanted) == sorted(found) else []
