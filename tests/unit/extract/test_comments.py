"""Comments, told from strings in every language."""

import pytest

from blastlens.extract.comments import comments_of
from blastlens.languages.registry import LANGUAGES, language_for

HASH = b'x = "# no"\n# one\ny = 1  # two\n'
SOURCES = {
    "a.py": (HASH, ["# one", "# two"]),
    "a.go": (b'package a\n// one\nvar x = "// no"\nvar y = `/* no */` /* two */\n', ["// one", "/* two */"]),
    "a.ts": (b'// one\nconst x = "// no";\nconst y = `// no`; /* two */\n', ["// one", "/* two */"]),
    "a.tsx": (b"// one\nconst x = <b>// no</b>;\n/* two */\n", ["// one", "/* two */"]),
    "a.js": (b"// one\nconst x = '/* no */';\nconst y = /\\/\\/no/; // two\n", ["// one", "// two"]),
    "a.java": (b'// one\nclass A { String x = "// no"; /** two */ }\n', ["// one", "/** two */"]),
    "a.c": (b'// one\nchar *x = "/* no */"; /* two */\n', ["// one", "/* two */"]),
    "a.h": (b"// one\n#define X 1\nint x; /* two */\n", ["// one", "/* two */"]),
    "a.cpp": (b'// one\nauto x = R"(// no)"; /* two */\n', ["// one", "/* two */"]),
    "a.rs": (
        b'// one\nconst X: &str = "// no"; /* two */\n/// three\nfn f() {}\n',
        ["// one", "/* two */", "/// three"],
    ),
}


def test_every_language_that_is_parsed_has_a_case() -> None:
    assert {language_for(path) for path in SOURCES} == {language for language in LANGUAGES if language.grammar}


@pytest.mark.parametrize("path", SOURCES)
def test_comments_are_found_and_strings_are_none(path: str) -> None:
    source, wanted = SOURCES[path]
    language = language_for(path)
    assert language is not None
    assert [comment.text for comment in comments_of(language, source)] == wanted


def test_places_and_what_stands_before() -> None:
    language = language_for("a.c")
    assert language is not None
    source = b"\xef\xbb\xbf/* a\n b */ /* c */ int x; // d\r\n  // e\n"
    found = [(one.line, one.last_line, one.text, one.alone) for one in comments_of(language, source)]
    assert found == [
        (1, 2, "/* a\n b */", True),
        (2, 2, "/* c */", True),
        (2, 2, "// d", False),
        (3, 3, "// e", True),
    ]


def test_manifests_have_no_comments() -> None:
    language = language_for("go.mod")
    assert language is not None
    assert comments_of(language, b"// one\nmodule x\n") == []
