"""A finding is accepted as it is: it goes into the file of known findings."""

from pathlib import Path

from blastlens.app.check.baseline import Known, read_baseline, written
from blastlens.app.check.judgement import fingerprint, next_mark
from blastlens.app.errors import UserError
from blastlens.views.findings import Finding


def accept(root: Path, finding: Finding, named: str) -> None:
    """`named`: the file, absolute or below the root; it is made where there is none. Raises `UserError`."""
    if not named:
        raise UserError(
            "no file of known findings is named",
            'name one in the settings: [tool.blastlens.check] baseline = ".code-graph/known-findings.json"',
            code="no-baseline",
        )
    path = Path(root, named)
    before = read_baseline(path) if path.exists() else ()
    mark = next_mark(fingerprint(finding), {one.fingerprint for one in before})
    known = Known(finding.code, finding.file, finding.symbol, mark)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(written([*before, known]), "utf-8")
    except OSError as error:
        raise UserError(
            f"{path} cannot be written: {error.strerror}", "make the folder writable", code="read-only"
        ) from error
