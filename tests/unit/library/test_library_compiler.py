"""What is kept of a library's source, and what is left out."""

import ast
from textwrap import dedent

import pytest

from blastlens.extract.extractor import extract
from blastlens.facts.file_facts import Bind, DefFlag, Expr, code_names
from blastlens.languages.python.language import PYTHON
from blastlens.link.unit import Unit
from library_facts.conditions import truth
from library_facts.prune import Tree, pruned
from library_facts.reduce import Reducer
from library_facts.slim import Slimmer, slim


def text(source: str, is_stub: bool = False) -> str:
    return ast.unparse(ast.Module(Reducer(is_stub).module(dedent(source).encode()), []))


def tree(dotted: str, source: str, is_package: bool = False) -> Tree:
    return Tree(dotted, is_package, False, Reducer(False).module(dedent(source).encode()))


def said(trees: list[Tree]) -> dict[str, str]:
    return {row.dotted: ast.unparse(ast.Module(row.body, [])) for row in trees}


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("sys.version_info >= (3, 9)", True),
        ("sys.version_info < (3, 12)", False),
        ("sys.version_info[0] == 2", False),
        ("sys.version_info[:2] >= (3, 8)", True),
        ("sys.version_info >= (99, 0)", False),
        ("sys.platform == 'win32'", False),
        ("sys.platform != 'win32' and sys.version_info >= (3, 10)", True),
        ("not sys.platform.startswith('linux')", False),
        ("TYPE_CHECKING", True),
        ("DEBUG", None),
        ("DEBUG and sys.platform == 'win32'", False),
        ("DEBUG or sys.platform == 'linux'", True),
    ],
)
def test_conditions_on_version_and_platform(condition: str, holds: bool | None) -> None:
    assert truth(ast.parse(condition, mode="eval").body) is holds


def test_the_arm_that_holds_is_taken_and_others_where_they_add_names() -> None:
    source = """
        if sys.version_info >= (3, 12):
            def both(a: int) -> int: ...
        else:
            def both() -> str: ...
            def gone() -> None: ...
    """
    assert text(source, True) == "def both(a: int) -> int:\n    ...\n\ndef gone() -> None:\n    ..."


def test_a_stub_loses_its_texts_and_values() -> None:
    source = '''
        """Says a lot."""
        limit: int = 10
        class A:
            """Says more."""
            name: str = ...
            def f(self, a: int = 5, b: A | None = None, c=DEFAULT) -> None:
                """And more."""
    '''
    kept = "limit: int\n\nclass A:\n    name: str\n\n    def f(self, a: int=..., b: A | None=None, c=DEFAULT) -> None:\n        ..."
    assert text(source, True) == kept


def test_of_a_body_what_is_stored_on_the_object_is_kept_with_the_locals_it_needs() -> None:
    source = """
        class A:
            def __init__(self, url: str) -> None:
                log("starting")
                parts = split(url)
                if parts:
                    self.parts = parts
                self.pool: Pool[int] = make(url)
    """
    kept = """
        class A:
            def __init__(self, url: str) -> None:
                parts = split(url)
                if ...:
                    self.parts = parts
                self.pool: Pool[int]
    """
    assert text(source) == dedent(kept).strip().replace("A:\n    def", "A:\n\n    def")


def test_results_are_kept_where_no_annotation_tells_them() -> None:
    source = """
        def told() -> int:
            return compute()
        def untold(flag):
            for row in rows():
                if flag:
                    return row.value
            with lock:
                return None
        def lazily() -> Iterator[int]:
            yield first()
            yield 2
    """
    kept = """
        def told() -> int:
            ...
        def untold(flag):
            for row in rows():
                if ...:
                    return row.value
            return None
        def lazily() -> Iterator[int]:
            yield
    """
    assert text(source).replace("\n\n", "\n") == dedent(kept).strip()


def test_a_function_that_is_returned_is_kept() -> None:
    source = """
        def decorate(f):
            def helper(): return 1
            def wrapper(*args):
                print(args)
                return f(*args)
            return wrapper
    """
    kept = "def decorate(f):\n\n    def wrapper(*args):\n        return f(*args)\n    return wrapper"
    assert text(source) == kept


def test_private_definitions_and_modules_that_nothing_uses_are_left_out() -> None:
    kept = pruned(
        [
            tree("lib", "from ._impl import run\nfrom .other import _shared", True),
            tree("lib._impl", "import os\nfrom typing import Any\ndef run() -> Any: ...\ndef _spare(): ..."),
            tree("lib._unused", "def f() -> int: ..."),
            tree("lib.other", "_shared = 1\n_own = 2\nclass _Base: ...\nclass Public(_Base): ..."),
        ]
    )
    assert set(said(kept)) == {"lib", "lib._impl", "lib.other"}
    assert said(kept)["lib._impl"] == "from typing import Any\n\ndef run() -> Any:\n    ..."
    assert "_own" not in said(kept)["lib.other"]
    assert {"_shared", "_Base"} <= {name for row in kept for name in said([row])[row.dotted].replace(":", " ").split()}


@pytest.mark.parametrize("kind", [kind for kind in code_names(Expr) if kind != Expr.UNKNOWN])
def test_every_kind_of_expression_is_renumbered(kind: int) -> None:
    facts = extract(PYTHON, b"first = 1\nsecond = 2\n")
    operands = {
        Expr.NAME: (0,),
        Expr.ATTR: (0, 0),
        Expr.CALL: (0, 0),
        Expr.BINARY: (0, 0, 0),
        Expr.UNARY: (0, 0),
        Expr.LAMBDA: (0, 0, 0),
        Expr.CONST: (0, -1),
        Expr.WITHIN: (0, 0),
        Expr.UNPACK: (0, 7),
        Expr.FIELD: (0, 7),
        Expr.ARGUMENT: (0, 7),
        Expr.PARAMETER: (0, 7),
        Expr.SENT: (),
    }.get(kind, (0,))
    slimmer = Slimmer(facts, True)
    slimmer.name(1)  # so that numbers differ from those in the facts
    facts.exprs.append((kind, *operands))
    row = slimmer.rows[slimmer.expr(len(facts.exprs) - 1)]
    assert row[0] == kind and len(row) == 1 + len(operands)


def test_slim_facts_say_the_same_about_definitions() -> None:
    source = dedent(
        """
        from typing import overload
        class A(Base[int]):
            attribute: list[str]
            @overload
            def f(self, a: int) -> int: ...
            @overload
            def f(self, a: str) -> str: ...
            @property
            def p(self) -> A: ...
        def g(a=DEFAULT, *, b: A) -> dict[str, A]: ...
        """
    )
    facts = extract(PYTHON, source.encode())
    full = Unit(0, "a.pyi", facts)
    thin = Unit(0, "a.pyi", slim(extract(PYTHON, source.encode()), True))
    assert thin.quals == full.quals
    assert thin.parts == full.parts
    assert [row.flags for row in thin.defs] == [row.flags for row in full.defs]
    assert [len(row.params) for row in thin.defs] == [len(row.params) for row in full.defs]
    assert thin.facts.uses == []
    assert not thin.has_flag(0, DefFlag.OVERLOAD) and thin.has_flag(1, DefFlag.OVERLOAD)
    kinds = {thin.names[name]: [row[0] for row in rows] for name, rows in thin.scopes[0].bindings.items()}
    assert kinds == {"overload": [Bind.IMPORT], "A": [Bind.CLASS], "g": [Bind.DEF]}
