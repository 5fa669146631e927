"""Places and positions, URIs and paths."""

import re
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from lsprotocol import types as t
from pygls.workspace import PositionCodec

from blastlens.faces.lsp.documents import LspDocument
from blastlens.faces.lsp.from_lsp import from_position, uri_to_path
from blastlens.faces.lsp.lines import LineTable, encoding_name
from blastlens.faces.lsp.to_lsp import join_uri, path_to_uri, to_position
from blastlens.text.columns import Encoding

EMOJI = 'x = "🙂é", ping(1)\nnext\n'
ENCODINGS: tuple[Encoding, ...] = ("utf-8", "utf-16", "utf-32")
TEXTS = st.text(st.sampled_from("ab \n\r\t\x0c\u2028é日🙂"), max_size=40)


@pytest.mark.parametrize(("encoding", "character"), [("utf-8", 14), ("utf-16", 11), ("utf-32", 10)])
def test_columns_count_the_units_of_the_encoding(encoding: Encoding, character: int) -> None:
    table = LineTable(EMOJI)
    position = to_position(table, 1, EMOJI.encode().index(b"ping"), encoding)
    assert (position.line, position.character) == (0, character)
    assert from_position(table, position, encoding) == (1, 14)


def test_a_lone_carriage_return_ends_a_line_of_the_protocol_only() -> None:
    table = LineTable("a\rb\r\nc\x0cd\u2028e\n")
    assert table.protocol_lines() == ("a\r", "b\r\n", "c\x0cd\u2028e\n")
    assert to_position(table, 1, 2, "utf-16") == t.Position(1, 0)
    assert to_position(table, 2, 0, "utf-16") == t.Position(2, 0)
    assert from_position(table, t.Position(1, 1), "utf-16") == (1, 3)


def test_a_line_of_the_protocol_ends_at_a_lone_carriage_return() -> None:
    table = LineTable("def é():\r  pass\rnext\r\nlast")
    assert table.line_end(1, 4, "utf-16") == (0, 8)
    assert table.line_end(1, 12, "utf-16") == (1, 6)
    assert table.line_end(2, 0, "utf-16") == (3, 4)


def test_places_outside_the_text_are_moved_inside() -> None:
    table = LineTable("ab\ncd")
    assert to_position(table, 0, 9, "utf-16") == t.Position(0, 0)
    assert to_position(table, 1, 99, "utf-16") == t.Position(0, 2)
    assert to_position(table, 99, 0, "utf-16") == t.Position(1, 2)
    assert from_position(table, t.Position(1, 99), "utf-16") == (2, 2)


def test_a_line_that_is_not_there_has_no_place() -> None:
    assert from_position(LineTable("ab\ncd"), t.Position(2, 0), "utf-16") is None
    assert from_position(LineTable("ab\n"), t.Position(1, 5), "utf-16") == (2, 0)
    assert from_position(LineTable("ab\rcd"), t.Position(1, 1), "utf-16") == (1, 4)
    assert from_position(LineTable(""), t.Position(0, 0), "utf-16") == (1, 0)
    assert from_position(LineTable(""), t.Position(1, 0), "utf-16") is None


@given(TEXTS, st.sampled_from(ENCODINGS), st.data())
def test_there_and_back_is_the_same_place(text: str, encoding: Encoding, data: st.DataObject) -> None:
    table = LineTable(text)
    line = data.draw(st.integers(1, text.count("\n") + 1))
    content = table.model_line(line).decode()
    column = len(content[: data.draw(st.integers(0, len(content)))].encode())
    assert from_position(table, to_position(table, line, column, encoding), encoding) == (line, column)


