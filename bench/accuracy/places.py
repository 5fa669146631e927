"""Where corpora and their truth lie on this machine."""

from pathlib import Path
from typing import NamedTuple

from corpora import CORPORA, Role, located
from truth import made_folder, truth_folder

SMALL = ("flask", "click", "requests")


class Place(NamedTuple):
    """Where a corpus and its truth lie. `given`: as the command line has it, empty for a corpus that has a name here."""

    name: str
    given: str = ""

    @property
    def folder(self) -> Path:
        return Path(self.given.rpartition(":")[0]) if self.given else located(self.name)

    @property
    def prefix(self) -> Path:
        return Path(self.given.rpartition(":")[2]) if self.given else truth_prefix(self.name)

    @property
    def language(self) -> str:
        """That of the truth; empty for a folder that the command line names."""
        return CORPORA[self.name].language if self.name in CORPORA and not self.given else ""

    @property
    def command(self) -> str:
        """What prints the figures of this corpus; folders are of one machine, so they are not told."""
        return (
            f"bench/accuracy/run --corpus {self.name}=FOLDER:TRUTH" if self.given else f"bench/accuracy/run {self.name}"
        )


def truth_prefix(name: str) -> Path:
    """Truth that came with the truth set, or was made on this machine (`BLASTLENS_TRUTH_MADE`)."""
    return next((each for each in _prefixes(name) if has_truth(each)), _prefixes(name)[0])


def has_truth(prefix: Path) -> bool:
    return prefix.with_name(f"{prefix.name}.edges.jsonl.gz").is_file()


def at_hand(*languages: str) -> list[Place]:
    """Corpora that have truth on this machine, of some languages only where these are named. Blind ones are left out: they
    are named when their time has come."""
    return [
        Place(each.name)
        for each in CORPORA.values()
        if each.role is not Role.BLIND
        and (not languages or each.language in languages)
        and has_truth(truth_prefix(each.name))
    ]


def _prefixes(name: str) -> tuple[Path, Path]:
    return truth_folder() / "data" / name, made_folder() / name
