"""Definitions of a C or C++ repository as clang sees them: one symbol a function, however many declarations it has."""

from collections import defaultdict
from collections.abc import Iterator
from ctypes import POINTER, byref, c_uint
from typing import Any

from clang.cindex import Cursor, CursorKind, conf
from clang_places import Place, Places

Row = dict[str, Any]
# File, offset, identity: a macro may make several symbols in one place.
Where = tuple[str, int, str]

FUNCTIONS = frozenset(
    {
        CursorKind.FUNCTION_DECL,
        CursorKind.CXX_METHOD,
        CursorKind.CONSTRUCTOR,
        CursorKind.CONVERSION_FUNCTION,
        CursorKind.DESTRUCTOR,
        CursorKind.FUNCTION_TEMPLATE,
    }
)
CLASSES = frozenset(
    {
        CursorKind.CLASS_DECL,
        CursorKind.STRUCT_DECL,
        CursorKind.UNION_DECL,
        CursorKind.CLASS_TEMPLATE,
        CursorKind.CLASS_TEMPLATE_PARTIAL_SPECIALIZATION,
    }
)


def identity(cursor: Cursor) -> str:
    """The same for all declarations of a symbol; of an instance of a template, the template's."""
    origin = cursor
    while (general := conf.lib.clang_getSpecializedCursorTemplate(origin)) is not None:
        origin = general
    return str(origin.get_usr())


def is_constructor(cursor: Cursor) -> bool:
    if cursor.kind == CursorKind.CONSTRUCTOR:
        return True
    parent = cursor.semantic_parent
    return cursor.kind == CursorKind.FUNCTION_TEMPLATE and parent is not None and _name(cursor) == _name(parent)


def ref(row: Row) -> Row:
    return {key: row[key] for key in ("file", "line", "name", "qualname")}


class Symbols:
    """Filled while translation units are read; asked when all are."""

    def __init__(self, places: Places) -> None:
        self.places = places
        # Position -> row; identity -> positions of definitions and of declarations.
        self._at: dict[Where, Row] = {}
        self._defined: dict[str, list[Where]] = defaultdict(list)
        self._declared: dict[str, list[Where]] = defaultdict(list)
        self._class_of: dict[str, str] = {}
        self._overriding: set[tuple[str, str]] = set()

    def note(self, cursor: Cursor) -> Row | None:
        """Keep a function or class; the row of a definition."""
        place = self.places.of(cursor.location)
        if place is None or (cursor.kind in CLASSES and not (_name(cursor) and self.places.has(place, _name(cursor)))):
            return None
        who = identity(cursor)
        if cursor.kind == CursorKind.CXX_METHOD:
            self._overriding.update((base, who) for base in _overridden(cursor))
        if is_constructor(cursor):
            self._class_of[who] = identity(cursor.semantic_parent)
        defined = cursor.is_definition()
        where = place.file, place.offset, who
        known = (self._defined if defined else self._declared)[who]
        if where not in known:
            known.append(where)
            # A macro may declare and define in one place.
            if defined or where not in self._at:
                self._at[where] = self._row(cursor, place, defined)
        return self._at[where] if defined else None

    def _row(self, cursor: Cursor, place: Place, defined: bool) -> Row:
        kind = _kind(cursor) if defined or cursor.kind in CLASSES or is_constructor(cursor) else "signature"
        name, qualname = _name(cursor), ".".join([*_around(cursor), _name(cursor)])
        row = {
            "file": place.file,
            "line": place.line,
            "start_line": min(cursor.extent.start.line, place.line),
            "end_line": max(cursor.extent.end.line, place.line),
            "name": name,
            "qualname": qualname,
            "kind": kind,
        }
        parent = cursor.semantic_parent
        if parent is not None and parent.kind in CLASSES:
            row["class"] = ".".join(_around(cursor))
        if not self.places.has(place, "operator" if name.startswith("operator") else name):
            self._from_macro(row, place, cursor)
        return row

    def _from_macro(self, row: Row, place: Place, cursor: Cursor) -> None:
        """A name that a macro makes: the macro's arguments where the body is written, for nobody reads the made one."""
        row["macro"] = "body"
        found = self.places.invocation(place)
        body = next((each for each in cursor.get_children() if each.kind == CursorKind.COMPOUND_STMT), None)
        start = self.places.of(body.extent.start) if body is not None else None
        if found is None or not found[1] or start is None or not self.places.has(start, "{"):
            return
        made = row["qualname"].split(".")[-2:] if "class" in row else [row["name"]]
        titled = found[1][0].startswith('"')
        name = found[1][0].strip('"') if titled else found[1][-1]
        row["alias"] = sorted({*made, found[0]} - {name})
        row.update(macro="head", name=name, qualname=name if titled else ".".join(found[1]), kind="function")
        row.pop("class", None)

    def resolve(self, who: str, hint: Where | None, near: str) -> Row | None:
        """The row of a symbol: the definition that its own translation unit has (`hint`), else the only one or the one nearest
        to the file `near`, else a declaration. None when it is not of the repository, or several are as near."""
        if hint in self._at and hint in self._defined.get(who, ()):
            return self._at[hint]
        for known in (self._defined.get(who), self._declared.get(who)):
            if known:
                return self._nearest(known, near)
        return None

    def has(self, who: str) -> bool:
        return bool(self._defined.get(who) or self._declared.get(who))

    def _nearest(self, known: list[Where], near: str) -> Row | None:
        if len(known) == 1:
            return self._at[known[0]]
        ranked = sorted(((_shared(where[0], near), where) for where in known), reverse=True)
        # Declarations are all of one symbol: the first is as good as any.
        if ranked[0][0] == ranked[1][0] and self._at[known[0]]["kind"] != "signature":
            return None
        return self._at[ranked[0][1]]

    def rows(self) -> list[Row]:
        """Definitions, and declarations of what has none; a row for every other name of a function that a macro heads."""
        found: list[Row] = []
        for who in {*self._defined, *self._declared}:
            positions = self._defined.get(who) or self._declared[who][:1]
            found += (self._of_constructor(who, self._at[where]) for where in positions)
        ordered = sorted(
            (row for row in found if row.get("macro") != "body"),
            key=lambda row: (row["file"], row["line"], row["qualname"]),
        )
        return [each for row in ordered for each in _with_aliases(row)]

    def _of_constructor(self, who: str, row: Row) -> Row:
        """One that is defined elsewhere than its class does not stand for the class: these are looked up by file."""
        owner = self._class_of.get(who)
        if owner is not None and owner in self._defined:
            files = {where[0] for where in self._defined[owner]}
            if row["file"] not in files:
                row = {**row, "kind": "function"}
                row.pop("class", None)
        return row

    def constructed(self, who: str) -> str | None:
        """The class of a constructor."""
        return self._class_of.get(who)

    def overrides(self) -> list[Row]:
        pairs = {*self._overriding}
        for constructor, owner in self._class_of.items():
            pairs |= {(constructor, owner), (owner, constructor)}
        found = []
        for base, other in sorted(pairs):
            first, second = self.resolve(base, None, ""), self.resolve(other, None, "")
            if first is not None and second is not None and first is not second:
                found.append({"base": ref(first), "override": ref(second)})
        return found


