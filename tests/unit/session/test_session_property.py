"""Whatever is edited, deleted, renamed or interrupted: incremental = rebuild."""

import shutil
import tempfile
from pathlib import Path

from fake_tools import tiny_tools
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from session_files import write

from blastlens.session.session import Session
from blastlens.session.verify import verify

NAMES = st.sampled_from(["f", "g", "h", "main", "test_x"])
PATHS = st.sampled_from(["a.tiny", "b.tiny", "p/c.tiny", "p/d.tiny", "p/q/e.tiny"])
LINES = st.one_of(
    st.builds("def {}".format, NAMES),
    st.builds("call {}".format, NAMES),
    st.builds("read {}".format, NAMES),
    st.builds("class K\n  def {}".format, NAMES),
    st.sampled_from(["# generated", "broken", ""]),
)
TEXTS = st.lists(LINES, max_size=5).map("\n".join)
STEPS = st.one_of(
    st.tuples(st.just("write"), PATHS, TEXTS),
    st.tuples(st.just("delete"), PATHS, st.just("")),
    st.tuples(st.just("rename"), PATHS, PATHS),
    st.tuples(st.just("crash"), PATHS, TEXTS),
    st.tuples(st.just("reopen"), st.just(""), st.just("")),
    st.tuples(st.just("ignore"), PATHS, st.just("")),
    st.tuples(st.just("lose facts"), st.just(""), st.just("")),
)


class CrashError(Exception):
    pass


class Crash:
    """Raises at the n-th place where a refresh asks whether to go on: before, between and after the files are linked."""

    def __init__(self, after: int) -> None:
        self._left = after

    def __call__(self) -> bool:
        self._left -= 1
        if self._left < 0:
            raise CrashError
        return False


def perform(root: Path, session: Session, step: tuple[str, str, str], resident: bool) -> Session:
    """Do a step and refresh; returns the session to go on with."""
    what, path, more = step
    full = root / path
    told: list[str] | None = [path]
    if what in ("write", "crash"):
        write(root, path, more)
    elif what == "delete":
        full.unlink(missing_ok=True)
    elif what == "rename" and full.is_file():
        (root / more).parent.mkdir(parents=True, exist_ok=True)
        full.rename(root / more)
        told = [more, path]
    elif what == "ignore":
        write(root, ".gitignore", f"/{path}\n")
        told = [".gitignore"]
    else:
        told = None
    if what == "crash":
        try:
            session.refresh(told, cancelled=Crash(len(more) % 7))
        except CrashError:
            told = None
    if what in ("reopen", "lose facts"):
        session.close()
        if what == "lose facts":
            for file in session.location.folder.glob("facts.db*"):
                file.unlink()
        session = Session.open(root, tools=tiny_tools(), resident=resident)
    session.refresh(told)
    return session


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.dictionaries(PATHS, TEXTS, max_size=4), st.lists(STEPS, max_size=8), st.booleans())
def test_incremental_is_rebuild(files: dict[str, str], steps: list[tuple[str, str, str]], resident: bool) -> None:
    root = Path(tempfile.mkdtemp())
    for path, text in files.items():
        write(root, path, text)
    session = Session.open(root, tools=tiny_tools(), resident=resident)
    try:
        session.refresh()
        for step in steps:
            session = perform(root, session, step, resident)
            assert verify(session, reads=True) == []
    finally:
        session.close()
        shutil.rmtree(root)