@given(TEXTS, TEXTS, st.sampled_from(ENCODINGS), st.data())
def test_an_edit_replaces_what_the_protocol_names(text: str, new: str, encoding: Encoding, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    wanted = text[:start] + new + text[end:]
    assume("\r\n" not in text)  # inside that line end there is no position

    def position(offset: int) -> t.Position:
        *lines, last = re.split("[\r\n]", text[:offset])
        width = {"utf-8": 1, "utf-16": 2, "utf-32": 4}[encoding]
        codec = encoding if encoding == "utf-8" else f"{encoding}-le"
        return t.Position(len(lines), len(last.encode(codec)) // width)

    document = LspDocument("file:///a.py", text, position_codec=PositionCodec(encoding))
    span = t.Range(position(start), position(end))
    document.apply_change(t.TextDocumentContentChangePartial(span, new))
    assert document.source == wanted


def test_a_buffer_is_unsaved_until_it_equals_the_file() -> None:
    document = LspDocument("file:///a.py", "a = 1\n")
    assert document.unsaved
    document.saved_text = "a = 1\n"
    assert not document.unsaved
    document.apply_change(t.TextDocumentContentChangeWholeDocument("a = 2\n"))
    assert document.unsaved
    document.apply_change(t.TextDocumentContentChangeWholeDocument("a = 1\n"))
    assert not document.unsaved


def test_a_coding_cookie_does_not_garble_a_buffer() -> None:
    assert LspDocument("file:///a.py", "# coding: latin-1\né\n").buffer_bytes.startswith(b"\xef\xbb\xbf")
    assert LspDocument("file:///a.py", "# coding: utf-8\né\n").buffer_bytes.startswith(b"# coding")


def test_lone_surrogates_survive() -> None:
    document = LspDocument("file:///a.py", 'a = "\ud83d"\n')
    document.apply_change(t.TextDocumentContentChangePartial(t.Range(t.Position(0, 6), t.Position(0, 7)), "\udc00"))
    assert document.source == 'a = "\ud83d\udc00\n'


@pytest.mark.parametrize(
    ("uri", "path"),
    [
        ("file:///r/a%2520b.py", "/r/a%20b.py"),
        ("file:///r/a%20b.py", "/r/a b.py"),
        ("file:///r/docs%231/c%23.py", "/r/docs#1/c#.py"),
        ("file:///r/q%3F/x&y=1;z+w.py", "/r/q?/x&y=1;z+w.py"),
        ("file:///r/q%3f/x%26y%3d1%3bz%2bw.py", "/r/q?/x&y=1;z+w.py"),
        ("file:///r/web/[id]/(group)/page.py", "/r/web/[id]/(group)/page.py"),
        ("file:///r/naïve/größe.py", "/r/naïve/größe.py"),
        ("file:///r/na%c3%afve/gr%C3%B6%C3%9Fe.py", "/r/naïve/größe.py"),
        ("file://localhost/r/a.py", "/r/a.py"),
        ("file:/r/a.py", "/r/a.py"),
        ("file:///r/x/../a.py", "/r/a.py"),
        ("FILE:///r/a.py", "/r/a.py"),
    ],
)
def test_uris_are_decoded_once(uri: str, path: str) -> None:
    assert uri_to_path(uri) == Path(path)


@pytest.mark.parametrize(
    "uri", ["untitled:Untitled-1", "git:/r/a.py", "file://far/r/a.py", "file:a.py", "", "a.py", "file:///a%00b"]
)
def test_other_uris_are_no_paths(uri: str) -> None:
    assert uri_to_path(uri) is None


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        ("100%/a%20b.py", "100%25/a%2520b.py"),
        ("q?/x&y=1;z+w.py", "q%3F/x%26y%3D1%3Bz%2Bw.py"),
        ("web/[id]/(group)/page.py", "web/%5Bid%5D/%28group%29/page.py"),
        ("naïve/größe.py", "na%C3%AFve/gr%C3%B6%C3%9Fe.py"),
        ('quote\'s "x".py', "quote%27s%20%22x%22.py"),
    ],
)
def test_uris_are_encoded_once(path: str, uri: str) -> None:
    assert path_to_uri(Path("/r") / path) == f"file:///r/{uri}"
    assert join_uri("file:///r/", path) == f"file:///r/{uri}"


@given(
    st.text(st.characters(exclude_characters="\0", codec="utf-8"), min_size=1).filter(
        lambda name: name not in (".", "..")
    )
)
def test_every_name_comes_back(name: str) -> None:
    path = Path("/r") / name.replace("/", "%")
    assert uri_to_path(path_to_uri(path)) == path


def test_encodings_have_names() -> None:
    assert encoding_name(t.PositionEncodingKind.Utf16) == "utf-16"
    assert encoding_name("utf-8") == "utf-8"
    assert encoding_name(None) == "utf-16"
