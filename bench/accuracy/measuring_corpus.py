"""Blastlens on one corpus: indexed, exported and judged."""

from pathlib import Path

import edges
from blind_spots import BlindSpots
from corpora import copied, copied_folder
from measured import Measuring
from truth import load, truth_folder

SMALL = ("flask", "click", "requests")
THRESHOLD = 0.7


def measuring(name: str, given: str = "", threshold: float = THRESHOLD) -> Measuring:
    """`given` is FOLDER:TRUTH_PREFIX of a corpus that has no name in `corpora`."""
    folder, _, prefix = given.rpartition(":")
    truth = load(Path(prefix) if given else truth_folder() / "data" / name)
    with copied_folder(Path(folder)) if given else copied(name, with_git=True) as copy:
        return Measuring(truth, edges.exported(copy), threshold, BlindSpots(copy, truth).read_all())
