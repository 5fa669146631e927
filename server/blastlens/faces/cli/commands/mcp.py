"""`blastlens mcp`."""

import argparse

from blastlens.app.errors import UserError
from blastlens.faces.cli.command import Command
from blastlens.faces.cli.console import Console
from blastlens.faces.cli.place import find_root


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--root", metavar="DIR", help="the repository (default: the one around the working directory)")


def run(args: argparse.Namespace, console: Console) -> int:  # noqa: ARG001
    root = find_root(args.root)
    try:
        from blastlens.faces.mcp.server import serve_stdio
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "mcp":
            raise
        raise UserError(
            "the MCP server needs a package that is not installed", "pip install 'blastlens[mcp]'"
        ) from None
    serve_stdio(root)
    return 0


COMMAND = Command(
    description="Start the MCP server on standard input and output, for coding agents.",
    examples=("mcp", "mcp --root ~/src/shop"),
    configure=configure,
    run=run,
    asks=False,
)
