"""What an answer is made from, and how its envelope is filled."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from blastlens.app.answer import Answer
from blastlens.app.joined import Joined
from blastlens.app.questions import Question
from blastlens.app.settings import Settings
from blastlens.app.snapshot import Snapshot
from blastlens.session.session import Session


@dataclass(frozen=True, slots=True)
class Context:
    """`stale`: files known to differ from the graph; `settings` of the root."""

    session: Session
    snapshot: Snapshot
    settings: Settings
    stale: Callable[[], list[str]]
    measured: Callable[[tuple[str, ...]], Joined]  # coverage data, with further reports that a user names

    def answer(
        self,
        kind: str,
        question: Question,
        results: list[dict[str, Any]],
        notes: list[str] | None = None,
        *,
        cut: bool = False,
        extra: dict[str, Any] | None = None,
    ) -> Answer:
        """`notes`: what a reader should know beside the results; `cut`: the answer itself is not whole."""
        doubt = self.snapshot.doubt
        reasons = [doubt] if doubt is not None else []
        reasons += [note for note in notes or [] if note]
        asked = {"kind": kind, **_plain(asdict(question))}
        return Answer(
            question=asked,
            results=results,
            complete=doubt is None and not cut,
            reason="; ".join(reasons) or None,
            revision=self.snapshot.graph.revision,
            stale=self.stale(),
            extra=extra or {},
        )


def _plain(fields: dict[str, Any]) -> dict[str, Any]:
    """JSON-ready, without what was not given."""
    given = {key: list(value) if isinstance(value, tuple) else value for key, value in fields.items()}
    return {key: value for key, value in given.items() if value not in (None, [], False)}
