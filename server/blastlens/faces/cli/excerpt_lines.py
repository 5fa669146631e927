"""Excerpts of files on the terminal."""

from blastlens.faces.cli.console import Console, one_line
from blastlens.faces.cli.table import Row
from blastlens.views.excerpts import Run, render_runs


def show_excerpt(console: Console, row: Row) -> None:
    """The lines of a row with their numbers."""
    runs = [Run(part["first"], tuple(part["text"].split("\n"))) for part in row.get("excerpt", ())]
    for line in render_runs(runs).splitlines():
        console.line(one_line(line.replace("\t", "    ")))
