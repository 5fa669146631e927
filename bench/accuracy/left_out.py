"""Lines of a Python file that a type checker takes for unreachable: arms of tests that it decides by itself."""

import ast

# Those of the reference, see the README of the truth set.
VERSION = (3, 11)
PLATFORM = "linux"


def left_out(tree: ast.Module) -> frozenset[int]:
    """Lines of arms that are not taken."""
    found: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.If):
            taken = _decided(node.test)
            arm = [] if taken is None else node.orelse if taken else node.body
            for statement in arm:
                found.update(range(statement.lineno, (statement.end_lineno or statement.lineno) + 1))
    return frozenset(found)


def _decided(test: ast.expr) -> bool | None:
    """What a test gives for a type checker; None where that is not known."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        inner = _decided(test.operand)
        return None if inner is None else not inner
    if ast.unparse(test).rpartition(".")[2] == "TYPE_CHECKING":
        return True
    if isinstance(test, ast.Compare) and len(test.ops) == 1:
        return _compared(ast.unparse(test.left), test.ops[0], test.comparators[0])
    return None


def _compared(left: str, operator: ast.cmpop, right: ast.expr) -> bool | None:
    try:
        value = ast.literal_eval(right)
    except ValueError:
        return None
    if left == "sys.platform" and isinstance(value, str):
        is_same = value == PLATFORM
        return is_same if isinstance(operator, ast.Eq) else not is_same if isinstance(operator, ast.NotEq) else None
    if left == "sys.version_info" and isinstance(value, tuple):
        if isinstance(operator, ast.GtE | ast.Gt):
            return value <= VERSION
        if isinstance(operator, ast.Lt | ast.LtE):
            return value > VERSION
    return None
