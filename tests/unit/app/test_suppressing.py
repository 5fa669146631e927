"""A suppression is offered only where it would be read as one."""

import pytest

from blastlens.app.suppressing import suppression

RULE = "callers-not-updated"


def placed(path: str, text: str, line: int, reason: str = "it is so") -> str | None:
    change = suppression(path, text.encode(), RULE, line, reason)
    return None if change is None else change.text


@pytest.mark.parametrize(
    ("path", "text", "line", "expected"),
    [
        ("a.py", "def f():\n    g()\n", 2, f"    # blastlens: ignore[{RULE}] it is so\n"),
        ("a.py", "def f():\r\n    g()\r\n", 2, f"    # blastlens: ignore[{RULE}] it is so\r\n"),
        ("a.ts", "f(\n\tg(),\n);\n", 2, f"\t// blastlens: ignore[{RULE}] it is so\n"),
        ("a.go", "package a\n\nfunc f() { g() }\n", 3, f"// blastlens: ignore[{RULE}] it is so\n"),
    ],
)
def test_in_the_comment_of_the_language_and_the_line_ends_of_the_file(
    path: str, text: str, line: int, expected: str
) -> None:
    assert placed(path, text, line) == expected


def test_without_a_reason_it_is_left_to_be_written() -> None:
    assert placed("a.py", "g()\n", 1, "") == f"# blastlens: ignore[{RULE}]\n"


@pytest.mark.parametrize(
    ("path", "text", "line"),
    [
        ("a.py", "x = 1 + \\\n    g()\n", 2),  # the comment would end the statement
        ("a.py", 'x = f"""\n{g()}\n"""\n', 2),  # it would be text
        ("a.py", "g()\n", 9),
        ("notes.txt", "g()\n", 1),
    ],
)
def test_nowhere_else(path: str, text: str, line: int) -> None:
    assert placed(path, text, line) is None
