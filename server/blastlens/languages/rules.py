"""The rules a language declares for the linker: data where data will do, small hooks where it will not."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

from blastlens.facts.file_facts import FileFacts
from blastlens.languages.entry_rules import EntryPointRules as EntryPointRules
from blastlens.languages.entry_rules import FrameworkFacts as FrameworkFacts
from blastlens.languages.linker_tables import LibraryFacts as LibraryFacts
from blastlens.languages.linker_tables import Protocols as Protocols
from blastlens.languages.linker_tables import TypeForms as TypeForms
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
