"""From a file's facts to its symbols and their ids."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from blastlens.facts.file_facts import Bind, Def, DefFlag, Expr, Extend, FileFacts
from blastlens.model.handing import HANDED_MARK, handed_names
from blastlens.model.handing import last_name as last_name
from blastlens.model.symbol import MODULE_NAME, Symbol, SymbolKind, make_id, module_id

MADE_MARK: Final = "="
EXTENDS_MARK: Final = ">"
PACKAGE_MARK: Final = "%"
METHODS_MARK: Final = "&"
DEFINED_MARK: Final = "^"
HELD_MARK: Final = "~"


def listed_names(facts: FileFacts) -> list[tuple[int, str]]:
    """What a file is found by over the whole repository, (number, name): see `link.ports.Program.derived_from`.

    | name | number |
    | --- | --- |
    | last name of a base (`pkg.Base[T]` -> "Base") | the class def |
    | `MADE_MARK` + what is called to make an attribute of a class | the class def |
    | `HANDED_MARK` + what the file hands functions to (`model.handing`) | -1 |
    | `EXTENDS_MARK` + last name of what an extension extends, and the name that has in its own text | index into `extensions` |
    | `PACKAGE_MARK` + name that the module scope of a file with a package defines | -1 |
    | `PACKAGE_MARK` + dotted name that a namespace of such a file defines | the namespace's class def |
    | `DEFINED_MARK` + type and name of a function that stands apart from its type | the def |
    | `HELD_MARK` + name of a member that such a file assigns a function | index into `extensions` |
    | `METHODS_MARK` | the class def of an interface that may be implemented by having its methods |
    | `METHODS_MARK` + the first name, by the alphabet, of its methods | the same |
    """
    out = []
    for index, row in enumerate(facts.extensions):
        spelled, meant = last_name(facts, row.target), _meant_name(facts, row.target)
        out += [(index, EXTENDS_MARK + name) for name in dict.fromkeys((spelled, meant))]
    if facts.package >= 0:
        held = [(index, row) for index, row in enumerate(facts.extensions) if row.kind == Extend.MEMBER]
        out += [(index, HELD_MARK + facts.names[row.name]) for index, row in held if row.name >= 0]
        out += [(-1, PACKAGE_MARK + facts.names[name]) for name in own_names(facts)]
    for index, definition in enumerate(facts.defs):
        if definition.flags & _SHARED == _SHARED and facts.package >= 0:
            prefix = PACKAGE_MARK + _path_of(facts, index)
            out += [(index, f"{prefix}.{facts.names[name]}") for name in facts.scopes[definition.scope].bindings]
        if definition.member_of >= 0 and facts.package >= 0:
            owner = owner_name(facts, definition)
            out.append((index, f"{DEFINED_MARK}{owner}.{facts.names[definition.name]}"))
        if definition.flags & _IMPLEMENTED and definition.is_class:
            rows = facts.scopes[definition.scope].bindings.items()
            methods = [facts.names[name] for name, bound in rows if any(row[0] == Bind.DEF for row in bound)]
            if methods:
                out += [(index, METHODS_MARK), (index, METHODS_MARK + min(methods))]
    out += [(-1, HANDED_MARK + name) for name in handed_names(facts)]
    return [*base_names(facts), *out]


def _path_of(facts: FileFacts, index: int) -> str:
    """The dotted name of a def and those around it."""
    names: list[str] = []
    while index >= 0:
        names.append(facts.names[facts.defs[index].name])
        index = facts.defs[index].parent
    return ".".join(names[::-1])


def _meant_name(facts: FileFacts, expr: int) -> str:
    """The name that a function or object has which a module binds to another name: `var x = module.exports = function y() {}`."""
    row = facts.exprs[expr]
    bound = facts.scopes[0].bindings.get(row[1], ()) if row[0] == Expr.NAME else ()
    value = facts.exprs[bound[0][1]] if bound and bound[0][0] == Bind.ASSIGN else row
    return (
        facts.names[facts.defs[value[1]].name] if value[0] in (Expr.OBJECT, Expr.FUNCTION) else last_name(facts, expr)
    )


def own_names(facts: FileFacts) -> list[int]:
    """Names that the module scope binds itself, imports left out."""
    return [
        name
        for name, rows in facts.scopes[0].bindings.items()
        if any(row[0] != Bind.IMPORT for row in rows) and not facts.names[name].startswith("[]")
    ]


_SHARED: Final = DefFlag.NAMESPACE | DefFlag.OPEN
_RUN_APART: Final = DefFlag.SETTER | DefFlag.DELETER
_IMPLEMENTED: Final = DefFlag.INTERFACE | DefFlag.STRUCTURAL
_UNDERSTOOD: Final = (
    DefFlag.PROPERTY | DefFlag.ACCESSOR | DefFlag.STATIC | DefFlag.CLASSMETHOD | DefFlag.OVERLOAD | DefFlag.FIXTURE
)


def base_names(facts: FileFacts) -> list[tuple[int, str]]:
    """(class def, last name of a base expression) for every base that has one. With `MADE_MARK` before it, what is called to
    make an attribute of the class."""
    out = []
    for index, definition in enumerate(facts.defs):
        if definition.is_class:
            out += [(index, name) for expr in definition.bases if (name := last_name(facts, expr))]
            out += [(index, MADE_MARK + name) for name in sorted({name for _, name in made_attributes(facts, index)})]
    return out


def made_attributes(facts: FileFacts, index: int) -> Iterator[tuple[int, str]]:
    """(name, last name of what is called) of what the body of a class assigns from calls: `x = pkg.Field[T](…)` -> "Field"; and
    of the decorators of its methods, but for those that the language itself understands."""
    for name, rows in facts.scopes[facts.defs[index].scope].bindings.items():
        for row in rows:
            if row[0] == Bind.DEF:
                method = facts.defs[row[1]]
                for expr in method.decorators if not method.flags & _UNDERSTOOD else ():
                    is_called = facts.exprs[expr][0] == Expr.CALL
                    maker = last_name(facts, facts.exprs[expr][1] if is_called else expr)
                    if maker:
                        yield name, maker
                continue
            value = row[1] if row[0] == Bind.ASSIGN else row[2] if row[0] == Bind.ANNOTATED else -1
            if value >= 0 and facts.exprs[value][0] == Expr.CALL:
                called = last_name(facts, facts.exprs[value][1])
                if called:
                    yield name, called


def qualified_names(facts: FileFacts) -> list[str]:
    """The dotted qualified name of every def, by index (parents come before children)."""
    out: list[str] = []
    for definition in facts.defs:
        name = facts.names[definition.name]
        prefix = out[definition.parent] if definition.parent >= 0 else owner_name(facts, definition)
        out.append(f"{prefix}.{name}" if prefix and name else prefix or name)
    return out


def owner_name(facts: FileFacts, definition: Def) -> str:
    """Name of the type that a def stands apart from; "" for none."""
    return last_name(facts, definition.member_of) if definition.member_of >= 0 else ""


def is_symbol(facts: FileFacts, index: int) -> bool:
    """Whether a def is a symbol of its own, which parts of another def are not; but what sets or deletes a property is, though
    it is a part of it: who reads the property does not run it."""
    definition = facts.defs[index]
    return definition.primary == index or bool(definition.flags & _RUN_APART)


def symbol_ids(path: str, facts: FileFacts) -> list[str]:
    """The symbol id of every def, by index; parts that are no symbols (overloads) bear the id of their primary."""
    qualified = _ordinal_names(facts)
    return [make_id(path, name) for name in qualified]


def _ordinal_names(facts: FileFacts) -> list[str]:
    """Qualified names with ordinals (`f#2`) where defs that are not parts of one another share a name. A child's name is
    built on its parent's ordinal name, so that `A#2.run` belongs to the second `A`."""
    out: list[str] = []
    seen: dict[str, int] = {}
    named: dict[int, str] = {}
    for index in range(len(facts.defs)):
        if not is_symbol(facts, index):
            continue
        _name_chain(facts, index, named, seen)
    for index, definition in enumerate(facts.defs):
        known = index if index in named else definition.primary
        out.append(named[known] if known in named else _name_chain(facts, index, named, seen))
    return out


