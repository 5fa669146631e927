"""The rule that makes a confidence of counts."""

from typing import Any

import pytest


@pytest.fixture
def rule(bench_on_the_path: None) -> Any:  # noqa: ARG001
    import calibration  # type: ignore[import-not-found]

    return calibration


def counts(rule: Any, **of_corpus: tuple[int, int]) -> Any:
    return {
        name: {"x": rule.Evidence(edges=sum(count), static=rule.Count(*count))} for name, count in of_corpus.items()
    }


def test_many_edges_give_nearly_the_share_that_is_right(rule: Any) -> None:
    assert rule.figure("x", counts(rule, a=(900, 100), b=(900, 100))).confidence == 0.89


def test_few_edges_give_less(rule: Any) -> None:
    few, many = (rule.figure("x", counts(rule, a=(n, 0))).confidence for n in (8, 80))
    assert (few, many) == (0.82, 0.97)
    assert rule.figure("x", counts(rule, a=(9000, 0))).confidence == rule.MOST


def test_no_corpus_lies_below_by_more_than_the_tolerance(rule: Any) -> None:
    found = rule.figure("x", counts(rule, a=(9000, 0), b=(7, 3)))
    assert found.confidence == 0.75
    # A handful says nothing of its own.
    assert rule.figure("x", counts(rule, a=(9000, 0), b=(2, 3))).confidence > 0.95


def test_runs_count_where_the_reference_has_no_word(rule: Any) -> None:
    evidence = rule.Evidence(edges=50, static=rule.Count(2, 0), executed=rule.Count(40, 10))
    assert rule.figure("x", {"a": {"x": evidence}}).evidence == "executed"
    assert (
        rule.figure("override", {"a": {"override": rule.Evidence(edges=50, static=rule.Count(50, 0))}}).evidence
        == "none"
    )


def test_a_reference_that_judges_next_to_nothing_is_no_evidence(rule: Any) -> None:
    unfair, runs = rule.Evidence(edges=1000, static=rule.Count(1, 9)), rule.Evidence(executed=rule.Count(20, 0))
    found = rule.figure("x", {"a": {"x": unfair}, "b": {"x": runs}})
    assert (found.evidence, found.right, found.wrong, found.corpora) == ("executed", 20, 0, ("b",))


def test_a_basis_without_evidence_is_not_trusted(rule: Any) -> None:
    found = rule.figure("x", {})
    assert (found.confidence, found.evidence) == (rule.UNMEASURED, "none")
    assert found.confidence < 0.7


def test_a_corpus_is_held_against_the_figures_of_the_others(rule: Any) -> None:
    held = {each.corpus: each for each in rule.left_out(["x"], counts(rule, a=(1000, 0), b=(1000, 0), c=(50, 50)))}
    assert held["c"].below and held["c"].stated == 0.99
    assert not held["a"].below and held["a"].stated <= 0.55


def test_each_family_has_its_own_figure(rule: Any) -> None:
    families = {"one": counts(rule, a=(1000, 0)), "two": counts(rule, b=(80, 20))}
    found = rule.figures(["x"], families)
    assert found["one"]["x"].confidence == 0.99
    assert found["two"]["x"].confidence == rule.figure("x", families["two"]).confidence < 0.8


def test_a_family_with_too_few_edges_takes_the_lowest_of_the_others(rule: Any) -> None:
    families = {"one": counts(rule, a=(1000, 0)), "two": counts(rule, b=(80, 20)), "three": counts(rule, c=(3, 0))}
    found = rule.figures(["x", "y"], families)
    assert found["three"]["x"].confidence == found["two"]["x"].confidence
    assert (found["three"]["x"].evidence, found["three"]["x"].right) == ("none", 3)
    assert found["one"]["y"].confidence == rule.UNMEASURED
    # Few that are wrong say something still.
    few = {**families, "three": counts(rule, c=(1, 3))}
    assert rule.figures(["x"], few)["three"]["x"].confidence == 0.25


def test_what_walks_add_has_one_figure_for_all(rule: Any) -> None:
    runs = [
        {name: {"nested": rule.Evidence(executed=rule.Count(*count))}}
        for name, count in (("a", (90, 10)), ("b", (9, 1)))
    ]
    found = rule.figures(["nested"], {"one": runs[0], "two": runs[1]})
    assert found["one"]["nested"] == found["two"]["nested"]
    assert found["one"]["nested"].right == 99


def test_the_habit_of_one_repository_says_nothing_of_another(rule: Any) -> None:
    habit = rule.Evidence(edges=200, static=rule.Count(200, 0))
    one = {"a": {"receiver_name": habit}, "b": {"receiver_name": rule.Evidence(edges=2, static=rule.Count(2, 0))}}
    assert rule.figure("receiver_name", one).evidence == "none"
    assert rule.figure("receiver_name", {**one, "c": {"receiver_name": habit}}).confidence > 0.9
