"""The constructs of TypeScript and JavaScript that nest."""

from typing import Final

from blastlens.languages.branching import branching

BRANCHING: Final = branching(
    if_statement="condition",
    for_statement="initializer",
    for_in_statement="right",
    while_statement="",
    do_statement="",
    try_statement="finalizer",
    switch_statement="value",
    ternary_expression="condition",
    chained="if_statement",
)
