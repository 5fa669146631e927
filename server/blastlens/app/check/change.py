"""A change with both of its sides: the graph before, the graph after, and what differs."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Final

from blastlens.app.ask.context import Context
from blastlens.app.change_sources import versions_of_diff, with_moves
from blastlens.app.changes import Changed, ChangeKind, TwoVersions, Versions
from blastlens.app.classifying import classified
from blastlens.app.errors import UserError
from blastlens.app.former import former_edges
from blastlens.app.half_read import half_read
from blastlens.app.questions import Check
from blastlens.app.snapshot import Snapshot
from blastlens.languages.registry import LANGUAGES, language_for
from blastlens.model.edge import Edge
from blastlens.model.symbol import Symbol, split_id
from blastlens.session import git, git_trees
from blastlens.session.counterpart import counterpart
from blastlens.session.diff import fit_diff, parse_diff
from blastlens.session.workspace import Blob, read_blob

_READ: Final = frozenset({"indexed", "partial"})


@dataclass(frozen=True)
class Change:
    """`before`: None where everything is new. `files`: sources with other content, `changed`: the definitions in them, deleted ones
    included. `renamed`: old path -> new path; `moved`: former id -> present id of definitions that moved by themselves. `since`: what the change is told from, for people; `commit`: the base, or "".
    `max_radius`: 0 for no limit."""

    before: Context | None
    after: Context
    files: tuple[TwoVersions, ...]
    changed: tuple[Changed, ...]
    renamed: Mapping[str, str]
    moved: Mapping[str, str]
    since: str
    commit: str
    threshold: float
    max_radius: int = 0

    def now(self, symbol_id: str) -> str:
        """The id that something of the former graph has, or would have, now."""
        if symbol_id in self.moved:
            return self.moved[symbol_id]
        path, name = split_id(symbol_id)
        return f"{self.renamed[path]}::{name}" if path in self.renamed else symbol_id

    def path_now(self, path: str) -> str:
        return self.renamed.get(path, path)

    @cached_property
    def half_read(self) -> tuple[str, ...]:
        """Paths of files whose text does not parse where it did (`app.half_read`); where everything is judged, of all that do not."""
        if self.before is None:
            return tuple(one.path for one in self.after.snapshot.troubled if one.state == "partial")
        return tuple(half_read(self.after.session, self.files))

    @cached_property
    def former(self) -> list[Edge]:
        """Edges from what is there after the change to what it took away, as far as the text still names that (`app.former`)."""
        return former_edges(self.after.session, self.after.snapshot.graph, self.files, self.changed)

    def edited(self) -> Iterator[Symbol]:
        """What was there before and differs in more than its place, as it is now."""
        for one in self.changed if self.before is not None else ():
            symbol = self.after.snapshot.graph.symbol(one.symbol) if one.deleted is None else None
            if (
                symbol is not None
                and one.before is not None
                and set(one.kinds) - {ChangeKind.MOVED, ChangeKind.RENAMED}
            ):
                yield symbol

    def subjects(self) -> Iterator[Symbol]:
        """What a rule about changed definitions looks at: where everything is judged, all of them."""
        return self.edited() if self.before is not None else iter(self.after.snapshot.graph.symbols())

    def text(self, path: str) -> bytes | None:
        """A file as it is after the change."""
        for file in self.files:
            if file.new_path == path:
                return file.new
        found = read_blob(self.after.session.root, path)
        return found.data if isinstance(found, Blob) else None


@contextmanager
def change_of(context: Context, question: Check, threshold: float, max_radius: int) -> Iterator[Change]:
    """Both sides of the change that a question names; they last as long as the block. Raises `UserError`, `SessionError`."""
    sources = [question.base is not None, question.working_tree, question.diff is not None, question.whole]
    if sum(sources) != 1:
        raise UserError(
            "a check needs one change to look at", "give a base, the working tree or a diff, or look at all"
        )
    with ExitStack() as stack:
        if question.whole:
            yield Change(None, context, (), (), {}, {}, "", "", threshold, max_radius)
            return
        before: Context | None = context
        after = context
        commit = ""
        beside: Mapping[str, bytes | None] = {}
        if question.diff is not None:
            fitted = fit_diff(context.session.root, parse_diff(question.diff))
            files = versions_of_diff(context.session, fitted)
            since = "the diff"
            if not fitted.applied:
                after = _other_side(stack, context, [(file.old_path, file.new_path, file.new) for file in files])
        else:
            commit = _base_commit(context.session.root, question)
            files = _since_commit(context.session.root, commit)
            beside = _packaging_at(context.session.root, commit)
            since = commit[:12] if commit else "nothing"
        files = [file for file in files if file.old != file.new or file.old_path != file.new_path]
        if not commit and question.diff is None:
            before = None
        elif (files or beside) and after is context:
            before = _other_side(stack, context, [(file.new_path, file.old_path, file.old) for file in files], beside)
        yield _told(before, after, files, since, commit, threshold, max_radius)


def _base_commit(root: Path, question: Check) -> str:
    """The commit that the work tree is compared with; "" where there is none yet."""
    if question.base is None:
        return git.resolve(root, "HEAD") if git.has_commits(root) else ""
    return git_trees.fork_of(root, question.base)


def _since_commit(root: Path, commit: str) -> list[TwoVersions]:
    changes = [
        change
        for change in git_trees.changes_since(root, commit)
        if any(path and language_for(path) is not None for path in (change.old_path, change.new_path))
    ]
    held = git_trees.contents(root, (change.old_object for change in changes if change.old_object))
    return with_moves(
        [TwoVersions(c.old_path, c.new_path, held.get(c.old_object), _read(root, c.new_path)) for c in changes]
    )


def _packaging_at(root: Path, commit: str) -> dict[str, bytes | None]:
    """What packaging files that differ held at a commit: they say what enters the code of that side."""
    rules = (language.rules.entry_points.packaging for language in LANGUAGES)
    names = {name for one in rules if one is not None for name in one.files}
    changes = [
        change
        for change in (git_trees.changes_since(root, commit) if commit else ())
        if {(path or "").rpartition("/")[2] for path in (change.old_path, change.new_path)} & names
    ]
    held = git_trees.contents(root, (change.old_object for change in changes if change.old_object))
    found: dict[str, bytes | None] = {one.new_path: None for one in changes if one.new_path is not None}
    return found | {one.old_path: held.get(one.old_object) for one in changes if one.old_path is not None}


def _read(root: Path, path: str | None) -> bytes | None:
    found = read_blob(root, path) if path is not None else None
    return found.data if isinstance(found, Blob) else None


def _other_side(
    stack: ExitStack,
    context: Context,
    files: Iterable[tuple[str | None, str | None, bytes | None]],
    beside: Mapping[str, bytes | None] = MappingProxyType({}),
) -> Context:
    """A context over the same files with others in their place: (path that goes, path that comes, what it holds). `beside`: of
    packaging files."""
    contents: dict[str, bytes | None] = {}
    coming: dict[str, bytes | None] = {}
    for gone, come, data in files:
        if gone is not None:
            contents[gone] = None
        if come is not None:
            coming[come] = data
    session = stack.enter_context(counterpart(context.session, {**contents, **coming}, beside))
    snapshot = Snapshot(session.graph(), part=context.snapshot.part)
    return Context(session, snapshot, context.settings, list, lambda _: snapshot.joined)


def _told(
    before: Context | None,
    after: Context,
    files: Sequence[TwoVersions],
    since: str,
    commit: str,
    threshold: float,
    max_radius: int,
) -> Change:
    known = [_known(file, before, after) for file in files]
    told = tuple(file for file in known if file.old_path is not None or file.new_path is not None)
    changed = classified(Versions(after.session), told).changed
    renamed = {
        file.old_path: file.new_path for file in told if file.old_path and file.new_path not in (None, file.old_path)
    }
    return Change(
        before,
        after,
        told,
        tuple(changed),
        {old: new for old, new in renamed.items() if new is not None},
        {one.former_id: one.symbol for one in changed if one.former_id is not None and one.deleted is None},
        since,
        commit,
        threshold,
        max_radius,
    )


def _known(file: TwoVersions, before: Context | None, after: Context) -> TwoVersions:
    """The file without a side that the graph of that side does not have: it was left out."""
    old = file.old_path if file.old_path is not None and before is not None and _has(before, file.old_path) else None
    new = file.new_path if file.new_path is not None and _has(after, file.new_path) else None
    return TwoVersions(old, new, file.old if old is not None else None, file.new if new is not None else None)


def _has(context: Context, path: str) -> bool:
    record = context.snapshot.graph.file(path)
    return record is not None and record.state in _READ
