"""One page of an answer: JSON text that fits an agent's budget, with totals and a cursor for the next page."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from blastlens.app.cursor import START as START
from blastlens.app.cursor import Cursor as Cursor
from blastlens.app.cursor import parse_cursor as parse_cursor

PAGE_BYTES: Final = 2000
_MOST_STALE: Final = 3
_WIDEST: Final = 160
_WIDEST_REASON: Final = 400  # an answer that is not whole has several things to say

Row = Mapping[str, Any]


def select(row: Row, keys: Sequence[str]) -> dict[str, Any]:
    """The fields of a row that are worth an agent's tokens: those of `keys` that say something."""
    kept = {key: row[key] for key in keys if row.get(key) not in (None, "", [], ())}
    if "symbol" in kept:
        kept.pop("file", None)
    return kept


def render(rows: Sequence[Row], envelope: Mapping[str, Any], cursor: Cursor, total: int | None = None) -> str:
    """As many `rows` from `cursor` on as fit into `PAGE_BYTES` bytes of UTF-8, at least one. `envelope` has at least
    complete, reason, stale and revision. `total`: what the rows are counted as, when it is not their number."""
    frame = _frame(envelope, len(rows) if total is None else total, cursor)
    room = _room(frame, len(rows))
    page: list[Row] = []
    for row in rows[cursor.offset :]:
        need = _size(row) + 1
        if need > room and page:
            break
        page.append(_shortened(row, room) if need > room else row)
        room -= need
    return _page(page, frame, cursor.offset + len(page), len(rows))


def render_sets(sets: Sequence[tuple[Row, Sequence[str]]], envelope: Mapping[str, Any], cursor: Cursor) -> str:
    """Like `render` for sets of names, of which one may be larger than a page: the rows of a page are what is said of a
    set with `size` and the slice of its `members` that fits. The cursor counts members, `total` the sets."""
    names = [(at, name) for at, (_, members) in enumerate(sets) for name in members]
    frame = _frame(envelope, len(sets), cursor)
    room = _room(frame, len(names))
    page: list[dict[str, Any]] = []
    taken, last = 0, -1
    for at, name in names[cursor.offset :]:
        about, members = sets[at]
        head = {**about, "size": len(members), "members": []}
        need = _size(clip(name)) + 1 + (_size(head) + 1 if at != last else 0)
        if need > room and page:
            break
        if at != last:
            page.append(head)
        page[-1]["members"].append(clip(name))
        taken, last, room = taken + 1, at, room - need
    return _page(page, frame, cursor.offset + taken, len(names))


def clip(text: str, widest: int = _WIDEST) -> str:
    """`text` with its middle left out where it is longer than `widest` bytes of UTF-8."""
    raw = text.encode("utf-8", "backslashreplace")
    if len(raw) <= widest:
        return text
    half = widest // 2 - 2
    return f"{raw[:half].decode('utf-8', 'ignore')}…{raw[-half:].decode('utf-8', 'ignore')}"


def _room(frame: Mapping[str, Any], most: int) -> int:
    return PAGE_BYTES - _size({"results": [], **frame, "cursor": str(Cursor(most, frame["revision"]))})


def _page(page: Sequence[Row], frame: dict[str, Any], after: int, most: int) -> str:
    if after < most:
        frame = {**frame, "cursor": str(Cursor(after, frame["revision"]))}
    return _dump({"results": page, **frame})


def _frame(envelope: Mapping[str, Any], total: int, cursor: Cursor) -> dict[str, Any]:
    stale = envelope["stale"]
    frame: dict[str, Any] = {
        "total": total,
        **{
            key: clip(value, _WIDEST_REASON if key == "reason" else _WIDEST) if isinstance(value, str) else value
            for key, value in envelope.items()
        },
        "stale": [clip(path) for path in stale[:_MOST_STALE]],
    }
    if len(stale) > _MOST_STALE:
        frame["stale_total"] = len(stale)
    if cursor.revision not in (-1, envelope["revision"]):
        frame["note"] = "the index changed since the page before: rows may repeat or be missing"
    return frame


def _shortened(row: Row, room: int) -> Row:
    """A row whose texts are cut until it fits."""
    widest = _WIDEST
    short = dict(row)
    while widest > 8 and _size(short) + 1 > room:
        short = {key: _cut(value, widest) for key, value in row.items()}
        widest //= 2
    return short


def _cut(value: Any, widest: int) -> Any:
    if isinstance(value, str):
        return clip(value, widest)
    return [_cut(item, widest) for item in value] if isinstance(value, list) else value


def _dump(value: object) -> str:
    # A path may hold bytes that are no UTF-8 (lone surrogates here): as an escape they pass through any transport.
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _size(value: object) -> int:
    return len(_dump(value).encode("utf-8"))
