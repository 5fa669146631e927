"""`blastlens lsp`."""

import argparse
import ipaddress
from typing import TYPE_CHECKING

from blastlens.app.errors import UserError
from blastlens.faces.cli.command import Command
from blastlens.faces.cli.console import Console

if TYPE_CHECKING:
    from blastlens.session.early_spare import Spare

LOOPBACK = "127.0.0.1"


def configure(parser: argparse.ArgumentParser) -> None:
    way = parser.add_mutually_exclusive_group()
    way.add_argument("--stdio", action="store_true", help="speak over standard input and output (default)")
    way.add_argument("--tcp", action="store_true", help="listen on a port")
    parser.add_argument("--host", default=LOOPBACK, help=f"with --tcp: a loopback address (default {LOOPBACK})")
    parser.add_argument("--port", type=port, default=2087, help="with --tcp (default 2087; 0 takes a free one)")


def port(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port from 0 to 65535")
    return int(text)


def run(args: argparse.Namespace, console: Console) -> int:  # noqa: ARG001
    if args.tcp and not is_loopback(args.host):
        raise UserError(
            f"{args.host} can be reached from other machines, and the server knows no passwords",
            f"listen on {LOOPBACK} and forward the port, e.g. with ssh -L",
        )
    if args.tcp:
        from blastlens.faces.lsp.server import serve_tcp

        serve_tcp(args.host, args.port)
        return 0
    # Both take half a second to read their programs, which most machines do side by side.
    spare = _spare()
    from blastlens.faces.lsp.server import serve_stdio

    serve_stdio(spare)
    return 0


def _spare() -> "Spare | None":
    from blastlens.session.early_spare import start_spare

    try:
        return start_spare()
    except OSError:
        return None  # the server says so when it needs another process


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach a listener bound to `host` (an address, or `localhost`)."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


COMMAND = Command(
    description="Start the language server; editors do this by themselves.",
    examples=("lsp", "lsp --tcp --port 2087"),
    configure=configure,
    run=run,
    asks=False,
)
