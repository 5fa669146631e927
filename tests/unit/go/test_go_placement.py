"""Where packages stand: modules, replacements, vendored and internal packages, and what changes with them."""

from blastlens.languages.go.language import GO_MANIFEST
from blastlens.languages.go.placement import GoLayout
from blastlens.languages.rules import Project


def layout(paths: list[str], **manifests: str) -> GoLayout:
    """`manifests`: name with "__" for "/" and "_" for "." -> text."""
    read = {
        key.replace("__", "/").replace("_", "."): GO_MANIFEST.manifest(text.encode())[0]
        for key, text in manifests.items()
    }
    return GoLayout(Project(sorted([*paths, *read]), read))


def found(of: GoLayout, importer: str, dotted: str) -> str | None:
    asked: list[str] = []
    module = of.find(importer, dotted, asked.append)
    assert dotted in asked
    return None if module is None else module.path


def test_a_module_is_found_by_its_path() -> None:
    of = layout(["main.go", "store/a.go"], go_mod="module example.test/app\n")
    assert found(of, "main.go", "example.test/app/store") == "store/"
    assert found(of, "main.go", "example.test/app") == "/"
    assert found(of, "main.go", "example.test/application") is None
    assert found(of, "main.go", "store") is None


def test_a_module_inside_another_is_no_part_of_it() -> None:
    of = layout(["main.go", "sub/x/a.go"], go_mod="module a.test/app\n", sub__go_mod="module b.test/sub\n")
    assert found(of, "main.go", "a.test/app/sub/x") is None
    assert found(of, "main.go", "b.test/sub/x") == "sub/x/"


def test_replacements_and_vendored_packages_come_first() -> None:
    text = "module a.test/app\nreplace (\n\tb.test/lib v1.2.3 => ./fork // why\n\tc.test/lib => ../out\n)\n"
    of = layout(["main.go", "fork/a.go", "vendor/d.test/x/a.go"], go_mod=text)
    assert found(of, "main.go", "b.test/lib") == "fork/"
    assert found(of, "main.go", "c.test/lib") is None
    assert found(of, "main.go", "d.test/x") == "vendor/d.test/x/"


def test_internal_packages_are_seen_from_around_them() -> None:
    of = layout(["a/internal/x/x.go", "a/b/b.go", "c/c.go"], go_mod="module a.test/app\n")
    assert found(of, "a/b/b.go", "a.test/app/a/internal/x") == "a/internal/x/"
    assert found(of, "c/c.go", "a.test/app/a/internal/x") is None


def test_without_a_module_the_longest_ending_counts() -> None:
    of = layout(["x/y/a.go", "y/b.go", "fmt/c.go"])
    assert found(of, "main.go", "github.com/o/r/x/y") == "x/y/"
    assert found(of, "main.go", "github.com/o/r/z/y") == "y/"
    assert found(of, "main.go", "github.com/o/r/z") is None


def test_a_file_for_tests_is_no_part_of_what_is_imported() -> None:
    of = layout(["s/a.go", "s/a_test.go", "s/b.go"], go_mod="module a.test/app\n")
    module = of.find("main.go", "a.test/app/s", lambda _: None)
    assert module is not None
    assert list(of.files_of(module)) == ["s/a.go", "s/b.go"]


def test_programs_of_one_module_do_not_meet() -> None:
    paths = ["a/main.go", "a/x/x.go", "b/main.go", "c/c.go"]
    of = layout(paths, go_mod="module a.test/app\n")
    assert of.may_meet("a/main.go", "a/x/x.go")
    assert of.may_meet("c/c.go", "a/x/x.go") and of.may_meet("a/x/x.go", "c/c.go")
    assert not of.may_meet("a/x/x.go", "b/main.go")
    fewer = layout([path for path in paths if path != "b/main.go"], go_mod="module a.test/app\n")
    assert fewer.may_meet("a/x/x.go", "b/b.go")
    more = layout([*paths, "c/main.go"], go_mod="module a.test/app\n")
    assert "root c/c.go" in of.changed_keys(more)


def test_modules_meet_where_one_needs_both() -> None:
    needs = "module c.test/c\nrequire (\n\ta.test/a v1.0.0\n\tb.test/b v1.0.0 // indirect\n)\n"
    bare = {"a__go_mod": "module a.test/a\n", "b__go_mod": "module b.test/b\n"}
    paths = ["a/a.go", "b/b.go"]
    assert layout([*paths, "c/c.go"], c__go_mod=needs, **bare).may_meet("a/a.go", "b/b.go")
    assert not layout(paths, **bare).may_meet("a/a.go", "b/b.go")


def test_changed_keys_name_the_packages_that_differ() -> None:
    text = "module a.test/app\n"
    before = layout(["main.go", "s/a.go", "t/a.go"], go_mod=text)
    after = layout(["main.go", "s/a.go", "s/b.go", "t/a.go"], go_mod=text)
    assert before.changed_keys(after) == {"a.test/app/s", "s", "/s"}
    assert before.changed_keys(before) == set()
    moved = layout(["main.go", "s/a.go", "t/a.go"], go_mod="module b.test/app\n")
    assert {"a.test/app/s", "b.test/app/s", "root main.go"} <= before.changed_keys(moved)


def test_manifests_of_any_bytes_are_read() -> None:
    assert GO_MANIFEST.manifest(b"\xff\xfe(((\nreplace =>\nuse\n") == ({}, "names no module")
    entries, problem = GO_MANIFEST.manifest(b'module "a.test/x" // c\ngo 1.22\nrequire b.test/y v1\n')
    assert dict(entries) == {"module": "a.test/x", "require b.test/y": "b.test/y"} and not problem
    entries, problem = GO_MANIFEST.manifest(b"go 1.22\nuse (\n\t./a\n\t./b\n)\n")
    assert dict(entries) == {"use ./a": "./a", "use ./b": "./b"} and not problem
