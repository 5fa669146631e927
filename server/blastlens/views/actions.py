"""Code actions as plain data."""

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final


class ActionKind(enum.StrEnum):
    """As editors sort them: what mends a finding, and what can be asked or said of what stands there. The second has no kind of
    its own: editors list it below the fixes, and leave actions of the kind `source` out of that list."""

    QUICK_FIX = "quickfix"
    OTHER = ""


class Deed(enum.Enum):
    """What an action does where it changes no text. Each face has its own name for it."""

    SHOW_CALLERS = enum.auto()
    SHOW_BLAST_RADIUS = enum.auto()
    SHOW_AFFECTED_TESTS = enum.auto()
    SHOW_NOT_UPDATED = enum.auto()
    SHOW_DEAD_CODE = enum.auto()
    SHOW_CYCLES = enum.auto()
    RUN_AFFECTED_TESTS = enum.auto()  # for clients: the server runs nothing of a project
    EXPLAIN = enum.auto()
    GO_TO = enum.auto()
    CONFIRM_EDGE = enum.auto()
    REJECT_EDGE = enum.auto()
    WITHDRAW_EDGE = enum.auto()
    ACCEPT_FINDING = enum.auto()
    REINDEX = enum.auto()


@dataclass(frozen=True, slots=True)
class Change:
    """Text to put in the place of another, in one file. Lines 1-based, columns 0-based UTF-8 bytes."""

    line: int
    column: int
    end_line: int
    end_column: int
    text: str


@dataclass(frozen=True, slots=True)
class Action:
    """`deed`: None for one that only changes text; `about`: what it is done with; `changes`: to the file itself; `preferred`: the one
    that an editor may take without asking which; `disabled`: why it cannot be done now, "" where it can; `later`: its changes take long
    to make, and are made when it is chosen, at the line of `about`."""

    title: str
    kind: ActionKind
    deed: Deed | None = None
    about: Mapping[str, Any] = field(default_factory=dict)
    changes: tuple[Change, ...] = ()
    preferred: bool = False
    disabled: str = ""
    later: bool = False


REASONS: Final[Mapping[str, str]] = {
    "import-cycle": "neither needs the other before it is loaded",
    "call-cycle": "it ends, as what it walks has no cycles",
    "class-cycle": "they are one thing in two parts",
    "callers-not-updated": "updated in a change that follows",
    "untested-callers": "tests that run outside of this repository cover it",
    "unresolved-import": "made by the build",
    "dead-code": "called from outside of this repository",
    "blast-radius": "what others rely on stays as it was",
}
"""The usual reason for accepting a finding, by its rule: offered, so that nobody has to think of words for it."""


def suppress_title(rule: str, reason: str) -> str:
    """`reason`: "" where it is still to be written."""
    return f"Suppress {rule}: {reason}" if reason else f"Suppress {rule} with a comment (write the reason behind it)"


def explain_title(callee: str, certainty: str) -> str:
    """`certainty`: a tier and a confidence, or "" for what is bound by the language's own rules."""
    return f"Explain why this may enter {callee} ({certainty})" if certainty else f"Explain why this enters {callee}"


UNSAVED: Final = "save the file first: what is not saved is not in the index"
"""Why nothing can be asked of a definition."""
