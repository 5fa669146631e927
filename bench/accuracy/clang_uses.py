"""Calls and references between the definitions of a C or C++ repository, translation unit by translation unit."""

import re
from typing import Any, NamedTuple

from clang.cindex import Cursor, CursorKind, TranslationUnit, conf
from clang_places import Place
from clang_symbols import CLASSES, FUNCTIONS, Row, Symbols, Where, identity, is_constructor, ref

_TRANSPARENT = frozenset({CursorKind.UNEXPOSED_EXPR, CursorKind.PAREN_EXPR})
_NAMED = frozenset({CursorKind.DECL_REF_EXPR, CursorKind.MEMBER_REF_EXPR})
_OPEN = frozenset({CursorKind.NAMESPACE, CursorKind.LINKAGE_SPEC})
_MADE = re.compile(rb"(?:::)?(?:\w+\s*(?:<[^(){};]*>)?\s*::\s*)*(\w+)\s*(?:<[^(){};]*>)?\s*[({]")
_NAME_CALLED = re.compile(rb"\w+\s*(?:<[^(){};]*>)?\s*\(")
_LAST_WORD = re.compile(r"(\w+)\s*(?:<.*>)?$", re.DOTALL)
MODULE = "<module>"


class Use(NamedTuple):
    """`caller`: its position, None at top level; `hint`: the callee's definition in the same translation unit."""

    caller: Where | None
    who: str
    hint: Where | None
    name: str
    place: Place
    kind: str
    how: str


