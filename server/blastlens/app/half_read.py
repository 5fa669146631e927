"""Files that a change leaves half-read: their text does not parse where it did. What stands there, or stood, is unknown: it is
neither gone nor changed. Damage that a file had before says nothing of the change."""

from collections.abc import Iterable, Iterator, Sequence

from blastlens.app.changes import TwoVersions
from blastlens.facts.file_facts import FileFacts
from blastlens.languages.damage import lines_of
from blastlens.model.definitions import symbol_ids
from blastlens.session.session import Session
from blastlens.views.wording import plural

_MOST_NAMED = 3


def half_read(session: Session, files: Iterable[TwoVersions]) -> list[str]:
    """Paths in the new version of those that were there before and are half-read now, sorted."""
    return sorted({file.new_path for file in files if file.new_path is not None and _is_half_read(session, file)})


def in_words(paths: Sequence[str]) -> str:
    """Why nothing was judged there; "" for none."""
    return f"{plural(len(paths), 'file')} could only partly be parsed ({_named(paths)})" if paths else ""


def definitions_unknown(paths: Sequence[str]) -> str:
    """The note of an answer that would say which callers a change leaves behind."""
    return f"what takes something else or is gone in {_named(paths)} is not known: it does not parse"


def _named(paths: Sequence[str]) -> str:
    return ", ".join(paths[:_MOST_NAMED]) + (", …" if len(paths) > _MOST_NAMED else "")


def damaged_lines(facts: FileFacts | None) -> set[int]:
    """1-based lines of what did not parse."""
    problems = facts.problems if facts is not None else ()
    return {line for problem in problems for line in lines_of(problem)}


def stands_in_damage(path: str, facts: FileFacts | None, source: str, line: int) -> bool:
    """Whether what stands on a line may read otherwise than it was meant, as the definition around it (`source`: its id) did not wholly
    parse; of top-level code, what stands in no definition."""
    damaged = damaged_lines(facts)
    if facts is None or not damaged or line in damaged:
        return line in damaged
    spans = [range(span[0], span[1] + 1) for span in facts.def_spans]
    around = [span for one, span in zip(symbol_ids(path, facts), spans, strict=True) if one == source]
    if around:
        return any(one in span for span in around for one in damaged)
    return not all(any(one in span for span in spans) for one in damaged)


def _is_half_read(session: Session, file: TwoVersions) -> bool:
    if file.old is None or file.new is None or file.old_path is None or file.new_path is None:
        return False
    now = session.facts_of(file.new_path, file.new)
    if now is None or not now.problems:
        return False
    before = session.facts_of(file.old_path, file.old)
    if before is None or len(now.problems) > len(before.problems):
        return True
    return not set(_texts(now, file.new)) <= set(_texts(before, file.old))


def _texts(facts: FileFacts, data: bytes) -> Iterator[bytes]:
    """What stands on the damaged lines."""
    lines = data.split(b"\n")
    return (lines[line - 1].strip() for line in damaged_lines(facts) if line <= len(lines))
