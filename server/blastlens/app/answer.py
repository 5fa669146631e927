"""The envelope every answer travels in, the same on the command line, over MCP and in the editor."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Answer:
    """`results`: plain JSON-ready rows, each with "symbol" (display id) or "file" (or "members" for cycles), "line"
    (1-based), "confidence" and what the question adds. `complete` is False when the view behind it is partial or the
    walk was cut, and `reason` says why; negative claims need `complete`. `stale`: files known to differ from the graph.
    `extra`: further top-level keys (blast radius: "changed", "direct", "transitive", "files", "tests", "untested": no test found, "unknown": not known whether a test reaches it).
    """

    question: dict[str, Any]
    results: list[dict[str, Any]]
    complete: bool
    reason: str | None
    revision: int
    stale: list[str] = field(default_factory=list)
    extra: dict[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        return {
            "question": self.question,
            "results": self.results,
            "complete": self.complete,
            "reason": self.reason,
            "revision": self.revision,
            "stale": self.stale,
            **self.extra,
        }
