"""What an editor's user is told of an error that a person can mend."""

from typing import Final

from blastlens.app.errors import UserError

# What to do next, by `UserError.topic`, where an editor's user does something else than others.
_TOPICS: Final = {
    "left-out-files": "the command blastlens.indexStatus names the files that were skipped, and why",
    "indexed-symbols": "save the file and ask again, or ask about another symbol",
}


def message_of(error: UserError) -> str:
    """A `UserError` as one line: what is wrong, what may have been meant, what to do next."""
    parts = [error.message]
    if error.choices:
        shown = ", ".join(error.choices[:5])
        parts.append(f"({shown}{', …' if len(error.choices) > 5 else ''})")
    hint = error.hint or _TOPICS.get(error.topic, "")
    if hint:
        parts.append(f"- {hint}")
    return " ".join(parts)
