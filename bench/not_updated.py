"""Callers not updated, against history.

*Precision.* A commit of a repository that is kept working leaves no caller behind, so what is claimed of it is most likely wrong. Each
commit that touches sources is checked out, compared with its parent, and the claims are printed, to be read one by one.

*Recall* (`--recall`). Of each such commit only the heads of the functions that take less are taken over into the parent's files, as
an edit that is planned. The functions whose calls of what has changed the commit itself rewrote should be listed.

usage: not_updated.py FOLDER... [--commits N] [--recall] [--show-possible]      FOLDER: a clone with history
"""

import argparse
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from blastlens.analyses.callers_not_updated import takes_all
from blastlens.app import change_sources
from blastlens.app.api import Blastlens
from blastlens.app.changes import TwoVersions, Versions
from blastlens.app.classifying import classified
from blastlens.app.former import former_edges
from blastlens.app.not_updated import not_updated
from blastlens.app.signature_changes import SignatureChange, facts_of_versions, signature_changes
from blastlens.extract.extractor import parser_of
from blastlens.facts.file_facts import FileFacts, Use
from blastlens.languages.registry import language_for
from blastlens.link.signatures import shape_of
from blastlens.model.definitions import last_name, symbol_ids
from blastlens.model.signature import CallShape
from blastlens.model.symbol import module_id, qualname_of
from blastlens.session.session import Session


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", metavar="FOLDER")
    parser.add_argument("--commits", type=int, default=150, metavar="N")
    parser.add_argument("--recall", action="store_true")
    parser.add_argument("--show-possible", action="store_true")
    args = parser.parse_args()
    for folder in args.folders:
        with tempfile.TemporaryDirectory(prefix="blastlens-history-") as place:
            copy = Path(place) / "copy"
            _git(Path.cwd(), "clone", "-q", "--shared", "--no-checkout", folder, str(copy))
            print(f"{Path(folder).name}: {_replay(copy, args)}", flush=True)


def _replay(copy: Path, args: argparse.Namespace) -> str:
    totals: Counter[str] = Counter()
    app: Blastlens | None = None
    for commit in _commits(copy, args.commits):
        try:
            _git(copy, "checkout", "-q", "--force", f"{commit}~1" if args.recall else commit)
        except subprocess.CalledProcessError:  # a clone without its largest files
            totals["incomplete"] += 1
            continue
        if app is None:
            app = Blastlens.open(copy, one_shot=True)
        else:
            app.refresh()
        totals["commits"] += 1
        files = change_sources.commits(app._session, f"{commit}~1..{commit}")
        if args.recall:
            _recall(app._session, commit, files, totals)
        else:
            _precision(app._session, commit, files, totals, show_possible=args.show_possible)
    if app is not None:
        app.close()
    return ", ".join(f"{word} {number}" for word, number in totals.items())


def _precision(
    session: Session, commit: str, files: list[TwoVersions], totals: Counter[str], *, show_possible: bool
) -> None:
    graph = session.graph()
    changed = classified(Versions(session), files).changed
    found = not_updated(session, graph, files, former_edges(session, graph, files, changed))
    totals["changes"] += found.changes
    totals["removed"] += sum(one.deleted is not None for one in changed)
    totals["calls"] += found.calls
    totals["claims"] += len(found.sure)
    totals["possible"] += len(found.possible)
    marked = [*(("", row) for row in found.sure), *(("? ", row) for row in found.possible if show_possible)]
    for mark, row in marked:
        place = f"{row['file']}:{row['line']} {row['symbol']}"
        print(f"  {mark}{commit[:10]} {place} -> {row['callee']}: {row['misfit']}", flush=True)


