"""The rules a language declares for the linker: data where data will do, small hooks where it will not."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import NamedTuple, Protocol

from blastlens.facts.file_facts import FileFacts
from blastlens.languages.entry_rules import EntryPointRules as EntryPointRules
from blastlens.languages.entry_rules import FrameworkFacts as FrameworkFacts
from blastlens.languages.running import RunCommand, RunnableTest, RunnerProject
from blastlens.languages.scoping import Scoping

Record = Callable[[str], None]


class ModuleRef(NamedTuple):
    """A module: a file, or (path None) a namespace package made of folders."""

    name: str
    path: str | None


class Project(NamedTuple):
    """What a layout is made of: the files of one family of languages, and what their manifests say."""

    paths: Sequence[str]  # sorted, manifests included
    manifests: Mapping[str, Mapping[str, str]]  # path -> what the language's `manifest` read from it


class Layout(Protocol):
    """The module table of one set of paths. Look-ups tell `record` every key they used, misses too."""

    @property
    def paths(self) -> frozenset[str]: ...

    def find(self, importer: str, dotted: str, record: Record) -> ModuleRef | None:
        """The module that an absolute import in `importer` means; None when it is not of this repository."""
        ...

    def relative(self, importer: str, level: int, dotted: str, record: Record) -> ModuleRef | None:
        """The module that an import relative to the importer means; `level` 1: its own folder."""
        ...

    def submodule(self, module: ModuleRef, name: str, record: Record) -> ModuleRef | None: ...

    def missing(self, importer: str, level: int, dotted: str) -> str:
        """Where the module must be, below the root and without suffix, that an import names and that was not found; "" where it
        may be somewhere else than in this repository."""
        ...

    def files_of(self, module: ModuleRef) -> Sequence[str]:
        """The files of a package that is a folder, as its importers see it."""
        ...

    def may_meet(self, path: str, other: str) -> bool:
        """Whether what two files define may come together in one program, as far as the layout tells."""
        ...

    def builds_with(self, path: str, other: str, record: Record) -> bool | None:
        """Whether what is built of a file takes in another one; None where neither the language nor a manifest tells."""

    def leaves_out(self, path: str) -> bool:
        """Whether a build with default settings leaves a file out by its name."""

    def beside(self, path: str) -> tuple[str, str]:
        """(the file that declares what this file defines, the file that defines what this one declares); "" for none."""
        ...


@dataclass(frozen=True, slots=True)
class TypeForms:
    """What the names of a language's typing machinery mean, by the last component of an external name."""

    sequences: frozenset[str]
    generators: frozenset[str]  # those that are sent something, and that return something
    mappings: frozenset[str]
    unions: frozenset[str]
    root: str  # the class that every class is below; "" where there is none
    boxes: Mapping[str, str]  # plain type, or kind of literal -> the class whose instance holds one
    optional: frozenset[str]  # those that admit None too
    literals: frozenset[str]  # `X["a"]` is the value "a"
    plain_types: frozenset[str]  # types of the language whose instances are literals
    promoted: frozenset[tuple[str, str]]  # an instance of the first will do where the second is asked for
    texts: frozenset[str]  # plain types that are sequences too
    protocols: frozenset[str]  # bases of classes that any class with the right methods may stand in for
    transparent: frozenset[str]  # `X[T]` is T
    unpacked: frozenset[str]  # `**name: X[T]`: T says what each name holds
    guards: frozenset[str]  # a function that returns `X[T]` tests whether its argument is a T
    exact_guards: frozenset[str]  # those whose argument is no T where they say no
    tuples: frozenset[str]
    types: frozenset[str]  # `X[T]` is the class T
    callables: frozenset[str]
    awaitables: frozenset[str]
    context_managers: frozenset[str]
    holders: frozenset[str]  # calling one, or one of `holder_getters`, gives the held value
    holder_getters: frozenset[str]
    ignored: frozenset[str]  # say nothing
    self_types: frozenset[str]
    type_variables: frozenset[str]  # calls of these make type variables
    new_types: frozenset[str]  # calls of these make types with the members of another one
    plain_bases: frozenset[str]  # bases without members worth following
    metaclasses: frozenset[str]  # bases whose subclasses' instances are classes
    copiers: frozenset[str]  # methods of a named tuple that give one of the same class
    named_tuples: frozenset[str]  # bases whose subclasses are tuples of the fields they declare
    keyed_bases: frozenset[str]  # bases of classes whose instances are mappings with the declared fields as keys
    enum_prefix: str
    enum_values: frozenset[str]  # attributes of a member that give what it is made of
    match_names: str  # class attribute that lists what the positions of a class pattern mean
    cast: str
    partial: frozenset[str]
    generic_functions: frozenset[str]  # decorators of functions with variants by the type of an argument
    generic_register: str  # what registers a variant of one
    alias_modules: frozenset[str]  # subscripted names of these modules are type aliases
    super_call: str
    class_methods: frozenset[str]  # methods whose receiver is the class, without any mark
    class_receivers: frozenset[str]  # names of first parameters that are the class
    instance_receivers: frozenset[str]  # names of first parameters that are an instance, by convention alone
    constructors: tuple[str, ...]  # the methods that a call of a class enters, the first that it has
    language_scope: str  # prefix of the external names that no file binds
    # types of other libraries that are what the language's own of the same name is
    namesakes: frozenset[str]
    anything: str  # what extensions are said to be of that hold for every type; "" in languages without
    underlying: str  # the keyword of a class with the type it is made of; "" in languages without

    def sets_of_names(self) -> list[frozenset[str]]:
        """Every set of names that are forms; neither methods nor modules."""
        others = (self.holder_getters, self.alias_modules, self.copiers)
        values = [getattr(self, field.name) for field in fields(self)]
        return [value for value in values if isinstance(value, frozenset) and value not in others]


