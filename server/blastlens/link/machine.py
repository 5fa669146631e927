"""The machine under the evaluator: files as units, memo, cycles, and the record of what was read.

*Frames.* A frame is either the link of one file or the evaluation of one *named entry* (a module's binding, a member of a class, a
function's result …), which other files may ask for too. Expressions are memoised inside their frame only, so an entry's reads are exactly
what its frame read; a frame that uses an entry takes over its reads.

*Cycles.* An entry that is asked for while it is being evaluated answers "empty"; what used that answer is provisional and valid until
the entry that heads the cycle is finished. Entries that met a cycle are kept only for the file at hand: what is shared between files
never depends on the order in which they are linked.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from blastlens.languages.rules import Layout, LinkRules, ModuleRef, Project
from blastlens.link.frame import Frame
from blastlens.link.hashing import key_hash
from blastlens.link.library_shared import LIBRARY, Entry, SharedLibrary, Units, is_of_library, shared_library
from blastlens.link.linearization import Linearization
from blastlens.link.ports import Program
from blastlens.link.unit import Unit
from blastlens.link.values import MOST_VALUES, Value, Values

if TYPE_CHECKING:
    from blastlens.link.sites import Site

INF: Final = 1 << 60  # no cycle met
TAINT: Final = 1 << 59  # a cycle was met and is finished
_DEEPEST: Final = 150
DEEPEST_EXPRESSION: Final = 400  # what stands deeper in one expression is generated code, and says nothing


class Machine(ABC):
    def __init__(
        self,
        program: Program,
        rules: LinkRules,
        layout: Layout | None = None,
        frameworks: Mapping[str, Mapping[str, str]] | None = None,
    ) -> None:
        self.program = program
        self.frameworks = rules.frameworks.with_attributes(frameworks or {})
        self.runners = self.frameworks.runners
        self.layout = layout or rules.layout(Project(program.paths(), {}))
        self.scoping = rules.scoping
        self.family = rules.family
        self.source_of = rules.source_of
        self.forms, self.library, self.tests = rules.forms, rules.library, rules.tests
        self.protocols = rules.protocols
        self.entry_point_rules = rules.entry_points
        self.texts: frozenset[Value] = frozenset({("extinst", rules.forms.language_scope + "str")})
        self.numbers: frozenset[Value] = frozenset({("extinst", rules.forms.language_scope + "int")})
        self.stubs = rules.stubs
        self._own_instances: dict[str, Value] = {}
        self._library_classes: dict[str, Value | None] = {}
        language = rules.forms.language_scope.rstrip(".")
        path = self.stubs.find(language)
        self.language_module = ModuleRef(language, path) if path is not None else None
        # Units are numbered by path, so that orders of values are the same whichever files were asked for first.
        self.shared: SharedLibrary = shared_library(self.stubs)
        self._library_paths = self.shared.paths
        self.units: dict[int, Unit] = Units(self.shared)
        self._number = {path: number for number, path in enumerate(sorted(program.paths()))}
        self._unit_of: dict[str, Unit | None] = {}
        self.frame = Frame()
        self.low = INF
        self.active: dict[Any, int] = {}
        self.done: dict[Any, Entry] = {}
        self.file_done: dict[Any, Entry] = {}
        self.provisional: dict[Any, tuple[Values, tuple[int, ...], int]] = {}
        self.by_folder: dict[str, dict[str, list[tuple[str, int]]]] = {}  # what is listed under a name, by folder
        self._hashes: dict[tuple[str, ...], int] = {}
        self._sources: dict[str, str] = {}  # `source_of` paths, and of names, which are their own
        self._open: dict[Value, frozenset[str]] = {}  # what stands open in values, see `Variables.open_in`
        # Modules that imports mean, by file, level and dotted name, with what finding them read.
        self._modules: dict[tuple[int, int, str], tuple[ModuleRef | None, tuple[int, ...]]] = {}

    # -- files -----------------------------------------------------------------------------------------------
    def unit(self, path: str) -> Unit | None:
        try:
            return self._unit_of[path]
        except KeyError:
            if path[:2] == LIBRARY:
                return self._library_unit(path)
            number = self._number.get(path)
            facts = self.program.facts(path) if number is not None else None
            unit = None
            if facts is not None and number is not None:
                beside, known_as = self.layout.beside(path), self.source_of(path)
                unit = self.units[number] = Unit(number, path, facts, beside, self.scoping, known_as)
            self._unit_of[path] = unit
            return unit

    def _library_unit(self, path: str) -> Unit | None:
        """A stub module: numbered below zero, so that its numbers are the same in every repository."""
        unit = self._unit_of[path] = self.units[-2 - self.stubs.number(path)]
        return unit

    # -- what was read ---------------------------------------------------------------------------------------
    def read(self, *key: str) -> None:
        """Record a look-up key: (kind, path, …)."""
        frame = self.frame
        if key[1] == frame.own or key[1] in self._library_paths:
            return
        found = self._hashes.get(key)
        if found is None:
            source = self._sources.get(key[1])
            if source is None:
                source = self._sources[key[1]] = self.source_of(key[1])
            found = self._hashes[key] = key_hash(key if key[0] == "module" else (key[0], source, *key[2:]))
        frame.reads.add(found)

    def read_member(self, unit: Unit, definition: int, name: str) -> None:
        """As `read` of a class's member, which is most of what is read."""
        frame = self.frame
        if unit.index >= 0 and unit.path != frame.own:
            frame.reads.add(unit.member_key(definition, name))

    def read_module(self, key: str) -> None:
        self.read("module", key)

    # -- entries -----------------------------------------------------------------------------------------------
    def named(self, key: Any, compute: Callable[..., Values], *args: Any) -> Values:
        """The value of a named entry, evaluated in a frame of its own."""
        found = self.kept(key)
        return found if found is not None else self.fresh(key, compute, *args)

    def kept(self, key: Any) -> Values | None:
        """The value of a named entry that has been found out; None for any other. What is asked for all the time asks here first:
        naming what would compute it costs as much as finding it."""
        frame = self.frame
        hit = self.done.get(key)
        if hit is None:
            if is_of_library(key):
                hit = self.shared.done.get(key)
                if hit is not None:
                    self.done[key] = hit
            if hit is None:
                hit = self.file_done.get(key)
                if hit is not None and self.low > TAINT:
                    self.low = TAINT
        if hit is not None:
            reads = hit.reads
            if reads and hit not in frame.merged:
                frame.merged.add(hit)
                frame.reads.update(reads)
            return hit.values
        return None

    def fresh(self, key: Any, compute: Callable[..., Values], *args: Any) -> Values:
        """The value of a named entry that is not `kept`."""
        provisional = self.provisional.get(key)
        if provisional is not None:
            self.frame.reads.update(provisional[1])
            self.low = min(self.low, provisional[2])
            return provisional[0]
        return self._evaluate_entry(key, compute, args)

    def _evaluate_entry(self, key: Any, compute: Callable[..., Values], args: tuple[Any, ...]) -> Values:
        frame = self.frame
        depth = self.enter(key)
        if depth < 0:
            return {}
        outer, self.low = self.low, INF
        self.frame = inner = Frame()
        values = compute(*args)
        self.frame = frame
        del self.active[key]
        if len(values) > MOST_VALUES:
            values = {}
        reads = tuple(inner.reads)  # a quarter of what a set of them takes
        if self.low == INF:
            if is_of_library(key) and not reads:
                self.shared.done[key] = Entry(values, reads)
            else:
                self.done[key] = Entry(values, reads)
        elif self.low >= depth:
            self.file_done[key] = Entry(values, reads)
        else:
            self.provisional[key] = (values, reads, self.low)
        self.leave(depth, outer)
        frame.reads.update(reads)
        return values

    def enter(self, key: Any) -> int:
        """Start evaluating `key`; -1 when it is being evaluated already (or the depth is beyond reason)."""
        active = self.active
        depth = active.get(key)
        if depth is not None:
            self.low = min(self.low, depth)
            return -1
        depth = len(active)
        if depth > _DEEPEST:
            self.low = min(self.low, TAINT)
            return -1
        active[key] = depth
        return depth

    def leave(self, depth: int, outer: int) -> None:
        """Finish the evaluation started at `depth`: drop provisional values when it headed a cycle."""
        low = self.low
        if depth <= low < TAINT:
            self.provisional = {key: row for key, row in self.provisional.items() if row[2] < depth}
            low = TAINT
        self.low = low if low < outer else outer

    # -- what the parts of the evaluator ask of one another ------------------------------------------------------
    @abstractmethod
    def evaluate(self, unit: Unit, ctx: int, expr: int) -> Values:
        """Values of an expression in a context."""

    @abstractmethod
    def evaluate_type(self, unit: Unit, ctx: int, expr: int) -> Values:
        """Instances an annotation admits."""

    @abstractmethod
    def attribute(self, value: Value, name: str) -> Values:
        """Values of an attribute of a value."""

    @abstractmethod
    def attribute_from(self, value: Value, name: str, rank: int) -> Values:
        """Values of an attribute of a value that is known by a way of this rank."""

    @abstractmethod
    def call(self, value: Value, site: "Site | None") -> Values:
        """What calling a value gives."""

    @abstractmethod
    def result(self, unit: Unit, definition: int, receiver: Value | None, site: "Site | None") -> Values:
        """What calling a function gives, with its receiver and arguments filled in."""

    @abstractmethod
    def elements(self, values: Values) -> Values:
        """What iterating the values yields."""

    @abstractmethod
    def bounds(self, value: Value) -> Values:
        """Instances that a type variable admits by its bound or its constraints."""

    @abstractmethod
    def call_method(self, value: Value, name: str) -> Values:
        """What calling a method without known arguments gives."""

    @abstractmethod
    def bound(self, unit: Unit, scope: int, name: int) -> Values:
        """Values of a name when its scope has ended."""

    @abstractmethod
    def select(self, unit: Unit, scope: int, name: int, block: int, order: int) -> Values:
        """Values of a name at a place in its scope, by its bindings alone."""

    @abstractmethod
    def plain_attribute(self, unit: Unit, ctx: int, row: tuple[int, ...]) -> Values:
        """Values of an attribute expression, by its receiver alone."""

    @abstractmethod
    def narrowed(self, unit: Unit, scope: int, path: int, ctx: int, row: tuple[int, ...]) -> Values | None:
        """Values of a path after the tests that dominate the place."""

    @abstractmethod
    def instance_of(self, value: Value) -> Values:
        """Instances of a value used as a type."""

    @abstractmethod
    def beyond(self, unit: Unit, name: str) -> Values:
        """Values of a name that no scope of the file binds: star imports, then the language's own names."""

    @abstractmethod
    def binding_values(self, unit: Unit, row: tuple[int, int, int, int, int, int]) -> Values:
        """Values that one binding gives its name."""

    @abstractmethod
    def module_attribute(self, path: str | None, dotted: str, name: str) -> Values:
        """Values of a name of a module."""

    @abstractmethod
    def linearization(self, unit: Unit, definition: int) -> Linearization:
        """Method resolution order of a class."""

    @abstractmethod
    def find_member(
        self, unit: Unit, definition: int, name: str, after: tuple[int, int] | None = None
    ) -> tuple[int, int] | None:
        """The class in the order that has the member itself."""

    @abstractmethod
    def member(
        self,
        unit: Unit,
        definition: int,
        name: str,
        receiver: Value | None,
        after: tuple[int, int] | None = None,
        instance: bool = True,
    ) -> Values | None:
        """Values of a member of a class as seen through a receiver; None when no class of the order has it."""

    @abstractmethod
    def seen_below(self, value: Value, name: str, found: Values | None, place: tuple[int, int] | None) -> Values:
        """Values that classes below give an attribute read through `self` or `cls`."""

    @abstractmethod
    def raw_member(self, place: tuple[int, int], name: str) -> Values:
        """Values of a class's own member, as the class has it."""

    @abstractmethod
    def has_own(self, unit: Unit, definition: int, name: str) -> bool:
        """Whether a class itself has a member: in its body, on self, or declared."""

    @abstractmethod
    def fixture_value(self, unit: Unit, definition: int) -> Values:
        """What a test gets for a fixture: its result, or what it yields."""

    @abstractmethod
    def import_module(self, unit: Unit, level: int, dotted: str) -> ModuleRef | None:
        """The module an import in the file means; None when it is not of this repository."""

    @abstractmethod
    def substitute_variable(self, name: str, receiver: Value, owner: tuple[int, int]) -> Values:
        """What a type variable of the class `owner` stands for when it is seen through a receiver."""

    @abstractmethod
    def fill_variables(self, values: Values, receiver: Value, owner: tuple[int, int]) -> Values:
        """Values of a member of `owner` as seen through a receiver."""

    @abstractmethod
    def parameter(self, unit: Unit, definition: int, index: int) -> Values:
        """Values of a parameter inside its function."""

    @abstractmethod
    def computed_results(self, given: Values, pattern: str) -> Values | None:
        """What receivers have under a computed name; None where that is nothing of the repository."""

    @abstractmethod
    def named_by(self, given: Values, site: "Site", index: int) -> Values | None:
        """Attributes of values that an argument of a call names, and the default after it; None for an unknown name."""

    @abstractmethod
    def own_module(self, unit: Unit) -> Value:
        """The module that a file is, as a value."""

    @abstractmethod
    def plain_receiver(self, unit: Unit, definition: int) -> Values | None:
        """The receiver of a method that is an instance by all that its file says; None for any other parameter."""

    @abstractmethod
    def callback_parameter(
        self, value: Value, argument: int, keyword: str | None, index: int, site: "Site | None"
    ) -> Values:
        """What a callee hands to parameter `index` of a function given to it; `site`: the call, which fixes type variables."""

    @abstractmethod
    def definition_value(self, unit: Unit, definition: int) -> Values:
        """A function as a value."""

    @abstractmethod
    def awaited(self, values: Values) -> Values:
        """What awaiting the values gives."""