def _recall(session: Session, commit: str, files: list[TwoVersions], totals: Counter[str]) -> None:
    graph = session.graph()
    _, new, both = facts_of_versions(session, files)
    narrowed = {
        key: change
        for key, change in signature_changes(both).items()
        if not (change.old.is_class or change.new.is_class)
        and not takes_all(change.old.taken(bound=True), change.new.taken(bound=True))
    }
    totals["narrowed"] += len(narrowed)
    planned = []
    for file, _, _ in both:
        mine = [one for one in narrowed.values() if one.key[0] == file.new_path and file.old_path == file.new_path]
        if mine:
            planned.append(TwoVersions(file.old_path, file.old_path, file.old, _with_heads(file, mine)))
    if not planned:
        return
    found = not_updated(session, graph, planned)
    sure = {row["symbol"] for row in found.sure}
    listed = sure | {row["symbol"] for row in found.possible}
    for change in narrowed.values():
        for caller in _rewritten(session, change, new):
            if tuple(caller.split("::")) in narrowed:
                continue  # its own parameters are others now, and its body is not
            totals["rewritten"] += 1
            totals["listed as sure"] += caller in sure
            totals["listed"] += caller in listed
            if caller not in listed:
                print(f"  {commit[:10]} {caller} -> {change.key[1]} is not listed", flush=True)


def _with_heads(file: TwoVersions, changes: list[SignatureChange]) -> bytes:
    """A file's old text with the heads that some functions have in its new one."""
    path = file.new_path or ""
    old, new = file.old or b"", file.new or b""
    edits = []
    for change in changes:
        for one, other in zip(change.old.definitions, change.new.definitions, strict=False):
            start, end = _head(path, old, change.old.facts, one)
            first, last = _head(path, new, change.new.facts, other)
            edits.append((start, end, new[first:last]))
    for start, end, text in sorted(edits, reverse=True):
        old = old[:start] + text + old[end:]
    return old


def _head(path: str, data: bytes, facts: FileFacts, definition: int) -> tuple[int, int]:
    """Where the text of a function stands from its name to its body."""
    language = language_for(path)
    assert language is not None
    _, _, line, column, _ = facts.def_spans[definition]
    node = parser_of(language.grammar)(data).descendant_for_point_range((line - 1, column), (line - 1, column + 1))
    start = node.start_byte if node is not None else 0
    while node is not None and node.child_by_field_name("body") is None:
        node = node.parent
    return start, node.child_by_field_name("body").start_byte if node is not None else start


def _rewritten(session: Session, change: SignatureChange, new: dict[str, FileFacts | None]) -> Iterator[str]:
    """Symbols that call what has changed, and pass something else in the new version of their file."""
    graph = session.graph()
    name = change.key[1].rpartition(".")[2]
    old_id = symbol_ids(change.key[0], change.old.facts)[change.old.definitions[0]]
    for caller in sorted({edge.source for edge in graph.incoming(old_id) if edge.confidence >= 0.7}):
        path = caller.rpartition("::")[0]
        before, after = session.facts(path), new.get(path)
        if before is None or after is None:
            continue
        was, now = (_shapes(path, facts, caller, name) for facts in (before, after))
        if was and now and was != now:
            symbol = graph.symbol(caller)
            yield symbol.display_id if symbol is not None else caller


def _shapes(path: str, facts: FileFacts, caller: str, name: str) -> list[CallShape]:
    """What the calls of a name in one definition pass."""
    ids = symbol_ids(path, facts)
    out = []
    for ctx, expr, kind in facts.uses:
        scope = facts.contexts[ctx][0]
        while scope >= 0 and facts.scopes[scope].owner < 0:
            scope = facts.scopes[scope].parent
        source = ids[facts.scopes[scope].owner] if scope >= 0 else module_id(path)
        if (
            kind == Use.CALL
            and last_name(facts, facts.exprs[expr][1]) == name
            and qualname_of(source) == qualname_of(caller)
        ):
            out.append(shape_of(facts, expr))
    return sorted(out)


def _commits(copy: Path, most: int) -> Iterator[str]:
    """The newest commits with one parent that touch a source file, newest first."""
    log = _git(copy, "log", "--no-merges", "--format=%x00%H", "--name-only", "-n", str(8 * most))
    found = 0
    for entry in log.split("\0")[1:]:
        commit, *paths = entry.split()
        if found < most and any(language_for(path) is not None for path in paths):
            found += 1
            yield commit


def _git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(["git", "-C", str(folder), *arguments], check=True, capture_output=True, text=True)
    return done.stdout


if __name__ == "__main__":
    main()
