"""`blastlens export`."""

import argparse

from blastlens.app.answer import Answer
from blastlens.faces.cli.command import Command, add_output
from blastlens.faces.cli.console import Console
from blastlens.faces.cli.opening import opened


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--format", choices=("edges-jsonl",), default="edges-jsonl", help="one edge a line (default)")
    parser.add_argument(
        "--walked",
        action="store_true",
        help="also what walks add: overriding methods, and what runs though no edge says so",
    )
    add_output(parser)


def run(args: argparse.Namespace, console: Console) -> int:
    with opened(args, console, whole=True) as app, console.redirected(args.output) as target:
        if not args.json:
            for row in app.export_edges(walked=args.walked):
                target.json_line(row)
            return 0
        status = app.status()
        question = {"kind": "export", "format": args.format}
        rows = [dict(row) for row in app.export_edges(walked=args.walked)]
        target.json(Answer(question, rows, True, None, status.revision, list(status.stale)).to_json())
    return 0


COMMAND = Command(
    description=(
        "Print every edge as one JSON object a line: caller, callee (file, line, name), kind (call, ref, decorator,\n"
        "property, extends, implements, imports, tests), confidence, basis, sites."
    ),
    examples=("export --format edges-jsonl", "export --format edges-jsonl --output edges.jsonl"),
    configure=configure,
    run=run,
)