def _name_chain(facts: FileFacts, index: int, named: dict[int, str], seen: dict[str, int]) -> str:
    if index in named:
        return named[index]
    definition = facts.defs[index]
    own = facts.names[definition.name]
    if definition.parent >= 0:
        parent = definition.parent
        if not is_symbol(facts, parent):
            parent = facts.defs[parent].primary
        around = _name_chain(facts, parent, named, seen)
        if not own:  # an object without a name: what is in it is named as what is beside it
            named[index] = around
            return around
        own = f"{around}.{own}" if around else own
    elif not own:
        named[index] = own
        return own
    elif prefix := owner_name(facts, definition):
        own = f"{prefix}.{own}"
    if definition.flags & DefFlag.UNNAMED:
        named[index] = own
        return own
    count = seen.get(own, 0) + 1
    seen[own] = count
    named[index] = own if count == 1 else f"{own}#{count}"
    return named[index]


def symbols_of(
    path: str,
    facts: FileFacts,
    tests: frozenset[int] = frozenset(),
    fixtures: frozenset[int] = frozenset(),
    is_test: bool = False,
    owners: Iterable[tuple[int, str]] = (),
) -> list[Symbol]:
    """The symbols that `facts` define at `path`: the module symbol, then one for each def that stands for itself, in
    source order. `tests` and `fixtures` are def indexes (-1: the file itself), `owners` the types of members that stand apart; all from linking."""
    ids = symbol_ids(path, facts)
    module = Symbol(
        module_id(path),
        SymbolKind.MODULE,
        MODULE_NAME,
        path,
        1,
        0,
        0,
        1,
        max(facts.line_count, 1),
        None,
        DefFlag.TEST if -1 in tests else 0,
        is_test,
        0,
        0,
        0,
    )
    parts = _parts(facts)
    parents = dict(owners)
    out = [module]
    for index in named_defs(facts):
        kind = _kind(facts, index, tests, fixtures)
        symbol = _symbol(path, facts, ids, index, kind, is_test, parts.get(index, ()))
        out.append(symbol._replace(parent=parents[index]) if index in parents else symbol)
    return out


