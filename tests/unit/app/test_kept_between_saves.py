"""What is kept from revision to revision is what would be found anew."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from blastlens.analyses.hops import CALLS, IMPACT, POSSIBLY, Hops
from blastlens.analyses.weights import Follow
from blastlens.app.api import Blastlens
from blastlens.app.since_head import SinceHead
from blastlens.app.snapshot import Snapshot

Write = Callable[..., None]
Git = Callable[..., str]

SHAPES = """
class Shape:
    def area(self):
        return 0

    def __init__(self, size):
        self.size = size


class Square(Shape):
    def area(self):
        return scale(self.size)


def scale(value):
    return value * 2


def total(shapes):
    return sum(one.area() for one in shapes)
"""
USING = """
from shapes import Shape, Square, total


def biggest():
    return max(Square(1).area(), Shape(2).area())


def run(anything):
    return anything.area() + total([Square(1)]) + anything.unheard_of()
"""
TESTS = """
import pytest
import unittest
from using import biggest
from shapes import scale


@pytest.fixture
def size():
    return scale(1)


def test_biggest(size):
    assert biggest() > size


class TestScale(unittest.TestCase):
    def setUp(self):
        self.value = scale(3)

    def test_it(self):
        assert self.value
"""
WALKS = [(CALLS, False), (IMPACT, False), (POSSIBLY, False), (Follow(overrides=False), False), (IMPACT, True)]
LINES = [
    "",
    "# a remark",
    "    value = scale(1)",
    "def added(x):\n    return x.area() + scale(x) + x.unheard_of()",
    "class Circle(Shape):\n    def area(self):\n        return 3",
    "def test_added(size):\n    biggest()",
    "@pytest.fixture\ndef added_fixture():\n    return total([])",
    "def wrapping(function):\n    def inner(*a):\n        return function(*a)\n    return inner",
    "@wrapping\ndef wrapped(x):\n    return scale(x)",
    "@wrapping",
    "    def local():\n        return scale(2)",
    "class Port(click.ParamType):\n    def convert(self, value):\n        return scale(value)",
    "class Port(Shape):\n    def __iter__(self):\n        return scale(0)",
    "import using",
    "HANDLERS = [scale, Square]",
    "def __getattr__(name):\n    return scale(name)",
    "def test_handed():\n    total([scale])",
]


def neighbours(hops: Hops, follow: Follow, downward: bool, node: int) -> list[object]:
    found = hops.neighbours(follow, downward=downward)[node]
    return sorted((hops.id(other), weight, hops.hop(link)) for other, weight, link in found)


def ask_all(app: Blastlens) -> Hops:
    snapshot = app._current()
    for follow, downward in WALKS:
        near = snapshot.hops.neighbours(follow, downward=downward)
        for node in range(snapshot.graph.node_count):  # type: ignore[attr-defined]
            near[node]
    return snapshot.hops


@pytest.mark.parametrize("seed", range(12))
def test_neighbours_taken_over_are_those_of_a_new_graph(root: Path, write: Write, seed: int) -> None:
    write(shapes=SHAPES, using=USING, test_all=TESTS)
    chance = random.Random(seed)
    kept = 0
    with_app = Blastlens.open(root, resident=True)
    try:
        for _ in range(12):
            ask_all(with_app)
            file = root / chance.choice(["shapes.py", "using.py", "test_all.py"])
            lines = file.read_text("utf-8").split("\n")
            at = chance.randrange(len(lines))
            if chance.random() < 0.3:
                del lines[at]
            else:
                lines.insert(at, chance.choice(LINES))
            file.write_text("\n".join(lines), "utf-8")
            with_app.refresh([file.name])
            snapshot = with_app._current()
            anew = Hops(snapshot.graph)
            whole = with_app._session._store.compact(None)
            for name in ("area", "unheard_of", "scale"):
                assert snapshot.graph.unresolved(name) == whole.unresolved(name)
            assert snapshot.hops.roots.loaded == anew.roots.loaded
            for (follow, downward), near in snapshot.hops._near.items():
                for node in list(near):
                    kept += 1
                    assert neighbours(snapshot.hops, follow, downward, node) == neighbours(anew, follow, downward, node)
    finally:
        with_app.close()
    assert kept


@pytest.mark.parametrize("seed", range(6))
def test_numbers_taken_over_are_those_of_a_new_graph(root: Path, write: Write, seed: int) -> None:
    write(shapes=SHAPES, using=USING, test_all=TESTS)
    chance = random.Random(seed)
    kept = 0
    app = Blastlens.open(root, resident=True)
    try:
        for _ in range(12):
            for symbol in app._current().graph.symbols():
                app._current().numbers(symbol.id, 0.7)
            file = root / chance.choice(["shapes.py", "using.py", "test_all.py"])
            lines = file.read_text("utf-8").split("\n")
            lines.insert(chance.randrange(len(lines)), chance.choice(LINES))
            file.write_text("\n".join(lines), "utf-8")
            app.refresh([file.name])
            snapshot = app._current()
            anew = Snapshot(snapshot.graph)
            for symbol_id, threshold in list(snapshot._numbers):
                kept += 1
                assert snapshot.numbers(symbol_id, threshold) == anew.numbers(symbol_id, threshold)
    finally:
        app.close()
    assert kept


def test_a_save_is_compared_with_head_by_itself_as_with_everything(root: Path, write: Write, git: Git) -> None:
    write(shapes=SHAPES, using=USING)
    git("init", "-q")
    git("add", "-A")
    git("commit", "-qm", "x")
    app = Blastlens.open(root, resident=True)
    try:
        assert not app._changed().of("shapes.py")
        steps = {
            "shapes.py": [SHAPES.replace("* 2", "* 3"), SHAPES, SHAPES + "\n\ndef more():\n    pass\n"],
            "fresh.py": ["def new():\n    pass\n", "def new():\n    return 1\n"],
        }
        for name, texts in steps.items():
            for text in texts:
                (root / name).write_text(text, "utf-8")
                app.refresh([name])
                anew = {path: ids for path, ids in SinceHead(app._session).all().items() if ids}
                assert {path: ids for path, ids in app._changed().all().items() if ids} == anew
        git("commit", "-qam", "y")
        (root / "using.py").write_text(USING + "\n\n", "utf-8")
        app.refresh(["using.py"])
        assert not app._changed().of("shapes.py")
        (root / "shapes.py").unlink()
        app.refresh(["shapes.py"])
        assert app._changed().of("fresh.py")
    finally:
        app.close()