class Uses:
    def __init__(self, symbols: Symbols) -> None:
        self._symbols = symbols
        self._places = symbols.places
        self._walked: set[tuple[Any, ...]] = set()
        self._uses: dict[tuple[Any, ...], Use] = {}
        self._unknown: set[tuple[Where | None, str, Place, str]] = set()
        self._rows: dict[Where, Row] = {}
        self._extends: set[tuple[str, str, Place]] = set()
        # File, first and last offset of every use of a macro.
        self.macros: set[tuple[str, int, int]] = set()

    def read(self, unit: TranslationUnit) -> None:
        for cursor in unit.cursor.get_children():
            if cursor.kind == CursorKind.MACRO_INSTANTIATION:
                place = self._places.of(cursor.location)
                if place is not None:
                    self.macros.add((place.file, place.offset, cursor.extent.end.offset))
            elif not cursor.kind.is_preprocessing():
                self._declaration(cursor)

    def _declaration(self, cursor: Cursor) -> None:
        """A declaration outside functions; one of a header is walked once, as long as it stands in the same place."""
        place = self._places.of(cursor.location)
        if cursor.kind in _OPEN or (place is not None and cursor.kind == CursorKind.UNEXPOSED_DECL):
            if self._places.inside(str(cursor.location.file or "")) is not None or place is not None:
                for each in cursor.get_children():
                    self._declaration(each)
        elif place is not None:
            key = place.file, place.offset, cursor.kind, str(cursor.get_usr()), cursor.is_definition()
            if key not in self._walked:
                self._walked.add(key)
                self._walk(cursor, None, None)

    def _walk(self, cursor: Cursor, parent: Cursor | None, caller: Where | None) -> None:
        kind = cursor.kind
        if kind in FUNCTIONS or kind in CLASSES:
            row = self._symbols.note(cursor)
            if kind in CLASSES:
                self._bases(cursor)
            elif row is not None:
                place = self._places.of(cursor.location)
                assert place is not None
                caller = place.file, place.offset, identity(cursor)
                self._rows[caller] = row
        elif kind == CursorKind.CALL_EXPR:
            self._call(cursor, parent, caller)
        elif kind in _NAMED:
            self._reference(cursor, caller)
        for each in cursor.get_children():
            self._walk(each, cursor, caller)

    def _bases(self, cursor: Cursor) -> None:
        for each in cursor.get_children():
            place = self._places.of(each.location) if each.kind == CursorKind.CXX_BASE_SPECIFIER else None
            base = each.referenced if place is not None else None
            if place is not None and base is not None and base.kind in CLASSES:
                self._extends.add((identity(cursor), identity(base), place))

    def _call(self, cursor: Cursor, parent: Cursor | None, caller: Where | None) -> None:
        target = cursor.referenced
        if target is not None and is_constructor(target):
            self._construction(cursor, parent, target, caller)
            return
        named = _callee(cursor)
        place = self._places.of((named or cursor).location)
        if place is None:
            return
        if target is not None and target.kind in FUNCTIONS and named is not None:
            written = str(target.spelling)
            if written.startswith("operator") and not self._places.has(place, "operator"):
                self._add(caller, target, place, "property", "operator")
            else:
                macro = place.macro if self._places.has(place, written.split("<")[0]) else "body"
                self._add(caller, target, place._replace(macro=macro), "call", "")
        elif target is not None and target.kind in FUNCTIONS:
            return  # a call of what a call gives: clang names the inner one again
        else:
            self._open_call(cursor, named, place, caller)

    def _is_written(self, cursor: Cursor) -> bool:
        """Whether a parenthesis follows what is called; operators that wait for a template's arguments are calls to clang too."""
        first = next(iter(cursor.get_children()), None)
        place = self._places.of(cursor.location) if first is not None else None
        if first is None or place is None:
            return False
        named = _named(first)
        start = self._places.of(named.location) if named is not None else None
        if start is not None and start.macro:
            return self._places.matched(start, _NAME_CALLED) is not None
        return self._places.text(place.file)[first.extent.end.offset :].lstrip()[:1] == b"("

    def _open_call(self, cursor: Cursor, named: Cursor | None, place: Place, caller: Where | None) -> None:
        """A call whose function is a value, or is known only when a template has its arguments."""
        if not self._is_written(cursor):
            return
        target = named.referenced if named is not None else None
        if target is not None and target.kind == CursorKind.OVERLOADED_DECL_REF:
            count = conf.lib.clang_getNumOverloadedDecls(target)
            only = conf.lib.clang_getOverloadedDecl(target, 0) if count == 1 else None
            if only is not None:
                only._tu = cursor._tu  # as the binding does for every cursor that it hands out
            if only is not None and only.kind in FUNCTIONS and self._places.has(place, str(target.spelling)):
                self._add(caller, only, place, "call", "overload")
                return
            self._unknown.add((caller, str(target.spelling), place, "no type"))
        elif target is not None:
            self._unknown.add((caller, str(target.spelling), place, "variable"))
        else:
            name = self._dependent_name(named)
            self._unknown.add((caller, name, place, "no type" if name else "variable"))

    def _dependent_name(self, named: Cursor | None) -> str:
        if named is None:
            return ""
        text = self._places.text(place.file) if (place := self._places.of(named.location)) is not None else b""
        written = text[named.extent.start.offset : named.extent.end.offset].decode("utf-8", "replace")
        found = _LAST_WORD.search(written)
        return found[1] if found else ""

    def _construction(self, cursor: Cursor, parent: Cursor | None, target: Cursor, caller: Where | None) -> None:
        place = self._places.of(cursor.location)
        if place is None:
            return
        names = {_plain(target.semantic_parent.spelling)}
        for each in (*cursor.get_children(), *(parent.get_children() if parent is not None else ())):
            if each.kind in (CursorKind.TYPE_REF, CursorKind.TEMPLATE_REF, CursorKind.MEMBER_REF):
                names.add(_plain(each.spelling))
        if parent is not None and parent.kind in (CursorKind.VAR_DECL, CursorKind.FIELD_DECL):
            names.add(str(parent.spelling))
        found = self._places.matched(place, _MADE)
        written = found is not None and found[1].decode("utf-8", "replace") in names
        if written or (parent is not None and parent.kind == CursorKind.CXX_NEW_EXPR):
            self._add(caller, target, place, "call", "")
        else:
            self._add(caller, target, place, "construct", "")

    def _reference(self, cursor: Cursor, caller: Where | None) -> None:
        target = cursor.referenced
        if target is None or target.kind not in FUNCTIONS or is_constructor(target):
            return
        place = self._places.of(cursor.location)
        if place is not None and self._places.has(place, str(target.spelling).split("<")[0]):
            self._add(caller, target, place, "ref", "")

    def _add(self, caller: Where | None, target: Cursor, place: Place, kind: str, how: str) -> None:
        who = identity(target)
        definition = target.get_definition()
        at = self._places.of(definition.location) if definition is not None else None
        if is_constructor(target) and not self._symbols.has(who):
            # Known when its class is read: a constructor that is declared precedes its uses.
            who, at = identity(target.semantic_parent), None
        hint = None if at is None else (at.file, at.offset, who)
        use = Use(caller, who, hint, str(target.spelling), place, kind, how)
        key = caller, who, place.file, place.offset
        known = self._uses.get(key)
        if known is None or known.kind == "ref":
            self._uses[key] = use

    def positions(self) -> set[tuple[str, int]]:
        """File and offset of every use that clang knows."""
        known = {(use.place.file, use.place.offset) for use in self._uses.values()}
        return known | {(place.file, place.offset) for _, _, place, _ in self._unknown}

    def resolved(self) -> tuple[list[Row], list[Row]]:
        """Edges, and calls without a callee that is known."""
        edges: list[Row] = []
        unknown = [
            {"caller": self._caller(caller, place), "name": name, "site_line": place.line, "kind": "call", "why": why}
            for caller, name, place, why in self._unknown
        ]
        for use in self._uses.values():
            row = self._symbols.resolve(use.who, use.hint, use.place.file)
            caller = self._caller(use.caller, use.place)
            if row is not None:
                made = use.caller is not None and self._rows[use.caller].get("macro") == "body"
                edges.append(_edge(caller, row, use, made))
            elif self._symbols.has(use.who) and use.kind == "call":
                site = {"name": use.name, "site_line": use.place.line, "kind": "call", "why": "no type"}
                unknown.append({"caller": caller, **site})
        for below, above, place in self._extends:
            one, two = self._symbols.resolve(below, None, place.file), self._symbols.resolve(above, None, place.file)
            if one is not None and two is not None:
                callee = {**ref(two), "kind": two["kind"]}
                edges.append({"caller": ref(one), "callee": callee, "site_line": place.line, "kind": "extends"})
        return sorted(edges, key=_order), sorted(unknown, key=_order)

    def _caller(self, caller: Where | None, place: Place) -> Row:
        if caller is not None:
            return ref(self._rows[caller])
        return {"file": place.file, "line": 1, "name": MODULE, "qualname": MODULE}