def named_defs(facts: FileFacts) -> list[int]:
    """The defs that are symbols of their own and have a name."""
    return [
        index
        for index, definition in enumerate(facts.defs)
        if is_symbol(facts, index) and not definition.flags & DefFlag.UNNAMED
    ]


def _parts(facts: FileFacts) -> dict[int, tuple[tuple[int, int], ...]]:
    found: dict[int, list[tuple[int, int]]] = {}
    for index, definition in enumerate(facts.defs):
        if not is_symbol(facts, index):
            first, last, *_ = facts.def_spans[index]
            found.setdefault(definition.primary, []).append((first, last))
    return {index: tuple(ranges) for index, ranges in found.items()}


def _kind(facts: FileFacts, index: int, tests: frozenset[int], fixtures: frozenset[int]) -> SymbolKind:
    definition = facts.defs[index]
    if index in tests:
        return SymbolKind.TEST
    if index in fixtures:
        return SymbolKind.FIXTURE
    if definition.is_class:
        return SymbolKind.INTERFACE if definition.flags & DefFlag.INTERFACE else SymbolKind.CLASS
    if definition.member_of >= 0 or (definition.parent >= 0 and _has_members(facts.defs[definition.parent])):
        return SymbolKind.METHOD
    return SymbolKind.FUNCTION


def _has_members(definition: Def) -> bool:
    return definition.is_class and definition.flags & _SHARED != _SHARED


def _symbol(
    path: str,
    facts: FileFacts,
    ids: Sequence[str],
    index: int,
    kind: SymbolKind,
    is_test: bool,
    parts: tuple[tuple[int, int], ...],
) -> Symbol:
    definition: Def = facts.defs[index]
    first, last, line, column, end_column = facts.def_spans[index]
    around = definition.parent
    while around >= 0 and facts.defs[around].flags & DefFlag.UNNAMED:
        around = facts.defs[around].parent
    parent = ids[around] if around >= 0 else module_id(path)
    return Symbol(
        ids[index], kind, facts.names[definition.name], path, line, column, end_column, first, last, parent,
        definition.flags, is_test, definition.cyclomatic, definition.cognitive, definition.body_hash, parts,
    )  # fmt: skip
