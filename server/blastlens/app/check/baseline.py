"""The file of known findings: sorted, one finding a line, without lines or counts that would differ from change to change."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from blastlens.app.errors import UserError
from blastlens.session.unread import BASELINE_START

_VERSION: Final = 1
_MOST_BYTES: Final = 50_000_000
_FIELDS: Final = ("rule", "file", "symbol", "fingerprint")


class Known(NamedTuple):
    """One finding; `symbol` may be ""."""

    rule: str
    file: str
    symbol: str
    fingerprint: str


def read_baseline(path: Path) -> tuple[Known, ...]:
    """Raises `UserError` (bad-baseline) for a file that cannot be read or is not one of these."""
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise _bad(path, "it is too large")
        value = json.loads(path.read_text("utf-8-sig"))
    except FileNotFoundError as error:
        message = f"there is no baseline {path}"
        raise UserError(message, "make it with --write-baseline", code="bad-baseline") from error
    except OSError as error:
        raise _bad(path, error.strerror or str(error)) from error
    except (ValueError, RecursionError) as error:
        raise _bad(path, f"it is no JSON ({error})") from error
    if not isinstance(value, dict) or not isinstance(value.get("findings"), list):
        raise _bad(path, "it has no list of findings")
    if value.get("version") != _VERSION:
        raise _bad(path, f"its version is {value.get('version')!r}, not {_VERSION}")
    return tuple(_known(path, number, row) for number, row in enumerate(value["findings"], 1))


def _known(path: Path, number: int, row: object) -> Known:
    fields = [row.get(name, "" if name == "symbol" else None) for name in _FIELDS] if isinstance(row, dict) else [None]
    if not all(isinstance(field, str) for field in fields):
        raise _bad(path, f"finding {number} has not the fields {', '.join(_FIELDS)}")
    return Known(*(str(field) for field in fields))


def _bad(path: Path, why: str) -> UserError:
    hint = "mend it, or make it anew with --write-baseline"
    return UserError(f"the baseline {path} cannot be used: {why}", hint, code="bad-baseline")


def known_of(row: Mapping[str, Any]) -> Known:
    """What the file says of a row of an answer."""
    return Known(row["rule"], row["file"], row.get("id") or row.get("symbol") or "", row["fingerprint"])


def written(known: Iterable[Known]) -> str:
    """The text of the file."""
    lines = [json.dumps(one._asdict(), ensure_ascii=True) for one in sorted(set(known))]
    inside = "".join(f"\n    {line}," for line in lines)[:-1]
    # Dead code knows the file by this beginning.
    return f"{BASELINE_START.decode()}{inside}{'' if not lines else chr(10) + '  '}]\n}}\n"
