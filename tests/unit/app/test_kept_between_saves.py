"""What is kept from revision to revision is what would be found anew."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from blastlens.analyses.hops import CALLS, IMPACT, POSSIBLY, Hops
from blastlens.analyses.walk import Reach
from blastlens.analyses.weights import Follow
from blastlens.app import snapshot as snapshots
from blastlens.app.api import Blastlens
from blastlens.app.lenses import LensMaker
from blastlens.app.since_head import SinceHead
from blastlens.app.snapshot import Snapshot
from blastlens.model.symbol import Symbol
from blastlens.views.lenses import Lens

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
APART = """
def alone(value):
    return helper(value)


def helper(value):
    return value.get()


class Store:
    def get(self):
        return self.load() or self.load()

    def load(self):
        return None


def boot(name):
    return getattr(Store(), "lo" + name)()
"""
# What changes no class: lines of a body, which leave most of what is known as it is.
SMALL_LINES = [
    "    helper(1)",
    "    helper(1), helper(2)",
    "    value.get()",
    "    anything.load()",
    "    scale(2)",
    "        self.load()",
    "        self.size = scale(1)",
    "    callback = helper",
    "    exec(name)",
    "    getattr(Store(), 'ge' + name)()",
]
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
            now = app._current()
            anew = Snapshot(now.graph)
            for symbol_id, threshold in list(now._numbers):
                kept += 1
                assert now.numbers(symbol_id, threshold) == anew.numbers(symbol_id, threshold)
    finally:
        app.close()
    assert kept


@pytest.mark.parametrize("seed", range(16))
def test_lenses_taken_over_are_those_of_a_new_graph(root: Path, write: Write, seed: int) -> None:
    write(shapes=SHAPES, using=USING, apart=APART, test_all=TESTS)
    chance = random.Random(seed)
    kept = 0
    app = Blastlens.open(root, resident=True)
    try:
        for _ in range(12):
            for symbol in app._current().graph.symbols():
                app.resolve_lens(symbol.id)
            file = root / chance.choice(["shapes.py", "using.py", "apart.py", "test_all.py"])
            lines = file.read_text("utf-8").split("\n")
            at = chance.randrange(len(lines))
            if chance.random() < 0.3:
                del lines[at]
            else:
                lines.insert(at, chance.choice([*LINES, *SMALL_LINES]))
            file.write_text("\n".join(lines), "utf-8")
            app.refresh([file.name])
            now = app._current()
            at_hand = [one for one in now.graph.symbols() if app.is_lens_at_hand(one.id)]
            taken = [app.resolve_lens(one.id) for one in at_hand]
            app._drop_snapshot()
            assert taken == [app.resolve_lens(one.id) for one in at_hand]
            kept += len(at_hand)
    finally:
        app.close()
    assert kept


def test_what_is_known_of_interfaces_and_roots_is_taken_over_as_it_would_be_found(root: Path) -> None:
    (root / "port.ts").write_text(
        "export interface Port { open(): void }\nexport class Door { open() {} shut() {} }\n", "utf-8"
    )
    (root / "use.ts").write_text(
        'import { Door } from "./port"\nexport function use() { new Door().shut() }\n', "utf-8"
    )
    app = Blastlens.open(root, resident=True)
    try:
        for text in (
            'import { Door } from "./port"\nexport function use() { new Door().open() }\n',
            'import { Door } from "./port"\nexport class Gate { lift() {} }\nexport interface Lift { lift(): void }\n',
        ):
            before = app._current()
            ids = [symbol.id for symbol in before.graph.symbols()]
            assert [before.outside.why(symbol) for one in ids if (symbol := before.graph.symbol(one))]
            assert before.hops.dispatch.best and before.hops.roots.loaded is not None
            (root / "use.ts").write_text(text, "utf-8")
            app.refresh(["use.ts"])
            now, anew = app._current(), Snapshot(app._current().graph)
            for symbol in now.graph.symbols():
                assert now.outside.why(symbol) == anew.outside.why(symbol)
            assert now.hops.dispatch.best == anew.hops.dispatch.best
            assert now.hops.roots.loaded == anew.hops.roots.loaded
        assert now.outside.why(now.graph.symbol("use.ts::Gate.lift"))  # type: ignore[arg-type]
    finally:
        app.close()


def test_a_lens_is_counted_once_a_revision(root: Path, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    write(shapes=SHAPES, using=USING, test_all=TESTS)
    counted: list[str] = []
    count = LensMaker._count

    def noted(maker: LensMaker, symbol: Symbol) -> Lens:
        counted.append(symbol.id)
        return count(maker, symbol)

    monkeypatch.setattr(LensMaker, "_count", noted)
    app = Blastlens.open(root, resident=True)
    try:
        first = app.resolve_lens("shapes.py::scale")
        assert app.is_lens_at_hand("shapes.py::scale") and not app.is_lens_at_hand("shapes.py::total")
        for _ in app.lens_steps("shapes.py"):
            pass
        assert app.resolve_lens("shapes.py::scale") == first
        assert len(counted) == len(set(counted))
        (root / "using.py").write_text(USING + "\n\ndef more():\n    return scale(4) + total([])\n", "utf-8")
        app.refresh(["using.py"])
        assert app.is_lens_at_hand("shapes.py::scale") and not app.is_lens_at_hand("shapes.py::total")
        lens = app.resolve_lens("shapes.py::total")
        assert lens is not None and "2 callers" in lens.title
    finally:
        app.close()


def test_a_hover_looks_for_the_nearest_tests_once_a_revision(
    root: Path, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(shapes=SHAPES, using=USING, test_all=TESTS)
    looked: list[int] = []
    look = snapshots.nearest_tests

    def noted(hops: Hops, reach: Reach, most: int) -> list[tuple[str, int]]:
        looked.append(most)
        return look(hops, reach, most)

    monkeypatch.setattr(snapshots, "nearest_tests", noted)
    app = Blastlens.open(root, resident=True)
    try:
        line = SHAPES.split("\n").index("def scale(value):") + 1
        first = app.hover("shapes.py", line, 5)
        assert first is not None and "test_biggest" in first.plain
        assert app.hover("shapes.py", line, 5) == first and len(looked) == 1
    finally:
        app.close()


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
