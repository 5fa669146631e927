"""Kinds of edges as compiled code reads them at once: a member of an enumeration is looked up by name with every use."""

from typing import Final

from blastlens.model.edge import EdgeKind

CALLS: Final = EdgeKind.CALLS
READS: Final = EdgeKind.READS
IMPLICIT: Final = EdgeKind.IMPLICIT
REFERENCES: Final = EdgeKind.REFERENCES
DECORATES: Final = EdgeKind.DECORATES
