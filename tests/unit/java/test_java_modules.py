"""Which module of a Java repository takes in which other."""

from blastlens.languages.java.language import GRADLE_MANIFEST, MAVEN_MANIFEST
from blastlens.languages.java.placement import JavaLayout
from blastlens.languages.rules import Project


def pom(name: str, *needed: str, parent: str = "") -> str:
    above = f"<parent><groupId>g</groupId><artifactId>{parent}</artifactId></parent>" if parent else ""
    rows = "".join(f"<dependency><groupId>g</groupId><artifactId>{one}</artifactId></dependency>" for one in needed)
    return (
        f'<project xmlns="http://maven.apache.org/POM/4.0.0">{above}<artifactId>{name}</artifactId>'
        f"<dependencies>{rows}</dependencies></project>"
    )


def takes_in(one: str, other: str, **manifests: str) -> bool | None:
    read = {}
    for key, text in manifests.items():
        folder = key.replace("__", "/")
        if text.lstrip().startswith("<"):
            read[f"{folder}/pom.xml".removeprefix("root/")] = MAVEN_MANIFEST.manifest(text.encode())[0]
        else:
            read[f"{folder}/build.gradle".removeprefix("root/")] = GRADLE_MANIFEST.manifest(text.encode())[0]
    paths = [f"{folder}/src/main/java/shop/A.java" for folder in (one, other)]
    layout = JavaLayout(Project(tuple(sorted((*paths, *read))), read))
    return layout.builds_with(*paths, lambda _: None)


def test_modules_take_in_what_they_need_over_any_number_of_steps() -> None:
    poms = {"a": pom("a", "b"), "b": pom("b", "c"), "c": pom("c"), "d": pom("d")}
    assert takes_in("a", "b", **poms) is True
    assert takes_in("a", "c", **poms) is True
    assert takes_in("c", "a", **poms) is False
    assert takes_in("a", "d", **poms) is False


def test_what_a_parent_needs_its_modules_need() -> None:
    poms = {"root": pom("all", "c"), "a": pom("a", parent="all"), "b": pom("b"), "c": pom("c")}
    assert takes_in("a", "c", **poms) is True
    assert takes_in("b", "c", **poms) is False


def test_scripts_name_projects_by_path_or_by_accessor() -> None:
    scripts = {
        "app": "dependencies { implementation(projects.sharedCore.io) // project(':old')\n}",
        "shared-core__io": "",
        "old": "/* project(':app') */",
        "web": "dependencies { api project(path: ':app') }",
    }
    assert takes_in("app", "shared-core/io", **scripts) is True
    assert takes_in("app", "old", **scripts) is False
    assert takes_in("web", "shared-core/io", **scripts) is True


def test_a_script_above_tells_for_those_below() -> None:
    scripts = {"root": "subprojects { dependencies { api project(':core') } }", "core": "", "app": "", "old": ""}
    assert takes_in("app", "core", **scripts) is True
    assert takes_in("app", "old", **scripts) is False


def test_manifests_that_cannot_be_read_say_nothing() -> None:
    assert MAVEN_MANIFEST.manifest(b"\xff<project") == ({}, "")
    assert MAVEN_MANIFEST.manifest(b"<project/>") == ({}, "")
    assert GRADLE_MANIFEST.manifest(b"\xff\xfe project(':") == ({}, "")


def test_a_manifest_with_entities_says_nothing() -> None:
    grown = '<!DOCTYPE project [<!ENTITY a "core"><!ENTITY b "&a;&a;">]>'
    assert MAVEN_MANIFEST.manifest(f"{grown}<project><artifactId>&b;</artifactId></project>".encode()) == ({}, "")
    assert MAVEN_MANIFEST.manifest(b'<?xml version="1.0" encoding="nothing"?><project/>') == ({}, "")


def test_what_plugins_and_management_need_the_module_does_not() -> None:
    row = "<dependencies><dependency><artifactId>core</artifactId></dependency></dependencies>"
    profile = f"<profiles><profile>{row}</profile></profiles>"
    plugin = f"<build><plugins><plugin>{row}</plugin></plugins></build>"
    managed = f"<dependencyManagement>{row}</dependencyManagement>"
    poms = {"app": f"<project><artifactId>app</artifactId>{plugin}{managed}</project>", "core": pom("core")}
    assert takes_in("app", "core", **poms) is False
    poms["app"] = f"<project><artifactId>app</artifactId>{profile}</project>"
    assert takes_in("app", "core", **poms) is True


def test_comments_that_never_end_are_read_once() -> None:
    assert GRADLE_MANIFEST.manifest(b"/*\n" * 100_000 + b"project(':core')") == ({}, "")
