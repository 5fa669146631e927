"""Fixtures that are applied unasked: their tests are tests of what they reach, in both directions."""

from collections.abc import Callable

import pytest

from blastlens.analyses.hops import IMPACT, Hops
from blastlens.app import questions
from blastlens.app.api import Blastlens

Write = Callable[..., None]
Open = Callable[[], Blastlens]

APP = "def reset():\n    return 1\n\n\ndef idle():\n    return 1\n"
AUTOUSE = "import pytest\nfrom app import reset\n\n\n@pytest.fixture(autouse=True{scope})\ndef clean():\n    reset()\n"
TEST = "\n\ndef test_{name}():\n    pass\n"
IN_CLASS = """import pytest
from app import reset


class TestBase:
    @pytest.fixture(autouse=True)
    def clean(self):
        reset()

    def test_one(self):
        pass


class TestMore(TestBase):
    def test_two(self):
        pass


def test_other():
    pass
"""


def found_tests(app: Blastlens, name: str = "reset") -> list[str]:
    answer = app.ask(questions.BlastRadius((name,)))
    return sorted(row["symbol"] for row in answer.extra["tests"])


@pytest.mark.parametrize("scope", ["", ", scope='session'"])
def test_of_a_conftest_for_all_tests_below_it(write: Write, opened: Open, scope: str) -> None:
    write(app=APP, tests__conftest=AUTOUSE.format(scope=scope), tests__test_a=TEST.format(name="a"))
    write(tests__unit__test_b=TEST.format(name="b"), other__test_c=TEST.format(name="c"))
    app = opened()
    assert found_tests(app) == ["tests/test_a.py::test_a", "tests/unit/test_b.py::test_b"]
    assert [row["symbol"] for row in app.ask(questions.Untested()).results] == ["app.py::idle"]
    lens = app.resolve_lens("app.py::reset")
    assert lens is not None
    assert lens.title.endswith("2 tests")


def test_of_a_file_for_its_tests(write: Write, opened: Open) -> None:
    write(app=APP, test_a=AUTOUSE.format(scope="") + TEST.format(name="a"), test_b=TEST.format(name="b"))
    assert found_tests(opened()) == ["test_a.py::test_a"]


def test_of_a_class_for_its_tests_and_those_of_subclasses(write: Write, opened: Open) -> None:
    write(app=APP, test_a=IN_CLASS)
    assert found_tests(opened()) == ["test_a.py::TestBase.test_one", "test_a.py::TestMore.test_two"]


@pytest.mark.parametrize("name", ["setup_module", "setUpModule"])
def test_set_up_of_a_module_for_its_tests(write: Write, opened: Open, name: str) -> None:
    write(app=APP, test_a=f"from app import reset\n\n\ndef {name}():\n    reset()\n" + TEST.format(name="a"))
    write(test_b=TEST.format(name="b"))
    app = opened()
    assert found_tests(app) == ["test_a.py::test_a"]
    assert [row["symbol"] for row in app.ask(questions.Untested()).results] == ["app.py::idle"]


def test_hooks_of_the_runner_are_started_by_every_run(write: Write, opened: Open) -> None:
    hook = "from app import reset\n\n\ndef pytest_configure(config):\n    reset()\n"
    write(app=APP, conftest=hook, test_a=TEST.format(name="a"))
    app = opened()
    assert [row["symbol"] for row in app.ask(questions.Untested()).results] == ["app.py::idle"]
    assert [row["symbol"] for row in app.ask(questions.DeadCode()).results] == ["app.py::idle"]


def test_neighbours_kept_between_saves_follow_the_tests(write: Write, opened: Open) -> None:
    write(app=APP, conftest=AUTOUSE.format(scope=""), test_a=TEST.format(name="a"))
    app = opened()
    steps = [
        ("test_a", TEST.format(name="a") + TEST.format(name="b"), ["test_a.py::test_a", "test_a.py::test_b"]),
        ("test_a", TEST.format(name="b"), ["test_a.py::test_b"]),
        ("conftest", AUTOUSE.format(scope="").replace("(autouse=True)", ""), []),
        ("conftest", AUTOUSE.format(scope=""), ["test_a.py::test_b"]),
    ]
    assert found_tests(app) == ["test_a.py::test_a"]
    app.ask(questions.Untested())
    for file, text, expected in steps:
        write(**{file: text})
        app.refresh([f"{file}.py"])
        assert found_tests(app) == expected
        left = [row["symbol"] for row in app.ask(questions.Untested()).results]
        assert left == (["app.py::idle"] if expected else ["app.py::reset", "app.py::idle"])


def test_both_directions_agree(write: Write, opened: Open) -> None:
    write(app=APP, conftest=AUTOUSE.format(scope=""), test_a=IN_CLASS, sub__test_b=TEST.format(name="b"))
    app = opened()
    graph = app._current().graph
    hops = Hops(graph)
    ids = [symbol.id for symbol in graph.symbols()]
    up = {(hop.symbol, one) for one in ids for hop in hops.up(one, IMPACT)}
    down = {(one, hop.symbol) for one in ids for hop in hops.down(one, IMPACT)}
    assert up == down
