"""Small generated repositories and edits to them, dense in what makes linking hard.

Aliases, re-exports, cycles of imports, inheritance over files, types from elsewhere, tests with fixtures, broken lines.
"""

from typing import NamedTuple

from hypothesis import strategies as st

PATHS = (
    "a.py",
    "b.py",
    "c.py",
    "pkg/__init__.py",
    "pkg/a.py",
    "pkg/deep/d.py",
    "src/lib/__init__.py",
    "src/lib/e.py",
    "conftest.py",
    "tests/conftest.py",
    "tests/test_a.py",
)
_MODULES = ("a", "b", "c", "pkg", "pkg.a", "pkg.deep.d", "lib", "lib.e", ".", ".a", "..a", "missing")
_NAMES = ("f", "g", "run", "save", "K", "L", "item")
_METHODS = ("run", "save", "close", "reconcile")

_module, _name, _method = st.sampled_from(_MODULES), st.sampled_from(_NAMES), st.sampled_from(_METHODS)


def _lines(*templates: str) -> st.SearchStrategy[str]:
    return st.builds(
        lambda template, m, n, o, p, q: template.format(m=m, n=n, o=o, p=p, q=q),
        st.sampled_from(templates),
        _module,
        _name,
        _name,
        _method,
        _method,
    )


_IMPORTS = _lines(
    "from {m} import {n}",
    "from {m} import {n} as {o}",
    "from {m} import *",
    "import pkg.a",
    "import a as {n}",
    "import pkg.deep.d as {o}",
    "try:\n    from {m} import {n}\nexcept ImportError:\n    from b import {n}",
    "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from {m} import {n}",
    "__all__ = ['{n}', '{o}']",
    "import pytest",
)
_TOP = _lines(
    "def {n}(x):\n    return {o}(x)",
    "def {n}():\n    return {o}",
    "def {n}(x: {o}):\n    x.{p}()\n    return x",
    "def {n}() -> '{o}':\n    return {o}()",
    "class {n}:\n    def {p}(self):\n        return self.{q}()",
    "class {n}({o}):\n    def {p}(self):\n        super().{p}()\n        return self",
    "class {n}({o}):\n    def __init__(self):\n        self.part = {o}()\n    def {p}(self):\n        self.part.{q}()",
    "class {n}:\n    @property\n    def {p}(self) -> {o}:\n        return 1",
    "{n}()",
    "{n} = {o}",
    "{n} = {o}()\n{n}.{p}()",
    "{n}().{p}().{q}",
    "@{n}\ndef {o}(x):\n    x.{p}()",
    "def outer(thing):\n    thing.{p}()\n    for k in {n}():\n        k.{q}()",
    "def test_{n}({o}):\n    {o}.{p}()",
    "@pytest.fixture\ndef {n}({o}):\n    return {o}",
    "with {n}() as v:\n    v.{p}()",
    "if {n}:\n    def {o}(): pass\nelse:\n    def {o}(): pass",
    "import importlib\nimportlib.import_module('{m}').{n}()",
    "for z in [{n}(), {o}]:\n    z.{p}",
    "lambda: {n}(key={o})",
    "def broken(:\n    {n}(",
    "# {n}",
)

contents = st.builds(
    lambda imports, tops: "\n".join([*imports, *tops]) + "\n",
    st.lists(_IMPORTS, max_size=3),
    st.lists(_TOP, max_size=5),
)
trees = st.dictionaries(st.sampled_from(PATHS), contents, min_size=2, max_size=7)


class Edit(NamedTuple):
    """A change of the tree. `text`: write it to `path`; `to`: move `path` there; neither: delete `path`."""

    path: str
    text: str | None = None
    to: str | None = None


_paths = st.sampled_from(PATHS)
_write = st.tuples(_paths, contents).map(lambda drawn: Edit(drawn[0], drawn[1]))
edits = st.one_of(
    _write,
    _write,
    _paths.map(lambda path: Edit(path)),
    st.tuples(_paths, _paths).map(lambda drawn: Edit(drawn[0], None, drawn[1])),
)
