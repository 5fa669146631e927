"""The constructs of C and C++ that nest."""

from typing import Final

from blastlens.languages.branching import branching

BRANCHING: Final = branching(
    if_statement="condition",
    for_statement="initializer",
    for_range_loop="right",
    while_statement="",
    do_statement="",
    try_statement="",
    switch_statement="condition",
    conditional_expression="condition",
    chained="if_statement",
)
