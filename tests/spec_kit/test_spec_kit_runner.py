"""The spec kit's runner: a wrong claim fails with a sentence that says what is there instead."""

from pathlib import Path
from textwrap import dedent

import pytest

from spec_kit import faces
from spec_kit.parser import parse
from spec_kit.rewrites import Rewrites
from spec_kit.runner import run_case
from spec_kit.spec import CaseError

CASE = """\
# Case

`b.py`
```python
def g():
    return 1


def h():
    return g()
```
`a.py`
```python
from b import g
# <- imports b.py


def f(thing):
#   ^ defines function f
    g()
    # <- calls b.py::g [import]
    thing.run()
    #     ^^^ external
```
```query
callers b.py::g
```
```expect
a.py::f
b.py::h
```

## save `b.py`
```python
def k():
    return 1


def h():
    return k()
```
```expect
extracted: b.py
relinked: a.py, b.py
- a.py::f calls b.py::g
- b.py::h calls b.py::g
+ b.py::h calls b.py::k
```
"""


def _run(text: str, folder: Path, rewrites: Rewrites | None = None) -> None:
    (case,) = parse(dedent(text))
    run_case(case, folder, rewrites)


def test_a_true_case_passes(tmp_path: Path) -> None:
    _run(CASE, tmp_path)


@pytest.mark.parametrize(
    ("true", "false", "message"),
    [
        ("calls b.py::g [import]", "calls b.py::h", "claimed `calls b.py::h`, found `calls b.py::g [import]`"),
        ("calls b.py::g [import]", "calls b.py::g [lexical]", "claimed `calls b.py::g [lexical]`, found"),
        ("calls b.py::g [import]", "not calls b.py::g", "claimed `not calls b.py::g`, found `calls b.py::g [import]`"),
        ("calls b.py::g [import]", "not calls", "claimed `not calls`, found"),
        (
            "calls b.py::g [import]",
            "references b.py::g",
            "claimed `references b.py::g`, found `calls b.py::g [import]`",
        ),
        ("calls b.py::g [import]", "unresolved", "claimed `unresolved`, found"),
        ("calls b.py::g [import]", "external", "claimed `external`, found"),
        ("^^^ external", "^^^ not external", "claimed `not external`, found nothing there"),
        ("^^^ external", "^^^ unresolved run", "claimed `unresolved run`, found nothing there"),
        ("imports b.py", "not imports", "claimed `not imports`, found `imports b.py [import]`"),
        ("imports b.py", "imports c.py", "claimed `imports c.py`, found `imports b.py [import]`"),
        ("defines function f", "defines method A.f", "claimed `defines method A.f`, found function f"),
        ("defines function f", "not defines", "claimed `not defines`, found function f"),
        ("defines function f", 'lens "12 callers"', 'claimed `lens "12 callers"`, found "'),
        ("defines function f", "finding import-cycle", "claimed `finding import-cycle`, found dead-code"),
        ("\na.py::f\nb.py::h\n", "\na.py::f\n", "+ b.py::h"),
        ("\na.py::f\nb.py::h\n", "\nb.py::h\na.py::f\n", "same lines, other order"),
        ("relinked: a.py, b.py", "relinked: b.py", "+ relinked: a.py, b.py"),
        ("+ b.py::h calls b.py::k\n", "", "+ + b.py::h calls b.py::k"),
    ],
)
def test_a_false_claim_fails(true: str, false: str, message: str, tmp_path: Path) -> None:
    assert CASE.count(true) == 1
    with pytest.raises(CaseError) as failure:
        _run(CASE.replace(true, false), tmp_path)
    assert message in str(failure.value)
    assert "line " in str(failure.value)


def test_an_edge_that_no_claim_names_fails(tmp_path: Path) -> None:
    """Edges of one kind at one place are claimed completely."""
    text = """\
        # Case
        `a.py`
        ```python
        if flag:
            def f(): pass
        else:
            def f(): pass

        f()
        # <- calls ::f
        ```
        """
    with pytest.raises(CaseError, match=r"claimed `calls a.py::f`, found also `calls a.py::f#2"):
        _run(text, tmp_path)


def test_a_lens_that_no_claim_names_fails(tmp_path: Path) -> None:
    text = """\
        # Case
        `a.py`
        ```python
        def f(): pass
        #   ^ lens "no callers found · no test found"
        def g(): pass
        ```
        """
    with pytest.raises(CaseError, match=r"line 2 has the lens .*, which no claim names"):
        _run(text, tmp_path)


def test_a_forgotten_reader_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Were only the saved file linked again, the comparison with a rebuild would tell."""
    from blastlens.link import keys

    for module in _modules_that_name(keys.changed_keys):
        monkeypatch.setattr(module, "changed_keys", lambda *_: set())
    with pytest.raises(CaseError, match=r"incremental \(\+\) differs from rebuilt \(-\)"):
        _run(CASE, tmp_path)


def _modules_that_name(function: object) -> list[object]:
    import sys

    named = [module for name, module in sys.modules.items() if name.startswith("blastlens.")]
    return [module for module in named if getattr(module, "changed_keys", None) is function]


def test_a_face_that_answers_otherwise_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nothing = '{"results": [], "complete": true, "reason": null, "revision": 1, "stale": []}'
    monkeypatch.setattr(faces, "run_cli", lambda *_: (0, nothing, ""))
    with pytest.raises(CaseError, match=r"the command line answers \['nothing'\], the app \['a.py::f', 'b.py::h'\]"):
        _run(CASE, tmp_path)


def test_rewriting_puts_in_what_is_answered_now(tmp_path: Path) -> None:
    """A falsified file becomes the true one again; nothing but `expect` blocks changes."""
    false = CASE.replace("\na.py::f\nb.py::h\n", "\nx.py::y\n").replace("relinked: a.py, b.py\n", "")
    rewrites = Rewrites()
    _run(false, tmp_path, rewrites)
    assert rewrites.apply(false) == CASE
