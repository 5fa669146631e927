"""Blastlens on one corpus: indexed, exported and judged."""

import edges
import tests_cover
from blind_spots import BlindSpots
from corpora import copied_folder
from measured import Measured, Measuring
from places import Place
from truth import load

THRESHOLD = 0.7


def measuring(place: Place, threshold: float = THRESHOLD) -> Measuring:
    """Index, export and judge one corpus."""
    truth = load(place.prefix)
    with copied_folder(place.folder) as copy:
        return Measuring(truth, edges.exported(copy), threshold, BlindSpots(copy, truth).read_all())


def everything(place: Place, threshold: float = THRESHOLD) -> tuple[Measuring, Measured]:
    """The same with all its figures, and what is said of tests where the truth has coverage."""
    truth = load(place.prefix)
    with copied_folder(place.folder) as copy:
        made = Measuring(truth, edges.exported(copy), threshold, BlindSpots(copy, truth).read_all())
        found = made.everything()
        if tests_cover.has_covers(place.prefix):
            cover = tests_cover.measure(copy, place.prefix)
            found["tests_cover"] = {part: cover[part] for part in ("depths", "states", "affected")}
        return made, found
