"""The constructs of Java that nest."""

from typing import Final

from blastlens.languages.branching import branching

BRANCHING: Final = branching(
    if_statement="condition",
    for_statement="init",
    enhanced_for_statement="value",
    while_statement="",
    do_statement="",
    try_statement="finally_clause",
    try_with_resources_statement="resources finally_clause",
    switch_expression="condition",
    ternary_expression="condition",
    chained="if_statement",
)
