"""What a command is, and the parser it gets."""

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from blastlens.app.errors import UserError
from blastlens.faces.cli.console import Console


@dataclass(frozen=True, slots=True)
class Command:
    """One command. `run` returns the exit code: 0 done, 1 findings where the caller asked to gate on them; it raises
    `UserError` for what the user can mend (exit code 2). `examples` are command lines without the program's name."""

    description: str
    examples: tuple[str, ...]
    run: Callable[[argparse.Namespace, Console], int]
    configure: Callable[[argparse.ArgumentParser], None] | None = None  # adds the command's own arguments
    asks: bool = True  # takes --root, --json and --no-refresh


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise UserError(message, f"see '{self.prog} --help'")


def parser_for(name: str, command: Command) -> argparse.ArgumentParser:
    """The parser of one command; bad arguments raise `UserError`, `--help` raises `SystemExit`."""
    examples = "\n".join(f"  blastlens {example}" for example in command.examples)
    parser = _Parser(
        prog=f"blastlens {name}",
        description=command.description,
        epilog=f"examples:\n{examples}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    if command.configure is not None:
        command.configure(parser)
    if command.asks:
        _add_shared(parser)
    return parser


def _add_shared(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--root", metavar="DIR", help="the repository (default: the one around the working directory)")
    parser.add_argument("--json", action="store_true", help="print the answer as JSON")
    parser.add_argument(
        "--no-refresh", action="store_true", help="answer from the index as it is, without a look at the disk"
    )


def add_gate(parser: argparse.ArgumentParser, finding: str) -> None:
    """`--gate`: exit code 1 when there is a `finding`, for use in CI."""
    parser.add_argument("--gate", action="store_true", help=f"exit with 1 when there is {finding}")


def add_output(parser: argparse.ArgumentParser) -> None:
    """`--output FILE`, read by `Console.redirected`."""
    parser.add_argument("--output", metavar="FILE", type=Path, help="write to FILE instead of standard output")


def share(text: str) -> float:
    """An argparse type: a number from 0 to 1."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0.0 <= value <= 1.0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 to 1")
    return value


def add_limit(parser: argparse.ArgumentParser) -> None:
    """`--limit`: rows of a list (None unless given); JSON always has all of them."""
    parser.add_argument("--limit", metavar="N", type=count, help="lines of a list (default as many as fit in 2 KB)")


def count(text: str) -> int:
    """An argparse type: a whole number, 1 or more."""
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number above 0")
    return int(text)
