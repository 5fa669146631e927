"""GitLab's Code Quality report."""

from typing import Final

from blastlens.app.answer import Answer
from blastlens.faces.cli.check.places import path_of
from blastlens.faces.cli.console import Console

_SEVERITIES: Final = {"error": "major", "warning": "minor"}


def show(console: Console, answer: Answer) -> None:
    console.json(
        [
            {
                "description": row["message"],
                "check_name": row["rule"],
                "fingerprint": row["fingerprint"],
                "severity": _SEVERITIES[row["level"]],
                "location": {"path": path_of(answer.extra["folder"], row["file"]), "lines": {"begin": row["line"]}},
            }
            for row in answer.results
        ]
    )
