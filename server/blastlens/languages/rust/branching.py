"""The constructs of Rust that nest."""

from typing import Final

from blastlens.languages.branching import branching

BRANCHING: Final = branching(
    if_expression="condition",
    for_expression="value",
    while_expression="",
    loop_expression="",
    match_expression="value",
    chained="if_expression",
)
