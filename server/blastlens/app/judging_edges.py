"""An edge is confirmed or rejected: it is written down where the repository keeps what people say of edges."""

from pathlib import Path

from blastlens.app.errors import UserError
from blastlens.model.graph import Graph
from blastlens.model.symbol import file_of
from blastlens.session.judged_edges import JUDGED_PATH, VERDICTS, JudgedEdge, read_judged


def judge_edge(root: Path, graph: Graph, caller: str, callee: str, verdict: str | None, reason: str = "") -> str:
    """The file that has to be linked again. `caller`, `callee`: ids; `verdict`: None takes back what was said. Raises `UserError`
    for an edge that there is not, or a file that cannot be used or written."""
    known = read_judged(root)
    if known.problem:
        raise UserError(known.problem, "mend it or remove it: what stands in it would be lost", code="bad-edges")
    if verdict is None:
        after = known.without(caller, callee)
    else:
        if all(edge.target != callee for edge in graph.outgoing(caller)) and known.get(caller, callee) is None:
            raise UserError(
                f"there is no edge from {caller} to {callee}", "save the file and ask again", code="no-edge"
            )
        said = next((one for one in VERDICTS if one == verdict), None)
        if said is None:
            raise UserError(f"{verdict!r} is no judgement of an edge", f"one of {', '.join(VERDICTS)}")
        after = known.with_(JudgedEdge(caller, callee, said, reason))
    path = root / JUDGED_PATH
    try:
        path.parent.mkdir(exist_ok=True)
        path.write_text(after.written(), "utf-8")
    except OSError as error:
        raise UserError(
            f"{path} cannot be written: {error.strerror}", "make the folder writable", code="read-only"
        ) from error
    return file_of(caller)
