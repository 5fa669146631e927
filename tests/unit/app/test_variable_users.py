"""Who uses a variable or an attribute that a change sets otherwise."""

from collections.abc import Callable
from pathlib import Path

import pytest

from blastlens.app.answer import Answer
from blastlens.app.api import Blastlens
from blastlens.app.questions import BlastRadius

Files = dict[str, str]


@pytest.fixture
def changed(root: Path, committed: Callable[[], None], opened: Callable[[], Blastlens]) -> Callable[..., Answer]:
    """The answer about a file in which a text was replaced."""

    def compare(files: Files, file: str, old: str, new: str) -> Answer:
        for name, text in files.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text, "utf-8")
        committed()
        assert old in files[file]
        (root / file).write_text(files[file].replace(old, new), "utf-8")
        return opened().ask(BlastRadius(working_tree=True))

    return compare


def reached(answer: Answer) -> set[str]:
    rows = [*answer.extra["direct"], *answer.extra["transitive"]]
    return {row["symbol"] for row in rows if row["edge"] != "imports"}


PYTHON: Files = {
    "settings.py": "RATE = 2\nLIMIT: int = 9\nNAMES = {\n    'a': 1,\n}\n\n\ndef own():\n    return RATE\n\n\ndef other(RATE):\n    return RATE\n",
    "named.py": "from settings import RATE as R\n\n\ndef taxed(n):\n    return n * R\n\n\ndef pay(n):\n    return taxed(n)\n",
    "whole.py": "import settings\n\n\ndef both():\n    return settings.RATE, settings.LIMIT\n\n\ndef neither(x):\n    return x.RATE\n",
    "handed.py": "from settings import LIMIT, RATE\n",
    "far.py": "from handed import RATE\n\n\ndef far():\n    return RATE\n\n\ndef keyword(f):\n    return f(RATE=1)\n",
    "table.py": "from settings import NAMES\n\n\ndef look(x):\n    return NAMES[x]\n",
}  # fmt: skip


def test_variables_are_followed_to_who_uses_them(changed: Callable[..., Answer]) -> None:
    answer = changed(PYTHON, "settings.py", "RATE = 2", "RATE = 3")
    assert reached(answer) == {"settings.py::own", "named.py::taxed", "named.py::pay", "whole.py::both", "far.py::far"}
    (row,) = (row for row in answer.extra["direct"] if row["symbol"] == "named.py::taxed")
    assert (row["path"], row["sites"]) == (["named.py::taxed", "settings.py::<module>"], [5])
    assert answer.complete


def test_only_what_is_set_otherwise_is_followed(changed: Callable[..., Answer]) -> None:
    assert reached(changed(PYTHON, "settings.py", "LIMIT: int = 9", "LIMIT: int = 10")) == {"whole.py::both"}


def test_a_line_within_a_statement_changes_what_the_statement_sets(changed: Callable[..., Answer]) -> None:
    assert reached(changed(PYTHON, "settings.py", "'a': 1", "'a': 2")) == {"table.py::look"}


def test_a_variable_that_is_gone_is_followed_too(changed: Callable[..., Answer]) -> None:
    assert reached(changed(PYTHON, "settings.py", "LIMIT: int = 9\n", "")) == {"whole.py::both"}


def test_imports_alone_reach_nobody(changed: Callable[..., Answer]) -> None:
    answer = changed(
        PYTHON, "named.py", "from settings import RATE as R\n", "import os\nfrom settings import RATE as R\n"
    )
    assert [row["changes"] for row in answer.extra["changed"]] == [["imports"]]
    assert answer.extra["direct"] == []


def test_named_top_level_code_means_all_its_variables(
    root: Path, committed: Callable[[], None], opened: Callable[[], Blastlens]
) -> None:
    for name, text in PYTHON.items():
        (root / name).write_text(text, "utf-8")
    committed()
    answer = opened().ask(BlastRadius(symbols=("settings.py::<module>",)))
    assert {"settings.py::own", "whole.py::both", "table.py::look"} <= reached(answer)


def test_attributes_are_followed_in_methods_of_the_class_and_below_it(changed: Callable[..., Answer]) -> None:
    files = {
        "a.py": "class Cart:\n    size = 1\n    rate = 2\n\n    def total(self):\n        return self.size\n\n    def other(self, x):\n        return x.size\n",
        "b.py": "from a import Cart\n\n\nclass Big(Cart):\n    def more(self):\n        return self.size + self.rate\n",
    }  # fmt: skip
    answer = changed(files, "a.py", "size = 1", "size = 2")
    assert reached(answer) == {"a.py::Cart.total", "b.py::Big.more"}
    assert not answer.complete
    assert "attributes of a class changed" in (answer.reason or "")


def test_typescript(changed: Callable[..., Answer]) -> None:
    files = {
        "settings.ts": "export const RATE = 2;\nexport class Cart {\n  size = 1;\n  total() { return this.size; }\n}\n",
        "use.ts": "import { RATE as R } from './settings';\nexport function taxed(n: number) { return n * R; }\n",
        "all.ts": "import * as settings from './settings';\nexport const pay = (n: number) => {\n  return settings.RATE * n;\n};\n",
        "barrel.ts": "export { RATE } from './settings';\n",
        "far.ts": "import { RATE } from './barrel';\nexport function far() { return RATE; }\n",
    }  # fmt: skip
    answer = changed(files, "settings.ts", "RATE = 2", "RATE = 3")
    assert reached(answer) == {"use.ts::taxed", "all.ts::pay", "far.ts::far"}


def test_typescript_attributes(changed: Callable[..., Answer]) -> None:
    text = "export class Cart {\n  size = 1;\n  total() {\n    return this.size;\n  }\n}\n"
    assert reached(changed({"a.ts": text}, "a.ts", "size = 1", "size = 2")) == {"a.ts::Cart.total"}


def test_go(changed: Callable[..., Answer]) -> None:
    files = {
        "go.mod": "module example.com/shop\n\ngo 1.20\n",
        "rates/rates.go": "package rates\n\nconst (\n\tRate = 2\n\tlimit = 3\n)\n\nfunc Own() int { return Rate }\n",
        "rates/more.go": "package rates\n\nfunc Beside() int { return limit }\n",
        "main.go": 'package main\n\nimport "example.com/shop/rates"\n\nfunc pay(n int) int { return n * rates.Rate }\n\nfunc main() { pay(1) }\n',
    }  # fmt: skip
    assert reached(changed(files, "rates/rates.go", "limit = 3", "limit = 4")) == {"rates/more.go::Beside"}


def test_go_from_another_package(changed: Callable[..., Answer]) -> None:
    files = {
        "go.mod": "module example.com/shop\n\ngo 1.20\n",
        "rates/rates.go": "package rates\n\nvar Rate int = 2\n\nfunc Own() int { return Rate }\n",
        "main.go": 'package main\n\nimport "example.com/shop/rates"\n\nfunc pay(n int) int { return n * rates.Rate }\n\nfunc main() { pay(1) }\n',
    }  # fmt: skip
    found = reached(changed(files, "rates/rates.go", "= 2", "= 3"))
    assert found == {"rates/rates.go::Own", "main.go::pay", "main.go::main"}
