"""Choose a command, run it, turn failures into words and exit codes."""

import os
import sys
from collections.abc import Sequence
from typing import Final

from blastlens.app.errors import UserError
from blastlens.faces.cli.console import Console
from blastlens.faces.cli.place import find_root
from blastlens.faces.cli.registry import GROUPS, SUMMARIES, load

DONE: Final = 0
FAILED: Final = 2
READER_GONE: Final = 141


def run(argv: Sequence[str]) -> int:
    """Run one command line (without the program's name) and return its exit code. Raises only `KeyboardInterrupt`."""
    console = Console.of_process()
    try:
        code = _dispatch(list(argv), console)
        console.out.flush()
        return code
    except BrokenPipeError:
        _close_output()
        return READER_GONE
    except UserError as error:
        return _fail(console, error)
    except Exception as error:
        from blastlens.faces.cli.failures import describe_crash

        return _fail(console, describe_crash(error))


def _dispatch(argv: list[str], console: Console) -> int:
    name = argv[0] if argv else ""
    if name in ("-h", "--help", "help") and len(argv) < 2:
        console.line(overview())
        return DONE
    if name == "help":
        name, argv = argv[1], [argv[1], "--help"]
    if name in ("-V", "--version"):
        from blastlens import __version__

        console.line(f"blastlens {__version__}")
        return DONE
    if not name:
        console.err.write(overview() + "\n")
        return FAILED
    if name not in SUMMARIES:
        raise _unknown_command(name)
    from blastlens.faces.cli.command import parser_for

    command = load(name)
    try:
        args = parser_for(name, command).parse_args(argv[1:])
    except SystemExit:  # --help has printed
        return DONE
    if command.asks:
        args.root = find_root(getattr(args, "folder", None) or args.root)
    return command.run(args, console)


def overview() -> str:
    """The text of `blastlens --help`."""
    lines = [
        "usage: blastlens COMMAND [arguments]",
        "",
        "What does this change break, and does a test notice?",
    ]
    for group, commands in GROUPS.items():
        lines += ["", f"{group}:"]
        lines += [f"  {name:<16}{summary}" for name, summary in commands.items()]
    lines += [
        "",
        "'blastlens COMMAND --help' has the arguments and examples.",
        "",
        "examples:",
        "  blastlens report",
        "  blastlens callers Cart.total",
        "  blastlens blast-radius --working-tree",
    ]
    return "\n".join(lines)


def _unknown_command(name: str) -> UserError:
    from difflib import get_close_matches

    near = tuple(get_close_matches(name, SUMMARIES, 3, 0.5))
    return UserError(f"no command {name!r}", "'blastlens --help' lists the commands", near)


def _fail(console: Console, error: UserError) -> int:
    from blastlens.faces.cli.failures import tell

    try:
        tell(console, error)
        console.out.flush()
    except BrokenPipeError:
        _close_output()
    except OSError:
        # The output is what fails (a full disk behind a redirection): the interpreter must not try again at exit.
        _close_output()
    return FAILED


def _close_output() -> None:
    """Send what is still buffered nowhere, or the interpreter complains about it at exit."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
