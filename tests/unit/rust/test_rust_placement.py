"""Where modules stand: crates, files of modules, and what changes with them."""

from blastlens.languages.rules import Project
from blastlens.languages.rust.language import CARGO_MANIFEST
from blastlens.languages.rust.placement import RustLayout

APP = '[package]\nname = "my-app"\n'


def layout(paths: list[str], **manifests: str) -> RustLayout:
    """`manifests`: folder with "__" for "/", "root" for none -> text."""
    read = {
        ("" if key == "root" else key.replace("__", "/") + "/") + "Cargo.toml": CARGO_MANIFEST.manifest(text.encode())[
            0
        ]
        for key, text in manifests.items()
    }
    return RustLayout(Project(sorted([*paths, *read]), read))


def found(of: RustLayout, importer: str, dotted: str) -> str | None:
    module = of.find(importer, dotted, lambda _: None)
    return None if module is None else module.path


def above(of: RustLayout, importer: str, level: int, dotted: str = "") -> str | None:
    module = of.relative(importer, level, dotted, lambda _: None)
    return None if module is None else module.path


def test_a_crate_begins_where_it_is_said() -> None:
    paths = [
        "src/lib.rs",
        "src/main.rs",
        "src/a.rs",
        "src/a/b.rs",
        "src/bin/x.rs",
        "tests/t.rs",
        "tests/common/mod.rs",
        "build.rs",
    ]
    of = layout(paths, root=APP)
    assert found(of, "src/a/b.rs", "crate") == "src/lib.rs"
    assert found(of, "src/main.rs", "crate") == "src/main.rs"
    assert found(of, "src/bin/x.rs", "crate") == "src/bin/x.rs"
    assert found(of, "tests/common/mod.rs", "crate") == "tests/t.rs"
    assert found(of, "build.rs", "crate") == "build.rs"
    assert found(of, "src/main.rs", "my_app") == "src/lib.rs"
    assert found(of, "src/a.rs", "other") is None


def test_modules_stand_beside_or_below() -> None:
    of = layout(["src/lib.rs", "src/a.rs", "src/a/b.rs", "src/c/mod.rs", "src/c/d.rs"], root=APP)
    assert above(of, "src/lib.rs", 1, "!a") == "src/a.rs"
    assert above(of, "src/lib.rs", 1, "!c") == "src/c/mod.rs"
    assert above(of, "src/a.rs", 1, "!b") == "src/a/b.rs"
    assert above(of, "src/c/mod.rs", 1, "!d") == "src/c/d.rs"
    assert above(of, "src/a.rs", 1, "!missing") is None
    assert above(of, "src/a/b.rs", 2) == "src/a.rs"
    assert above(of, "src/c/d.rs", 3) == "src/lib.rs"
    assert above(of, "src/lib.rs", 2) is None
    assert above(of, "src/lib.rs", 1, "#c/d.rs") == "src/c/d.rs"
    assert above(of, "src/lib.rs", 1, "#../../x.rs") is None


def test_other_crates_are_dependencies() -> None:
    workspace = '[workspace]\nmembers = ["a", "b"]\n[workspace.dependencies]\nb-lib = { path = "b" }\n'
    own = '[package]\nname = "a"\n[dependencies]\nb-lib = { workspace = true }\nother = { path = "../b", package = "b-lib" }\nserde = "1"\n'
    of = layout(
        ["a/src/lib.rs", "b/source.rs"],
        root=workspace,
        a=own,
        b='[package]\nname = "b-lib"\n[lib]\npath = "source.rs"\n',
    )
    assert found(of, "a/src/lib.rs", "b_lib") == "b/source.rs"
    assert found(of, "a/src/lib.rs", "other") == "b/source.rs"
    assert found(of, "a/src/lib.rs", "serde") is None
    assert found(of, "b/source.rs", "a") is None


def test_manifests_of_any_bytes_are_read() -> None:
    assert CARGO_MANIFEST.manifest(b"\xff[[[") == ({}, "is no TOML")
    assert CARGO_MANIFEST.manifest(b"package = 1\nlib = [2]\nbin = 3\n")[1] == "names no package"
    entries, problem = CARGO_MANIFEST.manifest(
        b'[package]\nname = "x"\nautotests = false\n[[test]]\nname = "t"\npath = "t/t.rs"\n'
    )
    assert not problem and entries["name"] == "x" and entries["root t/t.rs"] == "test" and "auto test" in entries


def test_changed_keys_name_the_files_that_differ() -> None:
    before, after = layout(["src/lib.rs"], root=APP), layout(["src/lib.rs", "src/a.rs"], root=APP)
    assert before.changed_keys(after) == {"src/a.rs"}
    assert before.changed_keys(before) == set()
    assert "manifests" in before.changed_keys(layout(["src/lib.rs"], root=APP + "[dependencies]\nx = '1'\n"))
    asked: list[str] = []
    before.relative("src/lib.rs", 1, "!a", asked.append)
    assert asked == ["src/a.rs", "src/a/mod.rs"]