@dataclass(frozen=True, slots=True)
class LibraryFacts:
    """What calls into the language's library give back; see the language's table for the operations."""

    calls: Mapping[str, tuple[str, int]]
    any_receiver: Mapping[str, tuple[str, int]]  # methods known whatever their receiver is
    sequence_element: frozenset[str]
    generator_element: frozenset[str]
    sequence_same: frozenset[str]
    mapping_value: frozenset[str]
    common_methods: frozenset[str]  # never bound by name alone
    # Names of the language for what its text does not tell: "runs" text, "imports" a module by name, "sets" an attribute by
    # name, "gets" one, gives the names of the "module" or of the "scope" as a table, is
    # the "table" of an object's attributes.
    dynamic: Mapping[str, str]
    module_table: str  # modules by name, as a table
    attribute_getters: tuple[str, ...]  # methods that are asked for attributes that nothing else has
    module_loaders: frozenset[str]  # calls that give the module a literal first argument names
    accessor_makers: frozenset[str]  # calls in a class body that make a property of functions
    accessor_parts: tuple[str, str, str]  # keywords of such a call: what reads, what writes, what deletes
    own_name: str  # the variable that holds a module's own name
    # Names that the evaluator handles by itself, where these modules define them, whatever the stubs say.
    form_modules: frozenset[str]
    form_names: frozenset[str]
    interfaces: Mapping[str, tuple[str, ...]]  # of libraries -> the methods they ask for
    plain_parts: frozenset[str]  # types of libraries without methods that an interface of a repository asks for
    awaitable: str  # the class whose methods what is awaited has; "" for none
    containers: tuple[str, str, str]  # the classes whose methods sequences, mappings and tuples have
    # Methods of libraries -> methods of the same object that they run; a name with `*` behind means all that begin so.
    templates: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Protocols:
    """The methods that the language runs by itself on a value. Of several names the first that the class has is run; a name
    after the first only stands in for a method that every object has, so not where a foreign base may bring one."""

    of_all_arguments: frozenset[str]  # of these functions every argument counts, not the first alone
    choosing: frozenset[str]  # functions that iterate their argument only when it is the only one
    operators: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]  # sign -> of the left operand, of the right one
    containment: frozenset[str]  # signs
    contains: tuple[str, ...]  # of the right operand
    unary: Mapping[str, str]
    enter: tuple[str, str]  # both are run
    enter_async: tuple[str, str]
    iterate: tuple[str, ...]
    step: str  # of what iterating gives
    iterate_async: tuple[str, ...]
    step_async: str
    await_: tuple[str, ...]
    get_item: str
    set_item: str
    delete_item: str
    class_item: str  # subscript of a class
    test: tuple[str, ...]
    text: tuple[str, ...]  # of a value put into text
    representation: tuple[str, ...]
    functions: Mapping[str, tuple[str, ...]]  # functions of the language's own -> methods of their arguments
    iterating: Mapping[str, int]  # functions of the language's own that iterate: which argument, -1 every one
    accessing: Mapping[
        str, int
    ]  # functions of the language's own -> what they do to the attribute their second argument names
    calling: Mapping[str, tuple[int, str]]  # the same for those that call an argument: its position, or -1 and its name
    call_object: str  # of an instance that is called
    reversed: str
    module_missing: str  # the function of a module that is asked for names the module does not bind
    own_class: str  # attribute: the class of an instance
    subclasses: str  # method of a class that gives those below it
    enum_members: str  # attribute of an enumeration: its members by name
    attribute_table: str  # attribute: the attributes by name
    missing: str  # read of an attribute that the class does not have
    any_attribute: str  # read of any attribute
    set_attribute: str
    delete_attribute: str
    descriptor_get: str
    descriptor_set: str
    descriptor_delete: str
    subclass_hook: str  # of the bases of a new class
    name_hook: str  # of what is assigned in the body of a new class
    metaclass_hooks: tuple[str, ...]  # of the metaclass of a new class
    metaclass_call: str  # of the metaclass of a class that is called
    after_constructor: str  # what a constructor that is made of the fields of a class runs

    def methods(self) -> frozenset[str]:
        """Those that running the language's own statements on a value runs."""
        return frozenset((*self.enter, *self.iterate, self.step, *self.text)) - {""}


