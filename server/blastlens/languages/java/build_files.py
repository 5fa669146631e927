"""`pom.xml` and `build.gradle`: what the module of a folder is called, and which others of the repository it needs."""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

NAME: Final = "name"
PARENT: Final = "parent"
NEEDS: Final = "needs "  # before the name of an artifact
PROJECT: Final = "project "  # before the folders of another project, as `place` spells them

_COMMENT: Final = re.compile(r"/\*.*?\*/|(?<!:)//[^\n]*", re.DOTALL)
_PROJECT: Final = re.compile(r"""\bproject\s*\(?\s*(?:path\s*[:=]\s*)?["']:([\w.:-]+)["']""")
_ACCESSOR: Final = re.compile(r"\bprojects\.([a-z]\w*(?:\.[a-z]\w*)*)")


def read_pom(source: bytes) -> tuple[Mapping[str, str], str]:
    """Entries of a Maven manifest. One that cannot be read says nothing, which leaves no source unread."""
    from xml.etree import ElementTree  # whoever only links needs no parser

    try:
        root = ElementTree.fromstring(source)
    except (ElementTree.ParseError, ValueError, LookupError):
        return {}, ""
    entries: dict[str, str] = {}
    for child in root:
        kind = _local(child.tag)
        if kind == "artifactId":
            entries[NAME] = (child.text or "").strip()
        elif kind == "parent":
            entries[PARENT] = _artifact(child)
        elif kind == "dependencies":
            entries |= _needed(child)
        elif kind == "profiles":
            for below in child.iter():
                if _local(below.tag) == "dependencies":
                    entries |= _needed(below)
    return {key: text for key, text in entries.items() if text}, ""


def read_gradle(source: bytes) -> tuple[Mapping[str, str], str]:
    """Entries of a Gradle script; one that needs no other project has none."""
    text = _COMMENT.sub("", source.decode("utf-8", "replace"))
    found = {name.replace(":", "/") for name in _PROJECT.findall(text)}
    found |= {name.replace(".", "/") for name in _ACCESSOR.findall(text)}
    return {PROJECT + place(name): name for name in sorted(found)}, ""


def place(folders: str) -> str:
    """Folders as scripts name them in more than one way: `my-core`, `myCore`."""
    return folders.replace("-", "").replace("_", "").lower()


def _needed(dependencies: "Element") -> dict[str, str]:
    names = [_artifact(one) for one in dependencies]
    return {NEEDS + name: name for name in names if name}


def _artifact(element: "Element") -> str:
    return next(((one.text or "").strip() for one in element if _local(one.tag) == "artifactId"), "")


def _local(tag: object) -> str:
    """The name of an element without its namespace."""
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""
