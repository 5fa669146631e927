"""The rules by name: the same names in the editor, on the command line and in reports."""

from collections.abc import Callable, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, cast

if TYPE_CHECKING:
    from blastlens.app.check.change import Change
    from blastlens.app.check.judgement import Judgement

Level = Literal["error", "warning", "off"]
LEVELS: Final[tuple[Level, ...]] = ("error", "warning", "off")
SUPPRESSION: Final = "suppression"
_PAGES: Final = "https://github.com/blastlens/blastlens/blob/main/docs/findings"


def page_of(name: str) -> str:
    """Where a rule, or another code of findings, is described."""
    return f"{_PAGES}/{name}.md"


class Rule(NamedTuple):
    """`level`: how findings count where no setting says; `title`: one sentence; `mend`: what to do about a finding; `aliases`: other
    names that comments may use. `of_change`: of a change the rule looks at what is changed alone, and says nothing of the rest.
    `needs_change`: without one it has nothing to judge, not even where everything is judged."""

    name: str
    level: Level
    title: str
    mend: str
    of_change: bool
    aliases: tuple[str, ...] = ()
    needs_change: bool = False

    @property
    def page(self) -> str:
        """Where the rule is described."""
        return page_of(self.name)


_LISTED: Final = (
    Rule(
        "import-cycle",
        "error",
        "The change makes files import one another while they load.",
        "Move the import into the function that needs it, or what both files need into a third one.",
        of_change=False,
    ),
    Rule(
        "call-cycle",
        "off",
        "The change makes functions call one another.",
        "Break the recursion, or say in a suppression why it ends.",
        of_change=False,
    ),
    Rule(
        "class-cycle",
        "off",
        "The change makes classes need one another.",
        "Hand one of them over where it is needed, or let both know a third one.",
        of_change=False,
    ),
    Rule(
        "callers-not-updated",
        "error",
        "The change leaves calls behind that no longer fit what they call, or uses of what is gone.",
        "Update the callers named, or take what they pass as before.",
        of_change=True,
        needs_change=True,
    ),
    Rule(
        "untested-callers",
        "warning",
        "A function is changed, and no test reaches some of its callers.",
        "Write a test that runs the callers named, or the changed function through them.",
        of_change=True,
        aliases=("untested",),
    ),
    Rule(
        "unresolved-import",
        "warning",
        "An import names a module of this repository that is not there.",
        "Correct the name, bring the module back, or guard the import where it may be absent.",
        of_change=False,
    ),
    Rule(
        "dead-code",
        "warning",
        "The change leaves code behind, or adds some, that nothing reaches.",
        "Remove it, call it, or name it in the setting entry_points.",
        of_change=False,
    ),
    Rule(
        "blast-radius",
        "warning",
        "A function is changed that more code depends on than max_radius allows.",
        "Split the change, or let someone who knows the dependents review it.",
        of_change=True,
    ),
    Rule(
        SUPPRESSION,
        "warning",
        "A comment that suppresses findings names no rule or an unknown one, gives no reason, or suppresses nothing.",
        "Write `blastlens: ignore[rule] reason`, or remove the comment.",
        of_change=True,
    ),
)
RULES: Final[Mapping[str, Rule]] = MappingProxyType({rule.name: rule for rule in _LISTED})
STALE_INDEX: Final = "stale-index"
"""What an editor shows beside the rules: of the index, not of the code."""
NAMES: Final[Mapping[str, str]] = MappingProxyType(
    {written: rule.name for rule in _LISTED for written in (rule.name, *rule.aliases)}
)
"""What comments may write -> the rule's name."""


def judge(rule: Rule, change: "Change") -> "Judgement":
    """Rules are loaded when they are asked."""
    module = import_module("blastlens.app.check.rules." + rule.name.replace("-", "_"))
    return cast("Callable[[Change], Judgement]", module.judge)(change)
