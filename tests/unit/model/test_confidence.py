"""Confidences by family of languages."""

from blastlens.model.confidence import confidence_of, confidences
from blastlens.model.edge import Basis


def test_a_family_has_its_own_figures_and_one_that_was_not_measured_the_lowest() -> None:
    python, go, other = confidences("python"), confidences("go"), confidences("cobol")
    assert python != go
    assert all(other[basis] <= min(python[basis], go[basis]) for basis in Basis)
    assert other == confidences()


def test_candidates_share_the_confidence() -> None:
    assert confidence_of(Basis.CANDIDATES, 2, "python") == confidence_of(Basis.CANDIDATES, 1, "python") / 2
