"""Classes and their constructors: constructing a class runs its constructor, and calling a constructor counts as
constructing its class."""

from collections.abc import Sequence
from typing import Final

from blastlens.analyses.numbered import KIND_CODES, Numbers
from blastlens.facts.file_facts import DefFlag
from blastlens.languages.registry import constructor_names, is_constructor_name
from blastlens.model.edge import EdgeKind
from blastlens.model.symbol import Symbol, SymbolKind

_MARKED: Final = DefFlag.CONSTRUCTOR
_INHERITS: Final = frozenset({KIND_CODES[EdgeKind.EXTENDS], KIND_CODES[EdgeKind.IMPLEMENTS]})
_IMPLICIT: Final = KIND_CODES[EdgeKind.IMPLICIT]
_CLASSES: Final = (SymbolKind.CLASS, SymbolKind.INTERFACE)


def is_constructor(symbol: Symbol) -> bool:
    """Whether making an instance runs it."""
    return bool(symbol.flags & _MARKED) or is_constructor_name(symbol.name, symbol.file)


class Constructing:
    """Over the numbers of one graph. `run_by` and `runs` are each other's inverse."""

    def __init__(self, numbers: Numbers) -> None:
        self._numbers = numbers
        self._runs: dict[int, Sequence[int]] = {}

    def run_by(self, node: int) -> Sequence[int]:
        """Nodes whose callers run this one: itself first."""
        symbol = self._numbers.symbol_at(node) if node >= 0 else None
        if symbol is None:
            return (node,)
        if symbol.kind in _CLASSES:
            return (node, *self._own(symbol.id), *self._marked(symbol))
        if symbol.parent is None or not is_constructor(symbol):
            return (node,)
        if symbol.name not in constructor_names():  # it bears the name of its class
            return (node, *self._made_by_one(node, symbol.parent))
        parent = self._numbers.index_of(symbol.parent)
        return (node, parent, *self._inheriting(parent, symbol.name))

    def runs(self, node: int) -> Sequence[int]:
        """What a call of the node runs: itself first."""
        found = self._runs.get(node)
        if found is None:
            found = self._runs[node] = self._find_runs(node)
        return found

    def run_over(self, row: int) -> Sequence[int]:
        """What running the target of an edge runs. An inherited constructor that is run for a class below, as an edge of its own
        says, constructs no object of its own class."""
        numbers = self._numbers
        target = numbers.row_target[row]
        if numbers.row_kind[row] == _IMPLICIT and self._is_constructor(target):
            return (target,)
        return self.runs(target)

    def constructs(self, row: int, node: int) -> bool:
        """Whether an edge to one of `run_by` runs the node, not only a constructor of it for a class below."""
        numbers = self._numbers
        target = numbers.row_target[row]
        return target == node or numbers.row_kind[row] != _IMPLICIT or not self._is_constructor(target)

    def _is_constructor(self, node: int) -> bool:
        symbol = self._numbers.symbol_at(node) if node >= 0 else None
        return symbol is not None and is_constructor(symbol)

    def _find_runs(self, node: int) -> Sequence[int]:
        symbol = self._numbers.symbol_at(node) if node >= 0 else None
        if symbol is None:
            return (node,)
        if symbol.kind in _CLASSES:
            found = [one for name in constructor_names() for one in self._nearest(node, name)]
            marked = self._marked(symbol)
            return (node, *dict.fromkeys([*found, *(marked if len(marked) == 1 else ())]))
        if symbol.parent is not None and is_constructor(symbol):
            return (node, self._numbers.index_of(symbol.parent))
        return (node,)

    def _marked(self, owner: Symbol) -> list[int]:
        """The constructors of a class that bear its own name, as calls name them one by one."""
        found: list[int] = []
        while True:
            ordinal = f"#{len(found) + 1}" if found else ""
            node = self._member(owner.id, owner.name + ordinal)
            if node is None:
                return found
            found.append(node)

    def _made_by_one(self, node: int, class_id: str) -> list[int]:
        """The class, where it has this constructor alone: whoever makes an instance without naming a constructor runs it."""
        parent = self._numbers.index_of(class_id)
        owner = self._numbers.symbol_at(parent) if parent >= 0 else None
        return [parent] if owner is not None and self._marked(owner) == [node] else []

    def _own(self, class_id: str) -> list[int]:
        made = (self._member(class_id, name) for name in constructor_names())
        return [one for one in made if one is not None]

    def _member(self, class_id: str, name: str) -> int | None:
        """The constructor of a class under a name."""
        node = self._numbers.index_of(f"{class_id}.{name}")
        symbol = self._numbers.symbol_at(node) if node >= 0 else None
        return node if symbol is not None and is_constructor(symbol) else None

    def _inheriting(self, class_node: int, name: str) -> list[int]:
        """Subclasses at any depth that have no constructor of this name of their own."""
        numbers = self._numbers
        found: list[int] = []
        seen, todo = {class_node}, [class_node]
        while todo:
            for row in numbers.incoming_rows(todo.pop()):
                below = numbers.row_source[row]
                if numbers.row_kind[row] in _INHERITS and below not in seen:
                    seen.add(below)
                    if self._member(numbers.id_at(below), name) is None:
                        todo.append(below)
                        found.append(below)
        return found

    def _nearest(self, class_node: int, name: str) -> list[int]:
        """The class's own method of this name, else the nearest ones on every line of its bases."""
        numbers = self._numbers
        found: list[int] = []
        seen, todo = {class_node}, [class_node]
        while todo:
            here = todo.pop()
            own = self._member(numbers.id_at(here), name)
            if own is not None:
                found.append(own)
                continue
            for row in numbers.outgoing_rows(here):
                above = numbers.row_target[row]
                if numbers.row_kind[row] in _INHERITS and above not in seen:
                    seen.add(above)
                    todo.append(above)
        return found
