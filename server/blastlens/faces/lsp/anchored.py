"""Findings that stay where they are while their files are saved, until there are newer ones."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from blastlens.app.wanted_findings import Stage
from blastlens.faces.lsp.lines import LineTable
from blastlens.views.findings import Finding

# Lines up and down that a finding is looked for where its file was saved since it was found.
_NEAR: Final = 2000


class Anchored(NamedTuple):
    """A finding, and the text of the line it stood on when it was found; None where nobody can tell any more."""

    finding: Finding
    text: bytes | None

    def placed(self, table: LineTable) -> Finding | None:
        """Where it stands now: the nearest line of the same text; None where that is gone."""
        line = self.finding.line
        if self.text is None:
            return None
        if table.model_line(line) == self.text:
            return self.finding
        for away in range(1, _NEAR):
            for other in (line + away, line - away):
                if other > 0 and table.model_line(other) == self.text:
                    moved = other - line
                    return replace(self.finding, line=other, end_line=self.finding.end_line + moved)
        return None


Found = Mapping[str, Sequence[Anchored]]
"""By file, in order of place."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What was found last, by file. `number` differs wherever anything else does."""

    findings: Found
    number: int
    unjudged: Mapping[str, str] = field(default_factory=dict)  # rule -> why it could not judge everything

    def of(self, file: str) -> Sequence[Anchored]:
        return self.findings.get(file, ())


NOTHING: Final = Judged({}, 0)


def anchored(stage: Stage, before: Found) -> dict[str, list[Anchored]]:
    """What is shown from this stage on, in place of what was found `before`.

    Where the file was saved while it was judged, the text of the line is the one that the same finding was seen on before. Findings
    of rules that the stage has not come to stay until their own stage.
    """
    seen = {one.finding: one.text for known in before.values() for one in known}
    found: dict[str, list[Anchored]] = {}
    for finding, text in zip(stage.findings, stage.lines, strict=True):
        found.setdefault(finding.file, []).append(Anchored(finding, seen.get(finding) if text is None else text))
    for file, known in before.items():
        if waiting := [one for one in known if one.finding.code in stage.awaited]:
            found[file] = sorted(
                [*found.get(file, ()), *waiting], key=lambda one: (one.finding.line, one.finding.column)
            )
    return found
