"""Maps and packs of source: never over their budget, and of lines that are as they were indexed."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from blastlens.app import questions
from blastlens.app.api import Blastlens
from blastlens.views.excerpts import Run, render_runs, tokens_of

SHOP = """class Cart:
    def total(
        self,
        rate=1,
    ):
        return rounded(rate) + self.net()

    def net(self):
        return rounded(2)


def rounded(value):
    return scaled(value)


def scaled(value):
    return value


def checkout(cart: Cart):
    return cart.total()
"""


@pytest.fixture
def app(write: Callable[..., None], opened: Callable[[], Blastlens]) -> Blastlens:
    write(shop=SHOP, **{f"m{at}": f"import shop\n\n\ndef f{at}():\n    return shop.rounded({at})\n" for at in range(9)})
    return opened()


def text_of(row: dict[str, Any]) -> str:
    return render_runs([Run(run["first"], tuple(run["text"].split("\n"))) for run in row["excerpt"]])


def is_verbatim(root: Path, row: dict[str, Any]) -> bool:
    lines = (root / row["file"]).read_text("utf-8").split("\n")
    return all(lines[run["first"] - 1 : run["last"]] == run["text"].split("\n") for run in row["excerpt"])


def test_a_map_is_never_over_its_budget_and_grows_with_it(root: Path, app: Blastlens) -> None:
    shown = []
    for tokens in range(1, 160, 3):
        answer = app.ask(questions.RepoMap(tokens=tokens))
        spent = sum(tokens_of(f"{row['file']}\n{text_of(row)}") for row in answer.results)
        assert spent == answer.extra["tokens"] <= tokens
        assert all(is_verbatim(root, row) for row in answer.results)
        assert answer.extra["truncated"] is (answer.extra["shown"] < answer.extra["total"])
        shown.append(answer.extra["shown"])
    assert shown[0] == 0
    assert shown[-1] == answer.extra["total"] == 14


def test_a_pack_is_never_over_its_budget(root: Path, app: Blastlens) -> None:
    for tokens in range(1, 340, 7):
        answer = app.ask(questions.ContextPack(("rounded",), tokens=tokens))
        heads = [f"{row['part']} {row['symbol']} {row['why']}\n" for row in answer.results]
        spent = sum(tokens_of(head + text_of(row)) for head, row in zip(heads, answer.results, strict=True))
        assert spent == answer.extra["tokens"] <= tokens
        assert all(is_verbatim(root, row) for row in answer.results)
    assert not answer.extra["truncated"]
    assert {row["part"] for row in answer.results} == {"changed", "caller", "callee"}
    assert answer.extra["hashes"].keys() == {row["file"] for row in answer.results}


def test_what_does_not_fit_is_counted_and_what_is_changed_is_cut(app: Blastlens) -> None:
    answer = app.ask(questions.ContextPack(("Cart.total",), tokens=60))
    changed = answer.results[0]
    assert changed["cut"] is True
    assert changed["excerpt"][0]["text"].startswith("    def total(")
    assert sum(answer.extra["left_out"].values()) > 0
    assert answer.extra["truncated"] is True


def test_of_a_changed_class_its_own_lines_and_the_signatures_of_its_methods_are_read(app: Blastlens) -> None:
    (changed, *_) = app.ask(questions.ContextPack(("shop.py::Cart",))).results
    lines = [line for run in changed["excerpt"] for line in run["text"].split("\n") if line]
    assert lines == [
        "class Cart:",
        "    def total(",
        "        self,",
        "        rate=1,",
        "    ):",
        "    def net(self):",
    ]


def test_lines_of_a_file_that_changed_since_are_not_told(root: Path, app: Blastlens) -> None:
    app.close()
    (root / "shop.py").write_text("# moved down\n" + SHOP, "utf-8")
    late = Blastlens.open(root, refresh=False)
    try:
        for question in (questions.ContextPack(("rounded",)), questions.RepoMap()):
            answer = late.ask(question)
            assert [row for row in answer.results if row["file"] == "shop.py"] == []
            assert not answer.complete
            assert "changed since the index" in (answer.reason or "")
            assert answer.stale == ["shop.py"]
        late.refresh()
        answer = late.ask(questions.ContextPack(("rounded",)))
        assert answer.results[0]["line"] == 13
        assert is_verbatim(root, answer.results[0])
    finally:
        late.close()


def test_a_change_in_the_working_tree_and_what_it_removes(
    root: Path, app: Blastlens, committed: Callable[[], None]
) -> None:
    committed()
    gone = SHOP.replace("def scaled(value):\n    return value\n\n\n", "").replace("scaled(value)", "value")
    (root / "shop.py").write_text(gone, "utf-8")
    app.refresh()
    answer = app.ask(questions.ContextPack(working_tree=True))
    assert [row["symbol"] for row in answer.results if row["part"] == "changed"] == ["shop.py::rounded"]
    assert "no source: shop.py::scaled" in (answer.reason or "")


def test_files_in_focus_and_names_come_first(app: Blastlens) -> None:
    focused = app.ask(questions.RepoMap(focus=("m7.py",), tokens=12))
    assert focused.results[0]["file"] == "m7.py"
    named = app.ask(questions.RepoMap(names=("checkout", "nobody"), tokens=40))
    assert "def checkout" in text_of(named.results[0])
    assert "no symbol is named nobody" in (named.reason or "")


def test_the_type_of_a_method_that_stands_in_another_file_is_told_there(
    root: Path, opened: Callable[[], Blastlens]
) -> None:
    (root / "go.mod").write_text("module example.com/m\n\ngo 1.22\n", "utf-8")
    (root / "store.go").write_text("package m\n\n\n\n\ntype Store struct{}\n", "utf-8")
    (root / "get.go").write_text(
        "package m\n\nfunc (s Store) Get() int { return 1 }\n\n\n// Another line.\nfunc use(s Store) int { return s.Get() }\n",
        "utf-8",
    )
    told = {row["file"]: text_of(row) for row in opened().ask(questions.RepoMap()).results}
    assert "type Store struct{}" in told["store.go"]
    assert "Another line" not in told["get.go"]
