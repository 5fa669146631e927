"""How JavaScript asks first: what is missing is undefined, which only a call of it shows."""

from typing import Final

from blastlens.languages.guarding import Guarding

GUARDING: Final = Guarding(
    tries={"try_statement": "body"},
    handlers=frozenset(("catch_clause",)),
    functions=frozenset(
        ("function_declaration", "function_expression", "arrow_function", "method_definition", "generator_function")
    ),
    strings=frozenset(("string",)),
    optional=frozenset(("optional_chain",)),
    reading={"member_expression": "property"},
)
