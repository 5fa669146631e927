"""The fact file of libraries: what is in it, and what happens without it."""

import json
from pathlib import Path

import pytest

from blastlens.extract.extractor import extract
from blastlens.languages.python import library_stubs
from blastlens.languages.python.language import PYTHON
from blastlens.languages.python.library_file import LibraryFile, LibraryModule, fact_file
from blastlens.languages.python.library_stubs import CompiledStubs
from blastlens.link.unit import Unit
from library_facts.sources import PINS

STUBS = CompiledStubs()


def module(dotted: str, source: str, is_package: bool = False) -> LibraryModule:
    return LibraryModule(dotted, is_package, extract(PYTHON, source.encode()))


def test_a_module_is_found_by_its_name_at_a_path_that_no_repository_has() -> None:
    assert STUBS.find("re") == "//re.pyi"
    assert STUBS.find("os") == "//os/__init__.pyi"
    assert STUBS.find("os.path") == "//os/path.pyi"
    assert STUBS.find("no.such") is None
    assert STUBS.problem is None
    assert list(STUBS.paths()) == sorted(STUBS.paths())


def test_every_module_is_a_unit_for_the_linker() -> None:
    for path in STUBS.paths():
        unit = Unit(0, path, STUBS.facts(path))
        assert len(unit.quals) == len(unit.defs) == len(unit.ids)
        for row in unit.defs:
            contexts = [row.ctx, row.type_ctx, *(ctx for _, ctx in (*row.returned, *row.yields))]
            assert all(unit.scopes[unit.contexts[ctx][0]] for ctx in contexts)
            assert all(unit.exprs[param.annotation] for param in row.params if param.annotation >= 0)
        assert all(parent < block for block, parent in enumerate(unit.parents))


def test_what_a_function_gives_back_is_kept() -> None:
    unit = Unit(0, "//re.pyi", STUBS.facts("//re.pyi"))
    compile_ = unit.quals.index("compile")
    returns = unit.exprs[unit.defs[compile_].returns]
    assert unit.names[unit.exprs[returns[1]][1]] == "Pattern"


def test_the_newest_version_is_taken_and_what_only_an_older_one_has_is_kept() -> None:
    unit = Unit(0, "//asyncio/events.pyi", STUBS.facts("//asyncio/events.pyi"))
    assert "AbstractEventLoop.run_in_executor" in unit.quals
    names = {unit.names[name] for name in unit.scopes[0].bindings}
    assert {"get_event_loop", "AbstractChildWatcher", "get_child_watcher"} <= names


def test_the_same_modules_give_the_same_bytes_in_any_order() -> None:
    modules = [module("a", "def f() -> int: ..."), module("b.c", "x: str"), module("b", "", True)]
    assert fact_file(modules, "v", "r") == fact_file(modules[::-1], "v", "r")
    file = LibraryFile(fact_file(modules, "v", "r"))
    assert set(file.modules) == {"a", "b", "b.c"}
    assert file.facts("a") == modules[0].facts


def test_without_the_file_nothing_is_known(tmp_path: Path) -> None:
    stubs = CompiledStubs(tmp_path / "library.facts")
    assert stubs.find("re") is None
    assert list(stubs.paths()) == []
    assert stubs.version == ""
    assert "missing" in (stubs.problem or "")


@pytest.mark.parametrize("data", [b"", b"BLFACTS2", b"BLFACTS2\xff\xff\xff\xff\x93\x00", b"\x00" * 100])
def test_a_file_of_another_form_is_no_file(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "library.facts"
    path.write_bytes(data)
    stubs = CompiledStubs(path)
    assert stubs.find("re") is None
    assert "cannot be read" in (stubs.problem or "")


def test_a_damaged_record_is_a_module_that_says_nothing(tmp_path: Path) -> None:
    data = fact_file([module("a", "def f() -> int: ...")], "v", "r")
    path = tmp_path / "library.facts"
    path.write_bytes(data[:-8])
    stubs = CompiledStubs(path)
    assert stubs.facts("//a.pyi").defs == []
    assert "damaged" in (stubs.problem or "")


def test_popular_packages_are_there_with_their_licences() -> None:
    for dotted in ("click", "flask.app", "django.db.models", "sqlalchemy.orm", "pydantic.main", "yaml", "requests.api"):
        assert STUBS.find(dotted) is not None, dotted
    notice = Path(library_stubs.__file__).with_name("library-notice.txt").read_text(encoding="utf-8")
    for row in json.loads(PINS.read_text(encoding="utf-8")):
        assert f"{row['name']} {row['version']}: {row['licence']}\n" in notice
    assert "typeshed" in notice
