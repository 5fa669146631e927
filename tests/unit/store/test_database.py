"""Layouts, migrations, and what is done with a file that cannot be trusted."""

import sqlite3
from pathlib import Path

import pytest

from blastlens.store.codes import LAYOUT
from blastlens.store.database import APPLICATION_ID, migrate, open_graph, statements
from blastlens.store.errors import StoreDamagedError, StoreReadOnlyError


def test_a_new_database_has_the_newest_layout(tmp_path: Path) -> None:
    database, note = open_graph(tmp_path / "graph.db")
    assert note == ""
    assert database.execute("PRAGMA user_version").fetchone() == (LAYOUT,)
    assert database.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
    assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    strict = database.execute(
        "SELECT count(*) FROM pragma_table_list WHERE schema = 'main' AND strict = 0 AND type = 'table' AND name NOT LIKE 'sqlite%'"
    )
    assert strict.fetchone() == (0,)
    database.close()


def test_steps_are_taken_one_by_one() -> None:
    database = sqlite3.connect(":memory:", isolation_level=None)
    migrate(database, 1, 3, {2: "CREATE TABLE a (x);\nINSERT INTO a VALUES (1);", 3: "ALTER TABLE a ADD y;"})
    assert database.execute("SELECT x, y FROM a").fetchall() == [(1, None)]
    assert database.execute("PRAGMA user_version").fetchone() == (3,)
    database.close()


def test_a_step_that_fails_or_lacks_leaves_the_layout() -> None:
    database = sqlite3.connect(":memory:", isolation_level=None)
    with pytest.raises(sqlite3.OperationalError):
        migrate(database, 1, 2, {2: "CREATE TABLE a (x);\nNONSENSE;"})
    with pytest.raises(StoreDamagedError, match="older version"):
        migrate(database, 1, 2, {})
    assert database.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,)
    assert database.execute("PRAGMA user_version").fetchone() == (0,)
    database.close()


def test_a_database_of_someone_else_is_not_kept(tmp_path: Path) -> None:
    path = tmp_path / "graph.db"
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE theirs (x)")
    other.close()
    database, note = open_graph(path)
    assert "not made by this program" in note
    database.close()


def test_a_place_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    with pytest.raises(StoreReadOnlyError):
        open_graph(tmp_path / "none" / "graph.db")


def test_scripts_are_split_at_statements() -> None:
    assert [s.strip() for s in statements("-- a; b\nSELECT 1;\nSELECT\n';';\n")] == [
        "-- a; b\nSELECT 1;",
        "SELECT\n';';",
    ]
