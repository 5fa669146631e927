"""The types of a language's standard library, as far as they matter to who is called: read from a table of signatures.

All of it is one module, whatever path a program reaches a name by: names are told apart by themselves. The table is made
for reading: a line for a type with its bases, indented lines for its members; a type variable is one capital letter, and a
parameter that may be left out ends in `?`.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Final

from blastlens.facts.file_facts import END, Bind, Def, DefFlag, Expr, FileFacts, Param, Scope, ScopeKind

_TYPE: Final = re.compile(r"(trait|struct) (\w+)(?:<([^>]*)>)?(?: : (.*))?$")
_FUNCTION: Final = re.compile(r"(?:fn )?([\w?]+)\(")
_VALUE: Final = re.compile(r"(?:let )?([\w.]+): (.+)$")
_WORDS: Final = re.compile(r"->|\w+|[<>(),]")
_UNIT: Final = "None"


class SignatureTable:
    """`LibraryStubs` over a packaged table of one language."""

    problem: str | None = None
    is_whole = False

    def __init__(self, language: str, table: Path, path: str, is_module: Callable[[str], bool]) -> None:
        """`path`: of the one module, behind `//`; `is_module`: whether a dotted name is that module."""
        self._language, self._table, self._path, self._is_module = language, table, path, is_module
        self._made: FileFacts | None = None

    @property
    def version(self) -> str:
        return blake2b(self._table.read_bytes(), digest_size=8).hexdigest()

    def find(self, dotted: str) -> str | None:
        return self._path if self._is_module(dotted) else None

    def paths(self) -> Sequence[str]:
        return (self._path,)

    def number(self, path: str) -> int:
        return self.paths().index(path)

    def facts(self, path: str) -> FileFacts:  # noqa: ARG002
        if self._made is None:
            lines = self._table.read_text(encoding="utf-8").splitlines()
            self._made = _Module(self._language).made(lines)
        return self._made


class _Module:
    """The facts of the library."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.names: dict[str, int] = {}
        self.exprs: dict[tuple[int, ...], int] = {(Expr.UNKNOWN,): 0}
        self.contexts: dict[tuple[int, int, int], int] = {}
        self.scopes = [Scope(ScopeKind.MODULE, -1, -1, {}, {}, {})]
        self.defs: list[Def] = []
        self.variables: set[str] = set()  # of the type at hand

    def made(self, lines: Sequence[str]) -> FileFacts:
        owner = -1
        for line in lines:
            if not line or line.startswith("#"):
                continue
            if line.startswith("  "):
                self._member(line.strip(), owner)
            elif (found := _TYPE.match(line)) is not None:
                owner = self._type(found)
            else:
                self.variables = set()
                self._member(line, -1)
        spans = [(1, 1, 1, 0, 0)] * len(self.defs)
        return FileFacts(
            self.language, list(self.names), list(self.exprs), list(self.contexts), self.scopes, [-1], [False], self.defs,
            [], None, [], spans, [], [], 1, [], [], 0,
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
        row = (kind, a, b, self._context(scope), -1, 0)
        self.scopes[scope].bindings.setdefault(self._name(name), []).append(row)

    def _define(self, name: str, scope: int, flags: int, parent: int, *, is_class: bool) -> int:
        index, context = len(self.defs), self._context(scope)
        self.defs.append(
            Def(
                self._name(name), is_class, parent, scope, scope, context, context, flags, index, [], [], -1,
                [], [], [], [], [], {}, {}, 0, 0, 0,
            )
        )  # fmt: skip
        return index

    def _type(self, found: re.Match[str]) -> int:
        around = self._scope(ScopeKind.BLOCK, 0)
        index = self._define(found[2], around, DefFlag.INTERFACE if found[1] == "trait" else 0, -1, is_class=True)
        self._bind(0, found[2], Bind.CLASS, index)
        self._bind(around, "Self", Bind.OWN_CLASS, index)
        self.variables = set()
        for name in (found[3] or "").replace(" ", "").split(","):
            if name:
                self._variable(around, name, index)
                self.variables.add(name)
        row = self.defs[index]
        row.outer = 0
        row.bases += [self._spelled(base, around, index) for base in _split(found[4] or "")]
        row.scope = self._scope(ScopeKind.CLASS, around, index)
        return index

    def _variable(self, scope: int, name: str, index: int) -> None:
        self._bind(scope, name, Bind.TYPE_VARIABLE, self._name(name))
        self.defs[index].type_params.append(self._name(name))

    def _member(self, text: str, owner: int) -> None:
        scope = self.defs[owner].scope if owner >= 0 else 0
        value = _VALUE.match(text)
        if value is not None:
            if owner >= 0:
                self._bind(scope, value[1], Bind.ANNOTATED, self._spelled(value[2], scope, -1))
            else:
                self._bind(scope, value[1], Bind.ASSIGN, self._row(Expr.TYPED, self._spelled(value[2], scope, -1)))
            return
        found = _FUNCTION.match(text)
        if found is None:
            raise ValueError(text)
        given, result = _signature(text[found.end() :])
        holder = self._scope(ScopeKind.FUNCTION, scope)
        listed = list(_split(given))
        is_method = listed[:1] == ["self"]
        in_trait = owner >= 0 and bool(self.defs[owner].flags & DefFlag.INTERFACE)
        flags = 0 if is_method else DefFlag.CLASSMETHOD if in_trait else DefFlag.STATIC
        index = self._define(found[1], holder, flags, owner, is_class=False)
        row = self.defs[index]
        row.outer = scope
        if flags == DefFlag.CLASSMETHOD:
            row.params.append(Param(self._name("Self"), -1, -1, 0))
        for position, parameter in enumerate(listed):
            spelled = -1 if parameter == "self" else self._spelled(parameter.removesuffix("?"), holder, index)
            default = self._row(Expr.UNKNOWN) if parameter.endswith("?") else -1
            row.params.append(Param(self._name(parameter if spelled < 0 else f"p{position}"), spelled, default, 0))
        none = self._row(Expr.CONST, self._name(_UNIT), -1)
        row.returns = self._spelled(result, holder, index) if result else none
        self._bind(scope, found[1], Bind.DEF, index)

    def _spelled(self, text: str, scope: int, index: int) -> int:
        """The type expr of a text; single letters that the type around does not declare are the function's own."""
        words = _WORDS.findall(text)
        for word in words if index >= 0 else ():
            known = self._name(word) in self.defs[index].type_params
            if len(word) == 1 and word.isupper() and word not in self.variables and not known:
                self._variable(scope, word, index)
        return self._parsed(words)

    def _parsed(self, words: list[str]) -> int:
        """The type expr of the words at the front, which it takes away."""
        word = words.pop(0)
        if word == "(":
            return self._row(Expr.TUPLE, *self._listed(words))
        if word == "fn":
            words.pop(0)
            parameters = self._listed(words)
            result = self._row(Expr.CONST, self._name(_UNIT), -1)
            if words and words[0] == "->":
                words.pop(0)
                result = self._parsed(words)
            return self._row(Expr.FUNCTION_TYPE, result, *parameters)
        row = self._row(Expr.NAME, self._name(word))
        if words and words[0] == "<":
            arguments = []
            while words and words.pop(0) in "<,":
                arguments.append(self._parsed(words))
            if len(arguments) == 1:  # one tuple alone is told from several arguments
                arguments[0] = self._row(Expr.EITHER, arguments[0])
            row = self._row(Expr.INDEX, row, *arguments)
        return row

    def _listed(self, words: list[str]) -> list[int]:
        """Types up to the closing parenthesis."""
        rows = []
        while words[0] != ")":
            if words[0] == ",":
                words.pop(0)
            rows.append(self._parsed(words))
        words.pop(0)
        return rows


def _signature(text: str) -> tuple[str, str]:
    """What stands up to the parenthesis that closes the list of parameters, and the result behind it."""
    depth = 1
    for at, letter in enumerate(text):
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if not depth:
            return text[:at], text[at + 1 :].removeprefix(" -> ")
    raise ValueError(text)


def _split(text: str) -> Iterator[str]:
    """The parts of a list of types, whose arguments stand in brackets."""
    depth = 0
    part = ""
    for at, letter in enumerate(text):
        depth += letter in "<("
        depth -= letter == ")" or (letter == ">" and text[at - 1] != "-")
        if letter == "," and not depth:
            yield part.strip()
            part = ""
        else:
            part += letter
    if part.strip():
        yield part.strip()