def _with_aliases(row: Row) -> Iterator[Row]:
    plain = {key: value for key, value in row.items() if key != "alias"}
    yield plain
    for name in row.get("alias", ()):
        yield {**plain, "name": name, "alias": True}


def _kind(cursor: Cursor) -> str:
    if cursor.kind in CLASSES:
        return "class"
    if is_constructor(cursor):
        return "constructor"
    parent = cursor.semantic_parent
    return "method" if parent is not None and parent.kind in CLASSES else "function"


def _name(cursor: Cursor) -> str:
    """Without template arguments; empty for what has no name."""
    name = str(cursor.spelling)
    if "(" in name and not name.startswith("operator"):
        return ""
    return name if name.startswith("operator") else name.split("<")[0]


def _around(cursor: Cursor) -> list[str]:
    """Names of the namespaces, classes and functions around a definition, outermost first."""
    names: list[str] = []
    parent = cursor.semantic_parent
    while parent is not None and parent.kind != CursorKind.TRANSLATION_UNIT:
        if _name(parent) and parent.kind != CursorKind.LINKAGE_SPEC:
            names.append(_name(parent))
        parent = parent.semantic_parent
    return names[::-1]


def _overridden(cursor: Cursor) -> Iterator[str]:
    ask, drop = conf.lib.clang_getOverriddenCursors, conf.lib.clang_disposeOverriddenCursors
    ask.argtypes = [Cursor, POINTER(POINTER(Cursor)), POINTER(c_uint)]
    found, count = POINTER(Cursor)(), c_uint()
    ask(cursor, byref(found), byref(count))
    for index in range(count.value):
        base = found[index]
        base._tu = cursor._tu  # as the binding does for every cursor that it hands out
        yield identity(base)
    if count.value:
        drop.argtypes = [POINTER(Cursor)]
        drop(found)


def _shared(one: str, other: str) -> int:
    """Number of folders that two paths begin with in common."""
    count = 0
    for left, right in zip(one.split("/")[:-1], other.split("/")[:-1], strict=False):
        if left != right:
            break
        count += 1
    return count
