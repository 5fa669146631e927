"""The constructs of Python that nest. A comprehension is a loop; `with` always runs its body, and nests nothing."""

from typing import Final

from blastlens.languages.branching import branching

BRANCHING: Final = branching(
    if_statement="condition",
    for_statement="left right",
    while_statement="",
    try_statement="finally_clause",
    match_statement="subject",
    conditional_expression="#1",
    list_comprehension="for_in_clause",
    set_comprehension="for_in_clause",
    dictionary_comprehension="for_in_clause",
    generator_expression="for_in_clause",
)