class TestRules(Protocol):
    """What is test code, and what a test runner with default settings collects."""

    @property
    def setup_methods(self) -> tuple[str, ...]: ...
    @property
    def setup_functions(self) -> tuple[str, ...]: ...
    @property
    def hook_prefix(self) -> str:
        """How the names of functions start that a runner calls by itself."""
        ...

    @property
    def fixture_types(self) -> Mapping[str, str]:
        """Fixtures that the runner brings along, and the dotted names of their types."""
        ...

    @property
    def plugin_list(self) -> str:
        """The variable that names modules with fixtures."""
        ...

    @property
    def request(self) -> str:
        """The parameter that stands for the test that is run; it has the value a fixture is run with, and fixtures by name."""
        ...

    @property
    def request_parameter(self) -> str: ...
    @property
    def request_fixture(self) -> str: ...
    @property
    def patchers(self) -> Mapping[str, int]:
        """Decorators that hand a mock to the test, with the most arguments they have when they do."""
        ...

    @property
    def replacers(self) -> tuple[str, ...]:
        """How the names of functions end that put something else in the place of what their first argument spells, or of
        what the second spells in the first."""
        ...

    @property
    def patched_type(self) -> str: ...
    @property
    def doubles(self) -> str:
        """How the names of types begin whose instances stand in for others."""
        ...

    @property
    def wrapped(self) -> str:
        """The keyword by which an object that stands in for another is given the one that it hands calls on to."""
        ...

    def runs_marked(self, path: str) -> bool:
        """Whether a runner runs the functions of the file that bear the mark of a test."""
        ...

    def is_collected_file(self, path: str) -> bool:
        """Whether a runner looks into the file for test functions."""
        ...

    def is_loaded_file(self, path: str) -> bool:
        """Whether a runner loads the file by itself."""
        ...

    def is_test_file(self, path: str) -> bool:
        """Whether everything in the file is test code."""
        ...

    def is_test_itself(self, path: str, facts: FileFacts) -> bool:
        """Whether the file is the test, as what it hands to a runner has no names."""
        ...

    def is_test_case_base(self, external: tuple[str, ...]) -> bool:
        """Whether a class's foreign bases make it a test case."""
        ...

    def is_plain_test_class(self, facts: FileFacts, definition: int) -> bool:
        """Whether a runner collects the class by its name."""
        ...

    def is_test_name(self, name: str) -> bool: ...

    @property
    def marks_functions(self) -> bool:
        """Whether functions outside of classes are collected by their mark alone, whatever their name."""
        ...

    def requests_fixtures(self, name: str, flags: int) -> bool:
        """Whether a function's parameters name fixtures."""
        ...

    def fixture_files(self, path: str) -> Iterator[str]:
        """Files whose fixtures a file's tests may ask for, nearest first."""
        ...

    @property
    def lists_definitions(self) -> bool:
        """Whether coverage data list the line of a definition, as one that runs when its file is loaded."""
        ...

    def body_lines(self, text: Sequence[str], line: int, last: int) -> range:
        """The lines of a function that run only when it is called. `line`: that of its name, 1-based, as `last`; `text`: the lines
        of the file."""
        ...

    def commands(self, tests: Sequence[RunnableTest], project: RunnerProject) -> Iterable[RunCommand]:
        """What to type to have tests run; none where it is not known."""
        ...


class LibraryStubs(Protocol):
    """Facts of the language's library and of popular packages, compiled from type stubs when Blastlens is built. A module is
    decoded when it is first asked for."""

    is_whole: bool  # whether every name that the language itself binds is among them

    def __hash__(self) -> int: ...

    @property
    def problem(self) -> str | None:
        """Why nothing is known of libraries; None when all is well."""
        ...

    @property
    def version(self) -> str:
        """Changes with whatever facts are in it; "" when there are none."""
        ...

    def find(self, dotted: str) -> str | None:
        """Path of a module; None when it is not known. Paths start with "//", so no path of a repository equals one."""
        ...

    def paths(self) -> Sequence[str]:
        """Every path, sorted."""
        ...

    def number(self, path: str) -> int:
        """The place of a path among `paths()`: the same in every process."""
        ...

    def facts(self, path: str) -> FileFacts:
        """Facts of a module at one of `paths()`: without uses, places and whatever is local to a function. A damaged record
        gives a module without definitions."""
        ...


class LinkRules(Protocol):
    @property
    def family(self) -> str:
        """Names the languages whose files may reach for one another; a call never leaves its family."""
        ...

    @property
    def scoping(self) -> Scoping: ...
    @property
    def forms(self) -> TypeForms: ...
    @property
    def library(self) -> LibraryFacts: ...
    @property
    def protocols(self) -> Protocols: ...
    @property
    def tests(self) -> TestRules: ...
    @property
    def entry_points(self) -> EntryPointRules: ...
    @property
    def stubs(self) -> LibraryStubs: ...
    @property
    def frameworks(self) -> FrameworkFacts: ...

    def layout(self, project: Project) -> Layout: ...

    def source_of(self, path: str) -> str:
        """The path of the file for which a file of declarations stands; any other path as it is. What a file declares is
        looked up under the path of its source."""
        ...

    def changed_layout(self, before: Project, after: Project) -> set[str]:
        """Keys, as `Layout` records them, whose answer may differ between two moments."""
        ...
