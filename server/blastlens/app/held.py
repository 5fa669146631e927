"""Variables of top-level code that hold functions and objects, and the functions that may read them.

The graph has no nodes for variables: that the code of a file names `one` in `handlers = [one, two]` says nothing of who calls `one`. Here
the names of what a variable is made of are read from the facts, and who reads it from the texts (`app.variable_readers`).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from blastlens.analyses.held import Held
from blastlens.app.type_tests import asked_only
from blastlens.app.variable_readers import Variable, VariableReaders
from blastlens.facts.file_facts import Bind, Def, Expr, FileFacts, ScopeKind
from blastlens.facts.mentions import mentioned
from blastlens.model.definitions import symbol_ids
from blastlens.model.edge import CALL_LIKE, EdgeKind, Timing
from blastlens.model.graph import Graph
from blastlens.model.symbol import module_id
from blastlens.session.session import Session

_NAMING: Final = CALL_LIKE | {EdgeKind.REFERENCES}
_INHERITS: Final = frozenset({EdgeKind.EXTENDS, EdgeKind.IMPLEMENTS})
_SETS: Final = (Bind.ASSIGN, Bind.ANNOTATED, Bind.ELEMENT)
_ELEMENT: Final = "[]"  # before the name of a container, see `Bind.ELEMENT`

# Variable -> names of what it is made of.
_Made = dict[Variable, set[str]]


def held_values(session: Session, graph: Graph) -> Held:
    """For all that top-level code outside of tests names."""
    holders: dict[tuple[str, str], list[Variable]] = {}
    for record in graph.files():
        top = graph.symbol(module_id(record.path))
        if top is None or top.in_test_code:
            continue
        targets = _named(graph, top.id)
        facts = session.facts(record.path) if targets else None
        if facts is not None:
            made_of = _made_of(graph, record.path, facts)
            for target, variables in _holding(facts, made_of, targets).items():
                holders[top.id, target] = variables
    readers = VariableReaders(session, graph).of({one for found in holders.values() for one in found})
    read = {key: tuple(dict.fromkeys(who for one in found for who in readers[one])) for key, found in holders.items()}
    return Held(read, asked_only(session, graph))


def _named(graph: Graph, top: str) -> dict[str, list[str]]:
    """Name -> ids of what top-level code names."""
    found: dict[str, list[str]] = {}
    for edge in graph.outgoing(top, _NAMING):
        target = graph.symbol(edge.target)
        if target is not None and edge.timing is not Timing.STARTED:
            found.setdefault(target.name, []).append(target.id)
    return found


def _made_of(graph: Graph, path: str, facts: FileFacts) -> _Made:
    """The variables of a file and of the bodies of its classes. A function that a decorator with arguments is put on holds these."""
    ids = symbol_ids(path, facts)
    found: _Made = {}
    for scope in facts.scopes:
        owner, is_read = "", False
        if scope.kind == ScopeKind.CLASS and scope.owner >= 0:
            owner = ids[scope.owner]
            is_read = _has_machinery(graph, facts.defs[scope.owner], owner)
        elif scope.kind != ScopeKind.MODULE:
            continue
        for name, expr in _assigned(facts, scope.bindings):
            found.setdefault(Variable(path, owner, name, is_read), set()).update(mentioned(facts, expr))
    for definition in facts.defs:
        if definition.parent < 0 and facts.scopes[definition.outer].kind == ScopeKind.MODULE:
            for expr in definition.decorators:
                if facts.exprs[expr][0] == Expr.CALL:
                    variable = Variable(path, "", facts.names[definition.name])
                    found.setdefault(variable, set()).update(mentioned(facts, expr))
    return found


def _assigned(facts: FileFacts, bindings: Mapping[int, Iterable[tuple[int, ...]]]) -> Iterator[tuple[str, int]]:
    """(name, expression) of each assignment."""
    for name, rows in bindings.items():
        for kind, a, b, *_ in rows:
            expr = b if kind == Bind.ANNOTATED else a
            if kind in _SETS and expr >= 0:
                yield facts.names[name].removeprefix(_ELEMENT), expr


def _has_machinery(graph: Graph, definition: Def, class_id: str) -> bool:
    """Whether something is put on a class that may read what its body sets: a decorator, a metaclass, a base of a library."""
    known = len(graph.outgoing(class_id, _INHERITS))
    return bool(definition.decorators or definition.keywords) or len(definition.bases) > known


def _holding(facts: FileFacts, made_of: _Made, targets: Mapping[str, Sequence[str]]) -> dict[str, list[Variable]]:
    """What top-level code names -> the variables that hold it, also over others that they are made of."""
    named = [one for one in facts.imports if one.alias >= 0 and one.member >= 0]
    original = {facts.names[one.alias]: facts.names[one.member] for one in named}
    found: dict[str, list[Variable]] = {}
    for variable, names in made_of.items():
        for name in names:
            for target in dict.fromkeys((*targets.get(name, ()), *targets.get(original.get(name, ""), ()))):
                if variable not in found.setdefault(target, []):
                    found[target].append(variable)
    for holders in found.values():
        for here in holders:
            holders += [other for other, names in made_of.items() if here.name in names and other not in holders]
    return found
