"""Names of the server's commands."""

from typing import Final

CALLERS: Final = "blastlens.callers"
CALLERS_TRANSITIVE: Final = "blastlens.callersTransitive"
DEPENDENTS: Final = "blastlens.dependents"
BLAST_RADIUS: Final = "blastlens.blastRadius"
UNTESTED: Final = "blastlens.untested"
CYCLES: Final = "blastlens.cycles"
COVERAGE: Final = "blastlens.coverage"
INDEX_STATUS: Final = "blastlens.indexStatus"
REINDEX: Final = "blastlens.reindex"
