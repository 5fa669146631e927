"""`pom.xml` and `build.gradle`: what the module of a folder is called, and which others of the repository it needs."""

import re
from collections.abc import Mapping
from typing import Final

NAME: Final = "name"
PARENT: Final = "parent"
NEEDS: Final = "needs "  # before the name of an artifact
PROJECT: Final = "project "  # before the folders of another project, as `place` spells them

_DEPENDENCY: Final = ("dependencies", "dependency")
_WHERE_NEEDED: Final = ((), ("profiles", "profile"))
_COMMENT: Final = re.compile(r"/\*.*?(?:\*/|\Z)|(?<!:)//[^\n]*", re.DOTALL)
_PROJECT: Final = re.compile(r"""\bproject\s*\(?\s*(?:path\s*[:=]\s*)?["']:([\w.:-]+)["']""")
_ACCESSOR: Final = re.compile(r"\bprojects\.([a-z]\w*(?:\.[a-z]\w*)*)")


def read_pom(source: bytes) -> tuple[Mapping[str, str], str]:
    """Entries of a Maven manifest. One that cannot be read says nothing, which leaves no source unread."""
    from blastlens.text.xml_events import XmlError, read_xml  # whoever only links needs no parser

    entries: dict[str, str] = {}
    above: list[str] = []

    def close(_name: str, text: str) -> None:
        place = tuple(above[1:])
        above.pop()
        if text and place[-1:] == ("artifactId",):
            if len(place) == 1:
                entries[NAME] = text
            elif place[:-1] == ("parent",):
                entries[PARENT] = text
            elif place[-3:-1] == _DEPENDENCY and place[:-3] in _WHERE_NEEDED:
                entries[NEEDS + text] = text

    try:
        read_xml(source, lambda name, _: above.append(name.rpartition(":")[2]), close)
    except XmlError:
        return {}, ""
    return entries, ""


def read_gradle(source: bytes) -> tuple[Mapping[str, str], str]:
    """Entries of a Gradle script; one that needs no other project has none."""
    text = _COMMENT.sub("", source.decode("utf-8", "replace"))
    found = {name.replace(":", "/") for name in _PROJECT.findall(text)}
    found |= {name.replace(".", "/") for name in _ACCESSOR.findall(text)}
    return {PROJECT + place(name): name for name in sorted(found)}, ""


def place(folders: str) -> str:
    """Folders as scripts name them in more than one way: `my-core`, `myCore`."""
    return folders.replace("-", "").replace("_", "").lower()
