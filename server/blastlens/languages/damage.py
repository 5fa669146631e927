"""Where a syntax tree shows that the text did not parse. The same for every language."""

from typing import Any, Final

MAX_PROBLEMS: Final = 20
_UP_TO: Final = " up to line "


def syntax_problems(root: Any) -> list[tuple[int, str]]:
    """(1-based line, what) of the outermost damaged ranges and of what is missing, at most `MAX_PROBLEMS`."""
    found: list[tuple[int, str]] = []
    stack = [root]
    while stack and len(found) < MAX_PROBLEMS:
        node = stack.pop()
        if node.is_missing:
            found.append((node.start_point[0] + 1, f"missing {node.type}"))
        elif node.type == "ERROR":
            found.append((node.start_point[0] + 1, _range(node)))
        elif node.has_error:
            stack.extend(reversed([child for child in node.children if child.has_error or child.is_missing]))
    return found


def _range(node: Any) -> str:
    first, last = node.start_point[0] + 1, node.end_point[0] + 1
    return "syntax error" if first == last else f"syntax error{_UP_TO}{last}"


def lines_of(problem: tuple[int, str]) -> range:
    """The 1-based lines that a problem takes."""
    first, what = problem
    _, found, last = what.rpartition(_UP_TO)
    return range(first, int(last) + 1 if found and last.isdecimal() else first + 1)
