"""Tables of settings may hold known keys only: a misspelt one would be without effect."""

from collections.abc import Collection, Mapping
from typing import Any


def name_unknown(table: Any, known: Collection[str], where: str, what: str, problems: list[str]) -> None:
    """Name in `problems` each key of a table that is none of the `known`, with those that there are. `where`: the table's own name;
    `what`: a key is called. Keys may be written `maxFiles` or `max_files`."""
    for key in table if isinstance(table, Mapping) else ():
        if key not in known and camel(str(key)) not in known:
            problems.append(f"{where}: there is no {what} {key!r} (there are: {', '.join(known)})")


def camel(key: str) -> str:
    """`max_files` as `maxFiles`."""
    first, *rest = key.split("_")
    return first + "".join(word.capitalize() for word in rest)
