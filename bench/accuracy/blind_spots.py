"""Calls for which a type-aware reference names no callee, told by the form of the source and by nothing else.

The truth's oracle asks for the definition of the *name* that is called. There is none where a result is called
(`f(x)(y)`, `C()(x)`, `table[k](x)`), where the class is asked from an object (`self.__class__()`, `type(self)()`), and where
the name is a variable that holds an object: it answers with the variable, not with `__call__`. An edge that stands at such
a call, and at no call by the callee's own name, cannot be right in that reference, whatever the program does.

What is defined in an arm that no program of the reference's Python and platform takes (`else` of `if TYPE_CHECKING`, of
`sys.version_info >= (3, 10)`, all below `sys.platform == "win32"`) it takes for unreachable, and names nothing in it.

Where a stub file lies beside the source, the oracle stops at the declaration in the stub, which is no definition of the truth:
it never names what such a file declares.
"""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from judging import ToolEdge
from left_out import left_out
from truth import Key, Truth, last, scorer

CALL = "__call__"


class BlindSpots:
    """Blind spots of one corpus, whose files are in `folder`."""

    def __init__(self, folder: Path, truth: Truth) -> None:
        self._folder = folder
        self._truth = truth
        self._calls = cache(self._read)
        self._left_out = cache(self._read_left_out)
        stubs = [path for path in folder.rglob("*.pyi") if path.with_suffix(".py").is_file()]
        self._stubbed = frozenset(name for path in stubs for name in _declared(path))

    def read_all(self) -> "BlindSpots":
        """Read the files now, as the folder may go."""
        for file in self._truth.definitions.files:
            self._calls(file)
            self._left_out(file)
        return self

    def __call__(self, edge: ToolEdge) -> bool:
        if last(edge.pair[1]) in self._stubbed or self._is_left_out(edge.pair[1]):
            return True
        if edge.kind not in ("call", "extends") or not edge.lines:
            return False
        calls = self._calls(edge.pair[0][0])
        at = [form for line in edge.lines for form in calls.get(line, ())]
        own = self._own_names(edge.pair[1])
        return bool(at) and not own & set(at) and ("" in at or last(edge.pair[1]) == CALL)

    def _is_left_out(self, callee: Key) -> bool:
        row = self._truth.definitions.row.get(callee)
        return row is not None and row["line"] in self._left_out(callee[0])

    def _read_left_out(self, file: str) -> frozenset[int]:
        tree = _parsed(self._folder / file) if file.endswith(".py") else None
        return left_out(tree) if tree is not None else frozenset()

    def _own_names(self, callee: Key) -> set[str]:
        """What a call of the callee is written as; a class's constructors are one with it."""
        definitions = self._truth.definitions
        is_class = definitions.kind.get(callee) == "class"
        return {last(callee)} | (set(scorer().CTORS) if is_class else set())

    def _read(self, file: str) -> dict[int, set[str]]:
        """Line -> names called there; "" for a call of what has no name."""
        tree = _parsed(self._folder / file) if file.endswith(".py") else None
        if tree is None:
            return {}
        found: dict[int, set[str]] = {}
        for node in ast.walk(tree):
            for called in _called(node):
                for line in {called.lineno, called.end_lineno or called.lineno, getattr(node, "lineno", 0)}:
                    found.setdefault(line, set()).add(_name(called))
        return found


def _declared(stub: Path) -> Iterator[str]:
    """Names that a stub file binds at its top level."""
    tree = _parsed(stub)
    for node in _top_level(tree) if tree is not None else ():
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.alias):
            yield node.asname or node.name
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id


def _top_level(tree: ast.Module) -> Iterator[ast.AST]:
    """What stands in no definition."""
    left: list[ast.AST] = list(tree.body)
    while left:
        node = left.pop()
        yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            left += ast.iter_child_nodes(node)


def _parsed(path: Path) -> ast.Module | None:
    try:
        return ast.parse(path.read_bytes())
    except (OSError, SyntaxError, ValueError):
        return None


def _called(node: ast.AST) -> list[ast.expr]:
    """What a node calls: the function of a call, decorators that are no calls themselves, and bases."""
    if isinstance(node, ast.Call):
        return [node.func]
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return [each for each in node.decorator_list if not isinstance(each, ast.Call)]
    if isinstance(node, ast.ClassDef):
        # A base that a call gives has no name.
        return [
            each for each in (*node.decorator_list, *node.bases) if not isinstance(each, ast.Call) or each in node.bases
        ]
    return []


def _name(called: ast.expr) -> str:
    """The name that stands at a call, a decorator or a base; "" for none."""
    if isinstance(called, ast.Name):
        return called.id
    if isinstance(called, ast.Attribute):
        return "" if called.attr == "__class__" else called.attr
    return ""
