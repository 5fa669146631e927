"""`blastlens lenses FILE`."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from blastlens.app.answer import Answer
from blastlens.app.errors import UserError
from blastlens.faces.cli.command import Command
from blastlens.faces.cli.console import Console
from blastlens.faces.cli.opening import opened
from blastlens.faces.cli.place import path_below

if TYPE_CHECKING:
    from blastlens.session.ports import IndexStatus
    from blastlens.views.lenses import Lens


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a file of the repository")
    parser.add_argument("--short", action="store_true", help="only the lines with a lens")


def run(args: argparse.Namespace, console: Console) -> int:
    path = path_below(args.root, args.file)
    source = _read(args.root / path, path)
    with opened(args, console) as app:
        placed = app.lenses(path)
        lenses = [app.resolve_lens(lens.symbol_id) or lens for lens in placed]
        status = app.status()
    if args.json:
        console.json(_answer(path, lenses, status).to_json())
        return 0
    if not lenses:
        _say_why(console, path, status)
    if path in dict(status.skipped):
        return 0  # what is no text should not be printed, and what is too large to be read either
    _show(console, source, lenses, args.short)
    return 0


def _read(file: Path, path: str) -> list[str]:
    try:
        text = file.read_bytes().decode("utf-8", "replace")
    except FileNotFoundError:
        raise UserError(f"no such file: {path}", "'blastlens symbols' lists what is indexed") from None
    except IsADirectoryError:
        raise UserError(f"{path} is a directory", "name one of its files") from None
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}", "check its permissions") from error
    return text.replace("\r\n", "\n").split("\n")


def _answer(path: str, lenses: "list[Lens]", status: "IndexStatus") -> Answer:
    rows: list[dict[str, Any]] = [
        {
            "symbol": lens.symbol_id,
            "line": lens.line,
            "confidence": 1.0,
            "title": lens.title,
            "callers": lens.callers,
            "sites": lens.sites,
            "reaches": lens.reaches,
            "reach_files": lens.reach_files,
            "tests": lens.tests,
            "test_state": lens.test_state,
            "likely": lens.likely,
            "possible": lens.possible,
            "changed": lens.changed,
            "untested_callers": lens.untested_callers,
            "not_updated": lens.not_updated,
            "complete": lens.complete,
        }
        for lens in lenses
    ]
    complete = all(lens.complete for lens in lenses)
    reason = None if complete else "some lenses come from a walk that could not see everything"
    question = {"kind": "lenses", "file": path}
    return Answer(question, rows, complete, reason, status.revision, list(status.stale))


def _say_why(console: Console, path: str, status: "IndexStatus") -> None:
    troubles = dict((*status.skipped, *status.unreadable, *status.partial))
    console.note(f"no lenses in {path}: {troubles.get(path, 'nothing is defined there that is indexed')}")


def _show(console: Console, source: list[str], lenses: "list[Lens]", short: bool) -> None:
    above: dict[int, list[str]] = {}
    for lens in lenses:
        above.setdefault(lens.line, []).append(lens.title)
    if source and not source[-1]:
        source = source[:-1]
    width = len(str(len(source)))
    for number, text in enumerate(source, 1):
        titles = above.get(number)
        if short and not titles:
            continue
        if titles:
            margin = text[: len(text) - len(text.lstrip())]
            console.line(f"{'':>{width}}   {margin}{console.paint(' · '.join(titles), 'yellow')}")
        console.line(f"{console.paint(f'{number:>{width}}', 'dim')}   {text}".rstrip())


COMMAND = Command(
    description="Print a file as an editor shows it: above each function, method and class who calls it, what it\n"
    "reaches, whether a test covers it, and of what is changed which callers are untested or not updated.",
    examples=("lenses shop/cart.py", "lenses shop/cart.py --short", "lenses shop/cart.py --json"),
    configure=configure,
    run=run,
)
