"""Findings that stay where they are while their files are saved, until there are newer ones."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

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


@dataclass(frozen=True, slots=True)
class Judged:
    """What was found last, by file. `number` differs wherever anything else does."""

    findings: Mapping[str, Sequence[Anchored]]
    number: int
    unjudged: Mapping[str, str] = field(default_factory=dict)  # rule -> why it could not judge everything

    def of(self, file: str) -> Sequence[Anchored]:
        return self.findings.get(file, ())


NOTHING: Final = Judged({}, 0)
