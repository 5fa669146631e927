"""`python -m blastlens` with a Python that is too old says so in one line."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import blastlens

PACKAGE = Path(blastlens.__file__).parent
_AS_OLD = "import runpy, sys; sys.version_info = (3, 8, 0); runpy.run_module('blastlens', run_name='__main__')"


@pytest.mark.parametrize("name", ["__init__.py", "__main__.py"])
def test_an_old_python_can_read_what_it_comes_to(name: str) -> None:
    tree = ast.parse((PACKAGE / name).read_text("utf-8"), feature_version=(3, 4))
    later = (ast.JoinedStr, ast.NamedExpr, ast.AnnAssign, ast.AsyncFunctionDef)
    assert not [node for node in ast.walk(tree) if isinstance(node, later)]


def test_it_says_what_is_needed() -> None:
    done = subprocess.run([sys.executable, "-c", _AS_OLD], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert "Python 3.11 or newer is needed" in line
    assert "is 3.8" in line
    assert "pythonPath" in line
