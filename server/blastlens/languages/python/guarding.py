"""How Python asks first, and what it catches."""

from typing import Final

from blastlens.languages.guarding import Guarding

GUARDING: Final = Guarding(
    tries={"try_statement": "body"},
    handlers=frozenset(("except_clause", "except_group_clause")),
    catching=frozenset(("AttributeError", "NameError", "Exception", "BaseException")),
    refusing=frozenset(("TypeError", "Exception", "BaseException")),
    entering={"with_statement": "with_clause"},
    swallowing=frozenset(("suppress", "raises")),
    functions=frozenset(("function_definition", "lambda")),
    strings=frozenset(("string",)),
)
