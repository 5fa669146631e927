"""The constructs of Go that nest."""

from typing import Final

from blastlens.languages.branching import branching

BRANCHING: Final = branching(
    if_statement="initializer condition",
    for_statement="range_clause",
    expression_switch_statement="initializer value",
    type_switch_statement="initializer value",
    select_statement="",
    chained="if_statement",
)
