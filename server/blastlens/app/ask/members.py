"""`Members`."""

from collections.abc import Iterable, Sequence, Set
from typing import Any, Final

from blastlens.analyses.members import Member, Role, members, order_of, roles
from blastlens.app.answer import Answer
from blastlens.app.ask.callers import is_cut
from blastlens.app.ask.context import Context
from blastlens.app.ask.rows import Row, display, placed, rounded
from blastlens.app.errors import UserError
from blastlens.app.questions import Members
from blastlens.app.resolve import resolve_symbol
from blastlens.languages.interface import Asked
from blastlens.languages.registry import language_for
from blastlens.link.linkers import Linkers
from blastlens.link.receivers import receiver_classes
from blastlens.model.edge import Edge
from blastlens.model.symbol import Symbol, SymbolKind, file_of
from blastlens.session.deep_stack import run_deep
from blastlens.session.workspace import Blob, content_hash, read_blob
from blastlens.views.wording import plural, use_of

_CLASSES: Final = (SymbolKind.CLASS, SymbolKind.INTERFACE)
_MOST_SKETCHED: Final = 5


def answer_members(context: Context, question: Members) -> Answer:
    """Raises `UserError` for what is no class. `results`: the members; `extra["clients"]`: the files that use them, by the set of
    members they use, each with a sketch of the interface that would do for them."""
    graph = context.snapshot.graph
    symbol = resolve_symbol(graph, question.symbol)
    if symbol.kind not in _CLASSES:
        raise UserError(f"{symbol.display_id} is no class", "name a class or an interface")
    through = _Through(context, symbol.id)
    found = members(graph, symbol.id, question.min_confidence, through)
    states = {one.name: _state(context, one, symbol.id, through.unknown, question.min_confidence) for one in found}
    rows = [_row(context, symbol, one, *states[one.name]) for one in found]
    used = roles(graph, found)
    sketches = _Sketches(context, symbol, {one.name: one for one in found})
    clients = [
        {**_role_row(role), "sketch": sketches.of(role, number) if number < _MOST_SKETCHED else ""}
        for number, role in enumerate(used)
    ]
    extra = {"target": placed(symbol), "clients": clients}
    unknown = [name for name, (state, _) in states.items() if state == "unknown"]
    notes = [f"whether {plural(len(unknown), 'member')} is used is not known ({_some(unknown)})"] if unknown else []
    open_ones = [one.name for one in found if states[one.name][0] != "unknown" and _has_open_uses(context, one)]
    if open_ones:
        notes.append(f"uses on something unknown may mean {plural(len(open_ones), 'member')} too ({_some(open_ones)})")
    return context.answer("members", question, rows, notes, cut=bool(unknown or open_ones), extra=extra)


def _has_open_uses(context: Context, member: Member) -> bool:
    return any(context.snapshot.unseen(one).unresolved for one in member.symbols)


class _Through:
    """Whether an edge to an inherited member starts at an instance of a class, as far as its receivers are known: `members.Through`."""

    def __init__(self, context: Context, class_id: str) -> None:
        self._context = context
        self._class = class_id
        self._above = frozenset(order_of(context.snapshot.graph, class_id))
        self._linkers: Linkers | None = None
        self.unknown: set[str] = set()  # members with uses of which the receiver is not known

    def __call__(self, edge: Edge) -> bool | None:
        return run_deep(lambda: self._is_through(edge))

    def _is_through(self, edge: Edge) -> bool | None:
        if self._linkers is None:
            session = self._context.session
            self._linkers = Linkers(session.program({}), session.frameworks)
        linker = self._linkers.linker_for(file_of(edge.source))
        places = [(site.line, site.column) for site in edge.sites]
        found = receiver_classes(linker, file_of(edge.source), places) if linker is not None else {}
        if len(found) < len(set(places)):
            self.unknown.add(edge.target)
        if any(self._class in classes for classes in found.values()):
            return True
        return None if any(classes <= self._above for classes in found.values()) else False


