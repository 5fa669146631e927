"""Arbitrary bytes never raise: whatever lies in a file costs at most that file."""

import tempfile
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from blastlens.session.session import Session
from properties.repositories import contents

_TOKENS = """
def class import from as * ( ) [ ] { } : , . = -> @ lambda return yield await async with for in if else elif try except
finally global nonlocal del match case type f self cls super x y ... 'a' f'{ \\ # ; := ** // | __all__ property ü 名
"""
_BREAKS = ['"""', "'''", "\n", "\n    ", "\n\t", "\x0c", "\x00", "\r"]
_WORDS = st.sampled_from(_TOKENS.split() + _BREAKS)
_soup = st.lists(_WORDS, max_size=60).map(" ".join)


@st.composite
def _torn(draw: st.DrawFn) -> bytes:
    """A valid file with bytes cut out, doubled or replaced."""
    data = draw(contents).encode()
    start = draw(st.integers(0, len(data)))
    end = draw(st.integers(start, len(data)))
    return data[:start] + draw(st.one_of(st.just(data[start:end] * 2), st.binary(max_size=8))) + data[end:]


_any_file = st.one_of(st.binary(max_size=300), _soup.map(lambda text: text.encode()), _torn())


@given(data=_any_file)
def test_extraction_never_raises(data: bytes, session_root: Path) -> None:
    with Session.open(session_root) as session:
        facts = session.facts_of("x.py", data)
        assert facts is not None
        assert facts == session.facts_of("x.py", data)
        symbols = session.symbols_of("x.py", facts)
    assert len({symbol.id for symbol in symbols}) == len(symbols)


@given(files=st.lists(_any_file, min_size=1, max_size=3))
def test_an_index_of_anything_completes(files: list[bytes]) -> None:
    """And a sound file beside the others keeps its edges."""
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        for number, data in enumerate(files):
            (root / f"f{number}.py").write_bytes(data)
        (root / "sound.py").write_text("import f0\ndef f(): pass\ndef g(): f()\n", encoding="utf-8")
        with Session.open(root) as session:
            session.refresh()
            graph = session.graph()
            assert "sound.py::f" in {edge.target for edge in graph.outgoing("sound.py::g")}
            for number in range(len(files)):
                assert graph.file(f"f{number}.py") is not None
