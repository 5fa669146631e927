"""The spec kit's parser: what it reads, and what it refuses rather than leaving unchecked."""

from textwrap import dedent

import pytest

from spec_kit.parser import known_bugs, parse
from spec_kit.spec import Case, SpecError


def _parse(text: str) -> list[Case]:
    return parse(dedent(text))


FILE = """
`a.py`
```python
def f(): ...
```
"""


def test_claim_lines_are_cut_and_point_at_the_line_above() -> None:
    (case,) = _parse(
        """\
        # Case
        `a.py`
        ```python
        def f():
        #   ^ defines function f
            ü = g()
            #   ^ calls b.py::g [import]
            return ü
        ```
        """
    )
    (source,) = case.steps[0].sources
    assert source.text == "def f():\n    ü = g()\n    return ü\n"
    first, second = source.claims
    assert (first.line, first.start, first.end, first.verb, first.what) == (1, 4, 5, "defines", "function f")
    # Columns count bytes: the letter before the call takes two.
    assert (second.line, second.start, second.end, second.basis) == (2, 9, 10, "import")


def test_an_arrow_points_at_the_column_of_its_comment_sign() -> None:
    (case,) = _parse("# Case\n`a.py`\n```python\nf()\n# <- not calls b.py::f\n```\n")
    (claim,) = case.steps[0].sources[0].claims
    assert (claim.start, claim.end, claim.negated, claim.what) == (0, 1, True, "b.py::f")


def test_a_target_without_path_is_in_the_same_file() -> None:
    (case,) = _parse("# Case\n`pkg/a.py`\n```python\nf()\n# <- calls ::f\n```\n")
    assert case.steps[0].sources[0].claims[0].what == "pkg/a.py::f"


def test_steps_queries_and_reports() -> None:
    (case,) = _parse(
        "# Case\n" + FILE + "```query\ncallers f\n```\n```expect\nnothing\n```\n"
        "## save `a.py`\n```python\nx = 1\n```\n```expect\nextracted: a.py\nrelinked: a.py\n```\n"
        "## rename `a.py` to `b.py`\n```expect\nextracted: nothing\nrelinked: b.py\n```\n"
        "## delete `b.py`\n```expect\nextracted: nothing\nrelinked: nothing\n```\n"
    )
    assert [(step.verb, step.paths) for step in case.steps] == [
        ("start", ()),
        ("save", ("a.py",)),
        ("rename", ("a.py", "b.py")),
        ("delete", ("b.py",)),
    ]
    (query,) = case.steps[0].queries
    assert (query.text, query.expect.lines) == ("callers f", ["nothing"])
    assert case.steps[1].report is not None
    assert case.steps[1].report.lines == ["extracted: a.py", "relinked: a.py"]


def test_bugs_carry_their_reason() -> None:
    (case,) = _parse(
        "# Case\nbug: no type of the loop variable\n`a.py`\n```python\nf()\n# <- unresolved bug: later\n```\n"
    )
    assert list(known_bugs(case)) == ["no type of the loop variable", "later"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("# Case\n\nprose only\n", "has no file"),
        ("`a.py`\n```python\n```\n", "before the first heading"),
        ("# Case\n```python\nx = 1\n```\n", "without a path line"),
        ("# Case\n`a.py`\n```python\nx = 1\n", "does not end"),
        ("# Case\n`../a.py`\n```python\nx = 1\n```\n", "leaves the root"),
        ("# Case\n`a.py`\n```python\n# ^ calls b\n```\n", "without a line above"),
        ("# Case\n`a.py`\n```python\nf()\n# ^ kalls b.py::f\n```\n", "line 5: 'kalls b.py::f' is no claim"),
        ("# Case\n`a.py`\n```python\nf()\n#        ^ calls b.py::f\n```\n", "beyond the end"),
        ("# Case\n`a.py`\n```python\nf()\n# <- unresolved bug:\n```\n", "needs a reason"),
        ("# Case\n" + FILE + "```query\ncallers f\n```\n", "without an expect block"),
        ("# Case\n" + FILE + "```expect\nnothing\n```\n", "without a query"),
        ("# Case\n" + FILE + "## delete `a.py`\n", "without an expect block"),
        ("# Case\n" + FILE + "## save `a.py`\n```expect\nextracted: a.py\n```\n", "without the new content"),
        ("# Case\n" + FILE + "## move `a.py`\n", "a step is save"),
        ("# Case\n" + FILE + "## rename `a.py`\n", "a step is save"),
    ],
)
def test_what_does_not_fit_is_refused(text: str, message: str) -> None:
    with pytest.raises(SpecError, match=message.replace("(", r"\(")):
        parse(text)