def _edge(caller: Row, callee: Row, use: Use, made: bool) -> Row:
    """`made`: a macro makes the caller's name, so that it is no definition of the truth."""
    edge = {"caller": caller, "callee": {**ref(callee), "kind": callee["kind"]}, "site_line": use.place.line}
    edge["kind"] = use.kind
    if callee.get("macro") == "body" and use.place.macro != "body":
        edge["macro"] = "callee"
    elif use.place.macro:
        edge["macro"] = use.place.macro
    elif made:
        edge["macro"] = "caller"
    if (made or edge.get("macro") in ("body", "callee")) and use.kind == "call":
        edge["kind"] = "construct"
    if use.how:
        edge["how"] = use.how
    return edge


def _callee(call: Cursor) -> Cursor | None:
    """The name that is called: of an operator the operator, which stands among its operands; None for a computed function."""
    children = list(call.get_children())
    if not children:
        return None
    spelled = str(call.spelling)
    if spelled.startswith("operator"):
        for each in children:
            found = _named(each)
            if found is not None and str(found.spelling) == spelled:
                return found
    return _named(children[0])


def _named(cursor: Cursor) -> Cursor | None:
    while cursor.kind in _TRANSPARENT:
        inner = next(iter(cursor.get_children()), None)
        if inner is None:
            return None
        cursor = inner
    return cursor if cursor.kind in _NAMED else None


def _plain(spelling: str) -> str:
    """A type's own name: `struct ns::T<int>` is T."""
    return str(spelling).split("<")[0].split("::")[-1].split(" ")[-1]


def _order(row: Row) -> tuple[Any, ...]:
    caller, callee = row["caller"], row.get("callee", row)
    return (
        caller["file"],
        row["site_line"],
        caller["line"],
        callee.get("file", ""),
        callee.get("line", 0),
        callee["name"],
    )
