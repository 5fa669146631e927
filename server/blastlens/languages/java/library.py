"""The types of Java's own library, as far as they matter to who is called: read from a table of signatures.

A package is a module. The table is made for reading: a line for a type with its bases, indented lines for its members; `*` before
a method that has no body, names of its own type variables behind; a constructor is called `new`.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Final, NamedTuple

from blastlens.facts.file_facts import END, Bind, Def, DefFlag, Expr, FileFacts, Import, Param, Scope, ScopeKind

_FILE: Final = Path(__file__).with_name("library.txt")
_PREFIX: Final = "//"
_SUFFIX: Final = ".java"
_TYPE: Final = re.compile(r"(?:abstract )?(class|interface) ([\w.]+)(?:<([^>]*)>)?(?: : (.*))?$")
_METHOD: Final = re.compile(r"(\* |static )?(\w+)\((.*?)\) (\S[^ ]*(?:, [^ ]+)*)(?: <([\w, ]+)>)?$")
_WORDS: Final = re.compile(r"[\w.]+|[<>,?]|\[\]|\.\.\.")
_CONSTRUCTOR: Final = "<init>()"
_MODULE, _CLASS = ScopeKind.MODULE, ScopeKind.CLASS


class _Type(NamedTuple):
    kind: str
    name: str
    variables: tuple[str, ...]
    bases: str
    members: tuple[str, ...]


@lru_cache(maxsize=1)
def _packages() -> dict[str, list[_Type]]:
    out: dict[str, list[_Type]] = {}
    package = ""
    pending: tuple[str, list[str]] | None = None
    for line in [*_FILE.read_text(encoding="utf-8").splitlines(), "package "]:
        if line.startswith("  ") and pending is not None:
            pending[1].append(line.strip())
            continue
        if pending is not None and (found := _TYPE.match(pending[0])) is not None:
            variables = tuple((found[3] or "").replace(" ", "").split(",")) if found[3] else ()
            out[package].append(_Type(found[1], found[2], variables, found[4] or "", tuple(pending[1])))
        pending = None
        if line.startswith("package "):
            package = line.removeprefix("package ")
            if package:
                out[package] = []
        else:
            pending = (line, [])
    return out


@lru_cache(maxsize=1)
def _homes() -> dict[str, str]:
    """Name of a type that stands in no other -> its package."""
    return {one.name: package for package, types in _packages().items() for one in types if "." not in one.name}


class JavaLibrary:
    """`LibraryStubs` over the packaged table."""

    problem: str | None = None
    is_whole = False

    @property
    def version(self) -> str:
        return blake2b(_FILE.read_bytes(), digest_size=8).hexdigest()

    def find(self, dotted: str) -> str | None:
        return _path(dotted) if dotted in _packages() else None

    def paths(self) -> Sequence[str]:
        return sorted(map(_path, _packages()))

    def number(self, path: str) -> int:
        return self.paths().index(path)

    def facts(self, path: str) -> FileFacts:
        return _facts(path)


def _path(dotted: str) -> str:
    return _PREFIX + dotted.replace(".", "/") + _SUFFIX


@lru_cache(maxsize=64)
def _facts(path: str) -> FileFacts:
    package = path[len(_PREFIX) : -len(_SUFFIX)].replace("/", ".")
    return _Module(package).made()


class _Module:
    """The facts of one package."""

    def __init__(self, package: str) -> None:
        self.package = package
        self.types = _packages()[package]
        self.names: dict[str, int] = {}
        self.exprs: dict[tuple[int, ...], int] = {(Expr.UNKNOWN,): 0}
        self.contexts: dict[tuple[int, int, int], int] = {}
        self.scopes = [Scope(_MODULE, -1, -1, {}, {}, {})]
        self.defs: list[Def] = []
        self.imports: list[Import] = []
        self.own = {one.name for one in self.types}

    def made(self) -> FileFacts:
        numbers: dict[str, int] = {}
        for one in self.types:
            outer, _, name = one.name.rpartition(".")
            numbers[one.name] = self._type(one, name, numbers.get(outer, -1))
        spans = [(1, 1, 1, 0, 0)] * len(self.defs)
        return FileFacts(
            "java", list(self.names), list(self.exprs), list(self.contexts), self.scopes, [-1], [False], self.defs,
            self.imports, None, [], spans, [], [(1, 0, 1, 0)] * len(self.imports), 1, [], [], 0,
        )  # fmt: skip

    def _name(self, text: str) -> int:
        return self.names.setdefault(text, len(self.names))

    def _row(self, *row: int) -> int:
        return self.exprs.setdefault(row, len(self.exprs))

    def _context(self, scope: int) -> int:
        return self.contexts.setdefault((scope, 0, END), len(self.contexts))

    def _scope(self, kind: int, parent: int, owner: int = -1) -> int:
        self.scopes.append(Scope(kind, parent, owner, {}, {}, {}))
        return len(self.scopes) - 1

    def _bind(self, scope: int, name: str, kind: int, a: int, b: int = -1) -> None:
        row = (kind, a, b, self._context(scope), 0, 0)
        self.scopes[scope].bindings.setdefault(self._name(name), []).append(row)

    def _variables(self, scope: int, names: Sequence[str], index: int) -> None:
        for name in names:
            self._bind(scope, name, Bind.TYPE_VARIABLE, self._name(name))
            self.defs[index].type_params.append(self._name(name))

    def _define(self, name: str, scope: int, flags: int, parent: int) -> int:
        index = len(self.defs)
        context = self._context(scope)
        is_class = not flags & _OF_FUNCTIONS
        flags &= ~_OF_FUNCTIONS
        self.defs.append(
            Def(
                self._name(name), is_class, parent, scope, scope, context, context, flags, index, [], [], -1,
                [], [], [], [], [], {}, {}, 0, 0, 0,
            )
        )  # fmt: skip
        return index

    def _type(self, one: _Type, name: str, outer: int) -> int:
        holder = self.defs[outer].scope if outer >= 0 else 0
        around = self._scope(ScopeKind.BLOCK, holder)
        flags = DefFlag.INTERFACE if one.kind == "interface" else 0
        index = self._define(name, around, flags, outer)
        self._bind(holder, name, Bind.CLASS, index)
        self._variables(around, one.variables, index)
        row = self.defs[index]
        row.outer = holder
        row.bases += [self._spelled(base) for base in _split(one.bases, " ")]
        row.scope = self._scope(_CLASS, around, index)
        for member in one.members:
            self._member(member, index)
        return index

    def _member(self, text: str, owner: int) -> None:
        scope = self.defs[owner].scope
        found = _METHOD.match(text)
        if found is None:
            name, _, type_ = text.partition(" ")
            self._bind(scope, name, Bind.ANNOTATED, self._spelled(type_))
            return
        mark, name = found[1] or "", found[2]
        flags = DefFlag.STATIC if mark == "static " else DefFlag.SIGNATURE if mark else 0
        holder = self._scope(ScopeKind.FUNCTION, scope)
        index = self._define(name, holder, flags | _OF_FUNCTIONS, owner)
        if found[5]:
            self._variables(holder, found[5].replace(" ", "").split(","), index)
        row = self.defs[index]
        if not flags & DefFlag.STATIC:
            row.params.append(Param(self._name("this"), -1, -1, 0))
        for number, parameter in enumerate(_split(found[3], ",")):
            is_rest = parameter.endswith("...")
            spelled = self._spelled(parameter.removesuffix("..."))
            row.params.append(Param(self._name(f"p{number}"), spelled, -1, 2 if is_rest else 0))
        row.returns = self._spelled(found[4]) if found[4] != "void" else -1
        bound = _CONSTRUCTOR if name == "new" else name + "()"
        others = [b[1] for b in self.scopes[scope].bindings.get(self._name(bound), ()) if b[0] == Bind.DEF]
        if others:
            self.defs[others[0]].overloads = row.overloads = others[0]
        self._bind(scope, bound, Bind.DEF, index)

    def _spelled(self, text: str) -> int:
        words = _WORDS.findall(text)
        return self._parsed(words)

    def _parsed(self, words: list[str]) -> int:
        """The type expr of the words at the front, which it takes away."""
        word = words.pop(0)
        if word == "?":
            return 0
        row = -1
        for part in word.split("."):
            row = self._reached(part) if row < 0 else self._row(Expr.ATTR, row, self._name(part))
        if words and words[0] == "<":
            arguments = []
            while words and words.pop(0) in "<,":
                arguments.append(self._parsed(words))
            row = self._row(Expr.INDEX, row, *arguments)
        while words and words[0] == "[]":
            words.pop(0)
            row = self._row(Expr.INDEX, self._row(Expr.NAME, self._name("array[]")), row)
        return row

    def _reached(self, name: str) -> int:
        """The NAME row of a type; one of another package is imported."""
        home = _homes().get(name)
        index = self._name(name)
        if home is not None and home != self.package and home != "java.lang" and index not in self.scopes[0].bindings:
            self.imports.append(Import(0, self._name(home), index, index, 0, 0))
            self._bind(0, name, Bind.IMPORT, len(self.imports) - 1)
        return self._row(Expr.NAME, index)


_OF_FUNCTIONS: Final = 1 << 40  # marks a def that is no class while it is made


def _split(text: str, separator: str) -> Iterator[str]:
    """The parts of a list of types, whose arguments stand in brackets."""
    depth = 0
    part = ""
    for letter in text:
        depth += {"<": 1, ">": -1}.get(letter, 0)
        if letter == separator and not depth:
            yield part.strip()
            part = ""
        else:
            part += letter
    if part.strip():
        yield part.strip()
