"""Classes that are named in annotations: read out of the files, since no edge of the graph tells."""

from blastlens.app.ask.context import Context
from blastlens.link.annotated import annotated_classes
from blastlens.link.linkers import Linkers
from blastlens.model.edge import Edge
from blastlens.session.deep_stack import run_deep


def annotated(context: Context) -> list[Edge]:
    """Of all indexed files."""
    session = context.session
    program = session.program({})
    linkers = Linkers(program, session.frameworks)

    def found() -> list[Edge]:
        asked = ((path, linkers.linker_for(path)) for path in program.paths())
        return [edge for path, one in asked if one is not None for edge in annotated_classes(one, path)]

    return run_deep(found)
