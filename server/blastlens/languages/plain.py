"""Rules of a language that has nothing to say on a matter: what a folder starts from, and replaces piece by piece.

`dataclasses.replace(PLAIN_FORMS, sequences=…)` and a subclass of `PlainTests` are how a folder says what differs.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Any, Final

from blastlens.facts.file_facts import DefFlag, FileFacts, Scope, ScopeKind
from blastlens.languages.rules import (
    EntryPointRules,
    FrameworkFacts,
    LibraryFacts,
    ModuleRef,
    Project,
    Protocols,
    Record,
    TypeForms,
)
from blastlens.languages.running import RunCommand, RunnableTest, RunnerProject

_NONE: Final[frozenset[Any]] = frozenset()


def _forms() -> TypeForms:
    named: dict[str, Any] = {field.name: _NONE for field in fields(TypeForms)}
    named |= {
        "enum_prefix": "enum.",
        "match_names": "",
        "cast": "",
        "super_call": "",
        "generic_register": "",
        "constructors": ("",),
        "underlying": "",
        "anything": "",
    }
    named["language_scope"] = "language."
    named |= {"root": "", "boxes": {}}
    return TypeForms(**named)


PLAIN_FORMS: Final = _forms()

PLAIN_LIBRARY: Final = LibraryFacts(
    calls={},
    any_receiver={},
    sequence_element=_NONE,
    generator_element=_NONE,
    sequence_same=_NONE,
    mapping_value=_NONE,
    common_methods=_NONE,
    dynamic={},
    module_table="",
    attribute_getters=(),
    module_loaders=_NONE,
    accessor_makers=_NONE,
    accessor_parts=("", "", ""),
    own_name="",
    form_modules=_NONE,
    form_names=_NONE,
    interfaces={},
    plain_parts=_NONE,
    awaitable="",
    containers=("", "", ""),
    templates={},
)


def _protocols() -> Protocols:
    named: dict[str, Any] = {field.name: "" for field in fields(Protocols)}
    tables = ("operators", "unary", "functions", "iterating", "accessing", "calling")
    named |= {name: {} for name in tables}
    named |= dict.fromkeys(("of_all_arguments", "choosing", "containment"), _NONE)
    named |= dict.fromkeys(("enter", "enter_async"), ("", ""))
    named |= dict.fromkeys(("iterate", "iterate_async", "await_"), ("",))
    lists = ("contains", "test", "text", "representation", "metaclass_hooks")
    named |= dict.fromkeys(lists, ())
    return Protocols(**named)


PLAIN_PROTOCOLS: Final = _protocols()

PLAIN_ENTRY_POINTS: Final = EntryPointRules(
    transparent_decorators=_NONE, module_hooks=_NONE, dispatched={}, incidental_methods=_NONE
)

PLAIN_FRAMEWORKS: Final = FrameworkFacts(attributes={}, fields={}, results={}, defaults={}, runners={}, owned=())


class NoStubs:
    """The `LibraryStubs` of a language of whose libraries nothing is known."""

    problem: str | None = None
    is_whole = False
    version = ""

    def find(self, dotted: str) -> str | None:  # noqa: ARG002
        return None

    def paths(self) -> Sequence[str]:
        return ()

    def number(self, path: str) -> int:
        raise KeyError(path)

    def facts(self, path: str) -> FileFacts:  # noqa: ARG002
        scope = Scope(ScopeKind.MODULE, -1, -1, {}, {}, {})
        return FileFacts("", [], [], [], [scope], [-1], [False], [], [], None, [], [], [], [], 0, [], [], 0)


class PlainTests:
    """`TestRules` of a runner that collects what the text marks as a test (`DefFlag.TEST`), in files that `is_test_file`
    tells by their path."""

    setup_methods: tuple[str, ...] = ()
    setup_functions: tuple[str, ...] = ()
    marks_functions = True
    hook_prefix = "\0"
    fixture_types: Final[Mapping[str, str]] = {}
    plugin_list = ""
    request = ""
    request_parameter = ""
    request_fixture = ""
    patchers: Final[Mapping[str, int]] = {}
    replacers: tuple[str, ...] = ()
    doubles = "\0"
    wrapped = ""
    lists_definitions = False
    patched_type = "\0"

    def runs_marked(self, path: str) -> bool:  # noqa: ARG002
        return True

    def is_collected_file(self, path: str) -> bool:
        return self.is_test_file(path)

    def is_loaded_file(self, path: str) -> bool:
        return self.is_test_file(path)

    def is_test_file(self, path: str) -> bool:  # noqa: ARG002
        return False

    def is_test_itself(self, path: str, facts: FileFacts) -> bool:  # noqa: ARG002
        return False

    def is_test_case_base(self, external: tuple[str, ...]) -> bool:  # noqa: ARG002
        return False

    def is_plain_test_class(self, facts: FileFacts, definition: int) -> bool:
        row = facts.defs[definition]
        return any(one.parent == definition and one.flags & DefFlag.TEST for one in facts.defs if row.is_class)

    def is_test_name(self, name: str) -> bool:  # noqa: ARG002
        return False

    def requests_fixtures(self, name: str, flags: int) -> bool:  # noqa: ARG002
        return False

    def fixture_files(self, path: str) -> Iterator[str]:  # noqa: ARG002
        return iter(())

    def body_lines(self, text: Sequence[str], line: int, last: int) -> range:  # noqa: ARG002
        return range(line, last + 1)

    def commands(self, tests: Sequence[RunnableTest], project: RunnerProject) -> Iterable[RunCommand]:  # noqa: ARG002
        return ()


class PlainLayout:
    """The `Layout` of a language whose files are modules of their own, found by nobody: a start for a folder's own."""

    def __init__(self, project: Project) -> None:
        self.paths = frozenset(project.paths)

    def find(self, importer: str, dotted: str, record: Record) -> ModuleRef | None:  # noqa: ARG002
        record(dotted)
        return None

    def relative(self, importer: str, level: int, dotted: str, record: Record) -> ModuleRef | None:  # noqa: ARG002
        return None

    def submodule(self, module: ModuleRef, name: str, record: Record) -> ModuleRef | None:  # noqa: ARG002
        return None

    def missing(self, importer: str, level: int, dotted: str) -> str:  # noqa: ARG002
        return ""

    def files_of(self, module: ModuleRef) -> Sequence[str]:  # noqa: ARG002
        return ()

    def may_meet(self, path: str, other: str) -> bool:  # noqa: ARG002
        return True

    def builds_with(self, path: str, other: str, record: Record) -> bool | None:  # noqa: ARG002
        return None

    def leaves_out(self, path: str) -> bool:  # noqa: ARG002
        return False

    def beside(self, path: str) -> tuple[str, str]:  # noqa: ARG002
        return "", ""
