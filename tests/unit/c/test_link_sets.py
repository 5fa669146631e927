"""Which files of C and C++ are linked together, as CMake says it."""

from blastlens.languages.c.build_files import OPEN
from blastlens.languages.c.language import CMAKE_MANIFEST
from blastlens.languages.c.placement import IncludeLayout
from blastlens.languages.rules import Project


def linked(one: str, other: str, **manifests: str) -> bool | None:
    read = {
        f"{key.replace('__', '/')}/CMakeLists.txt".removeprefix("root/"): CMAKE_MANIFEST.manifest(text.encode())[0]
        for key, text in manifests.items()
    }
    layout = IncludeLayout(Project(tuple(sorted((one, other, *read))), read))
    return layout.builds_with(one, other, lambda _: None)


def test_a_target_takes_in_what_it_links_over_any_number_of_steps() -> None:
    told = {
        "a": "add_library(a a.c)",
        "b": "add_library(b STATIC b.c)\ntarget_link_libraries(b PUBLIC a)",
        "t": "project(Tool) # links b\nadd_executable(${PROJECT_NAME} t.c)\ntarget_link_libraries(${PROJECT_NAME} b)",
        "x": "add_library(x x.c)",
    }
    assert linked("t/t.c", "b/b.c", **told) is True
    assert linked("t/t.c", "a/a.c", **told) is True
    assert linked("t/t.c", "x/x.c", **told) is False
    assert linked("a/a.c", "t/t.c", **told) is False


def test_folders_that_add_to_a_target_belong_to_it() -> None:
    told = {"root": "add_library(core core.c)", "unix": "target_sources(core PRIVATE io.c)", "x": "add_library(x x.c)"}
    assert linked("core.c", "unix/io.c", **told) is True
    assert linked("unix/io.c", "core.c", **told) is True
    assert linked("core.c", "x/x.c", **told) is False


def test_sources_from_elsewhere_are_linked() -> None:
    told = {"t": "add_executable(t t.c ../x/one.c)", "x": "add_library(x one.c two.c)"}
    assert linked("t/t.c", "x/one.c", **told) is True
    assert linked("t/t.c", "x/two.c", **told) is False


def test_nothing_is_said_without_manifests_or_of_names_made_elsewhere() -> None:
    assert linked("a/a.c", "b/b.c") is None
    assert linked("a/a.c", "b/b.c", root="add_subdirectory(a)\nadd_subdirectory(b)") is None
    told = {"t": "add_executable(t t.c)\ntarget_link_libraries(t ${ALL_LIBS})", "x": "add_library(x x.c)"}
    assert linked("t/t.c", "x/x.c", **told) is None


def test_a_manifest_without_sense_says_nothing() -> None:
    assert CMAKE_MANIFEST.manifest(b"\xff\xfe add_library(((\nproject()\nset()") == ({}, "")


def test_targets_are_named_inside_expressions_too() -> None:
    told = {
        "t": "add_executable(t t.c)\ntarget_link_libraries(t $<BUILD_INTERFACE:x> $<$<CONFIG:Debug>:y>)",
        "x": "add_library(x x.c)",
        "y": "add_library(y y.c)",
        "z": "add_library(z z.c)",
    }
    assert linked("t/t.c", "x/x.c", **told) is True
    assert linked("t/t.c", "y/y.c", **told) is True
    assert linked("t/t.c", "z/z.c", **told) is False


def test_what_never_ends_is_read_once() -> None:
    assert CMAKE_MANIFEST.manifest(b"#[[\n" * 100_000 + b"add_library(x x.c)") == ({}, "")
    unknown = CMAKE_MANIFEST.manifest(b"target_link_libraries(t $<" + b"a" * 200_000 + b")")
    assert unknown == ({OPEN: "yes"}, "")
