"""What an editor wants to be found, and what it gets."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from blastlens.views.findings import Finding

Scope = Literal["change", "all"]
SCOPES: Final[tuple[Scope, ...]] = ("change", "all")


@dataclass(frozen=True, slots=True)
class Wanted:
    """`scope`: what the change at hand caused, or all there is; `on`, `off`: rules, before those of the repository's setting
    `findings`; `baseline`: a file of known findings, absolute or below the root, None for that of `check`."""

    scope: Scope = "change"
    on: tuple[str, ...] = ()
    off: tuple[str, ...] = ()
    baseline: str | None = None

    def rules(self, known: Iterable[str], own: Sequence[str]) -> list[str]:
        """Those of the `known` that are judged, in their order. `own`: the repository's setting."""
        return [name for name in known if name not in self.off and (name in self.on or name in own)]


@dataclass(frozen=True, slots=True)
class Stage:
    """All that is known so far, in order of place. `lines`: for each the text of the line it stands on, None where the file is not
    any more what was judged; `unjudged`: rule -> why it could not judge everything; `problem`: why the
    baseline could not be used; `last`: whether nothing follows; `awaited`: rules that later stages tell of."""

    findings: tuple[Finding, ...]
    lines: tuple[bytes | None, ...]
    unjudged: Mapping[str, str]
    problem: str
    last: bool
    awaited: tuple[str, ...] = ()
