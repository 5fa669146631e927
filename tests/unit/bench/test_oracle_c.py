"""The oracle for C and C++: what stands for what, in the truth's own format."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

BENCH = Path(__file__).resolve().parents[3] / "bench"

Rows = list[dict[str, Any]]

HEADER = """\
int shared(int);
int nowhere(void);
#define CALLS(x) (x)
#define HIDES shared(1)
#define DROPS(x) ((void)0)
#define TEST(suite, name) int suite##_##name(void); int suite##_##name(void)
"""
ONE = """\
#include "h.h"
static int twin(void) { return 1; }
int shared(int x) { return twin() + x; }
#ifdef NEVER
int only_there(void) { return shared(3); }
int either_way(void) {
  return shared(6);
}
#else
int either_way(void) { return 0; }
#endif
"""
TWO = """\
#include "h.h"
static int twin(void) { return 2; }
int (*table[])(void) = { twin };
int main(void) {
  int (*f)(void) = nowhere;
  shared(2);
  twin();
  CALLS(nowhere()); DROPS(shared(7));
  f();
#ifdef NEVER
  shared(4);
#endif
  return HIDES;
}
TEST(Suite, Case) {
  return shared(5);
}
"""
CLASSES = """\
struct Text { Text(const char *); Text(int, int) {} };
struct Base { virtual void go() = 0; virtual ~Base(); };
struct Made : Base { Made() : text(1, 2) {} Text text; void go() override; };
void Made::go() {}
Text::Text(const char *) {}
void take(Text) {}
template <class T> struct Box {
  int size() { return 0; }
  T put(T x) { x.go(); return size() ? x : x; }
};
void run(Base *base) {
  base->go();
  take("converted");
  Made made;
  auto other = new Made();
  Box<int> box;
  box.size();
  take(Text(1, 2));
}
"""


def _read(folder: Path, *options: str) -> dict[str, Rows]:
    out = folder.parent / "out"
    script = str(BENCH / "accuracy" / "oracle_c.py")
    command = [sys.executable, script, str(folder), str(out), "--resource-dir", str(folder), *options]
    subprocess.run(command, check=True, capture_output=True)
    parts = ("edges", "defs", "unknown", "overrides")
    return {part: list(map(json.loads, Path(f"{out}.{part}.jsonl").read_text().splitlines())) for part in parts}


def _c(tmp_path: Path) -> dict[str, Rows]:
    folder = tmp_path / "repo"
    folder.mkdir()
    for name, text in (("h.h", HEADER), ("one.c", ONE), ("two.c", TWO)):
        (folder / name).write_text(text)
    commands = [
        {"directory": str(folder), "file": name, "arguments": ["cc", "-c", name, "-o", "x.o"]}
        for name in ("one.c", "two.c")
    ]
    (folder / "compile_commands.json").write_text(json.dumps(commands))
    return _read(folder, "--build", str(folder))


def _shown(edges: Rows) -> list[tuple[str, str, str, str]]:
    return [
        (
            row["caller"]["qualname"],
            f"{row['callee']['file']}:{row['callee']['line']}",
            row["kind"],
            row.get("macro", ""),
        )
        for row in edges
    ]


def test_prototypes_and_definitions_are_one_and_file_local_twins_are_two(tmp_path: Path) -> None:
    edges = _shown(_c(tmp_path)["edges"])
    assert ("main", "one.c:3", "call", "") in edges
    assert ("main", "two.c:2", "call", "") in edges
    assert ("shared", "one.c:2", "call", "") in edges
    assert ("<module>", "two.c:2", "ref", "") in edges


def test_what_the_repository_only_declares_stands_where_it_is_declared(tmp_path: Path) -> None:
    truth = _c(tmp_path)
    assert ("main", "h.h:2", "call", "argument") in _shown(truth["edges"])
    kinds = {(row["name"], row["file"]): row["kind"] for row in truth["defs"]}
    assert kinds["nowhere", "h.h"] == "signature"
    assert ("shared", "h.h") not in kinds


def test_a_call_that_a_macro_hides_is_not_asked_for(tmp_path: Path) -> None:
    hidden = [row for row in _c(tmp_path)["edges"] if row.get("macro") == "body"]
    assert [(row["kind"], row["site_line"]) for row in hidden] == [("construct", 13)]


def test_calls_through_pointers_and_in_text_left_out_are_unknown(tmp_path: Path) -> None:
    unknown = _c(tmp_path)["unknown"]
    assert {(row["caller"]["name"], row["name"], row["site_line"], row["why"]) for row in unknown} == {
        ("main", "f", 9, "variable"),
        ("main", "shared", 11, "no type"),
        ("main", "shared", 8, "no type"),
        ("<module>", "shared", 5, "no type"),
        # A tool that knows both may well call them one.
        ("either_way", "either_way", 6, "no type"),
        ("either_way", "shared", 7, "no type"),
    }


def test_a_function_that_a_macro_heads_has_the_names_it_may_be_called_by(tmp_path: Path) -> None:
    truth = _c(tmp_path)
    assert ("Suite.Case", "one.c:3", "call", "") in _shown(truth["edges"])
    named = [row["name"] for row in truth["defs"] if row["qualname"] == "Suite.Case"]
    assert named == ["Case", "Suite_Case", "TEST"]


def _classes(tmp_path: Path) -> dict[str, Rows]:
    folder = tmp_path / "repo"
    folder.mkdir()
    (folder / "a.cc").write_text(CLASSES)
    return _read(folder, "--also", "*.cc", "--flags=-std=c++17")


def test_only_constructors_that_are_written_are_asked_for(tmp_path: Path) -> None:
    edges = _shown(_classes(tmp_path)["edges"])
    made = [edge for edge in edges if edge[1] in ("a.cc:1", "a.cc:3", "a.cc:5", "a.cc:7") and edge[0] == "run"]
    assert made == [
        ("run", "a.cc:5", "construct", ""),
        ("run", "a.cc:3", "construct", ""),
        ("run", "a.cc:3", "call", ""),
        ("run", "a.cc:7", "construct", ""),
        ("run", "a.cc:1", "call", ""),
    ]
    assert ("Made.Made", "a.cc:1", "call", "") in edges


def test_methods_bind_by_static_type_and_overrides_tell_the_rest(tmp_path: Path) -> None:
    truth = _classes(tmp_path)
    edges = _shown(truth["edges"])
    assert ("run", "a.cc:2", "call", "") in edges
    assert ("run", "a.cc:8", "call", "") in edges
    assert ("Box.put", "a.cc:8", "call", "") in edges
    assert ("Made", "a.cc:2", "extends", "") in edges
    pairs = {
        (row["base"]["qualname"], row["override"]["qualname"], row["override"]["line"]) for row in truth["overrides"]
    }
    assert ("Base.go", "Made.go", 4) in pairs
    assert ("Text", "Text.Text", 5) in pairs
    assert [(row["name"], row["why"]) for row in truth["unknown"]] == [("go", "no type")]