def _state(
    context: Context, member: Member, class_id: str, unknown: Set[str], min_confidence: float
) -> tuple[str, str]:
    """Whether it is used, and why that is not known."""
    if member.outside:
        return "used", ""
    snapshot = context.snapshot
    for one in member.symbols:
        unseen = snapshot.unseen(one)
        if one.id in unknown:
            return "unknown", "used on something of unknown class"
        if unseen.outside:
            return "unknown", unseen.outside
        if unseen.unresolved:
            return (
                "unknown",
                f"{plural(unseen.unresolved, use_of(one))} of `{one.name}` on something unknown may mean it",
            )
        if unseen.by_language:
            return "unknown", "the language calls it by itself"
        if member.above:
            above, own = (display(snapshot.graph, one).rpartition("::")[2] for one in (member.owner, class_id))
            return "unknown", f"used where `{above}` is declared, which may be `{own}`"
        if is_cut(snapshot.blind, [one], has_callers=member.inside > 0):
            return "unknown", "it may be called by a name that is made at run time"
        callers = snapshot.callers(one.id, min_confidence)
        if member.owner == class_id and (callers.possible or (callers.sure and not member.inside)):
            return "unknown", "it may be called through what it overrides"
    return ("inside" if member.inside else "unused"), ""


def _row(context: Context, owner: Symbol, member: Member, state: str, reason: str) -> Row:
    graph = context.snapshot.graph
    first = member.symbols[0]
    row = {**placed(first), "name": member.name, "state": state}
    row |= {"reason": reason} if reason else {}
    row["uses"] = sum(max(len(edge.sites), 1) for edge in member.outside)
    row["inside"] = member.inside
    row["users"] = sorted({display(graph, edge.source) for edge in member.outside})
    row["files"] = list(member.files)
    row["confidence"] = rounded(min((edge.confidence for edge in member.outside), default=1.0))
    if member.owner != owner.id:
        row["inherited_from"] = display(graph, member.owner)
    return row


def _role_row(role: Role) -> dict[str, Any]:
    return {"members": list(role.names), "files": list(role.files), "test": role.is_test}


def _some(names: Sequence[str]) -> str:
    return ", ".join(names[:3]) + (", …" if len(names) > 3 else "")


class _Sketches:
    """Interfaces in the language of a class, out of the text of its members."""

    def __init__(self, context: Context, owner: Symbol, by_name: dict[str, Member]) -> None:
        self._context = context
        self._owner = owner
        self._by_name = by_name
        self._language = language_for(owner.file)

    def of(self, role: Role, number: int) -> str:
        """ "" where the language has no interfaces, or the text has changed since it was indexed."""
        if self._language is None or not self._language.interface.opening:
            return ""
        asked = [head for one in role.names for head in self._heads(self._by_name[one].symbols)]
        name = f"{self._owner.name}Role{number + 1 if number else ''}"
        return self._language.interface.sketch(name, asked, self._parameters())

    def _heads(self, symbols: Iterable[Symbol]) -> list[Asked]:
        from blastlens.extract.heads import heads

        out: list[Asked] = []
        for one in symbols:
            data = self._text(one.file)
            if self._language is not None and data is not None:
                found = heads(self._language, data, {one.id: (one.line, one.column)})
                out += [Asked(one.name, head, one.flags) for head in found.values()]
        return out

    def _parameters(self) -> str:
        """The type parameters of the class."""
        from blastlens.extract.heads import type_parameters

        owner, data = self._owner, self._text(self._owner.file)
        place = (owner.line, owner.column)
        return "" if self._language is None or data is None else type_parameters(self._language, data, place)

    def _text(self, path: str) -> bytes | None:
        """Of a file that is as it was indexed."""
        blob, record = read_blob(self._context.session.root, path), self._context.snapshot.graph.file(path)
        is_same = isinstance(blob, Blob) and record is not None and record.content_hash == content_hash(blob.data)
        return blob.data if is_same and isinstance(blob, Blob) else None
