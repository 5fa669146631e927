"""The fact cache: every loss is a miss."""

import sqlite3
from pathlib import Path

import pytest

from blastlens.store.errors import StoreFullError
from blastlens.store.fact_cache import FactCache


def key(name: object) -> tuple[str, str]:
    return (str(name), "tiny-1")


def test_what_was_put_is_found_again(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "facts.db"
    cache = FactCache(path)
    assert cache.is_empty()
    cache.put_many({key("a"): b"facts", key("b"): b""})
    cache.put_many({key("c"): b"packed"})
    cache.close()
    again = FactCache(path)
    assert not again.is_empty()
    assert again.get_many([key("a"), key("b"), key("c"), key("d"), ("a", "tiny-2")]) == {
        key("a"): b"facts",
        key("b"): b"",
        key("c"): b"packed",
    }
    again.close()


def test_without_a_place_nothing_is_kept() -> None:
    cache = FactCache(None)
    cache.put_many({key("a"): b"x"})
    assert (cache.get(key("a")), cache.is_empty(), cache.is_open) == (None, True, False)


def test_the_least_recently_used_go_first_and_the_living_stay(tmp_path: Path) -> None:
    cache = FactCache(tmp_path / "facts.db", limit=400_000)

    def put(name: str, live: list[tuple[str, str]]) -> None:
        cache.put_many({key(name): b"x" * 50_000}, live)

    for number in range(20):
        put(f"f{number}", [key("f0")])
    found = {name for name in range(20) if cache._database is not None and _has(cache, f"f{name}")}
    assert 0 in found and 19 in found and 1 not in found
    assert (tmp_path / "facts.db").stat().st_size < 1_000_000
    cache.close()


def _has(cache: FactCache, name: str) -> bool:
    assert cache._database is not None
    return cache._database.execute("SELECT 1 FROM facts WHERE key = ?", (f"{name}/tiny-1",)).fetchone() is not None


@pytest.mark.parametrize("harm", ["garbage", "layout", "shape"])
def test_a_damaged_cache_is_thrown_away(tmp_path: Path, harm: str) -> None:
    path = tmp_path / "facts.db"
    cache = FactCache(path)
    cache.put_many({key("a"): b"x"})
    cache.close()
    if harm == "garbage":
        path.write_bytes(b"no database" * 500)
    else:
        database = sqlite3.connect(path)
        database.execute(
            "PRAGMA user_version=9" if harm == "layout" else "ALTER TABLE facts RENAME COLUMN data TO other"
        )
        database.commit()
        database.close()
    again = FactCache(path)
    assert again.get(key("a")) is None
    again.put_many({key("b"): b"y"})
    again.close()
    last = FactCache(path)
    last.put_many({key("c"): b"z"})
    assert last.get(key("c")) == b"z"
    last.close()


def test_a_damaged_entry_is_a_miss(tmp_path: Path) -> None:
    cache = FactCache(tmp_path / "facts.db")
    cache.put_many({key("a"): b"facts"})
    assert cache._database is not None
    cache._database.execute("UPDATE facts SET data = CAST(substr(data, 1, 5) || X'00' || substr(data, 7) AS BLOB)")
    assert cache.get(key("a")) is None
    cache.close()


def test_a_full_disk_is_said(tmp_path: Path) -> None:
    cache = FactCache(tmp_path / "facts.db")
    assert cache._database is not None
    cache._database.execute("PRAGMA max_page_count=8")
    with pytest.raises(StoreFullError):
        cache.put_many({key("a"): bytes(range(256)) * 400})
    cache.close()


def test_two_processes_may_use_it(tmp_path: Path) -> None:
    first, second = FactCache(tmp_path / "facts.db"), FactCache(tmp_path / "facts.db")
    first.put_many({key("a"): b"x"})
    second.put_many({key("b"): b"y"})
    assert (first.get(key("b")), second.get(key("a"))) == (b"y", b"x")
    first.close()
    second.close()
