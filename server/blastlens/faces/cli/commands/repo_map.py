"""`blastlens repo-map`."""

import argparse
from typing import Final

from blastlens.app.answer import Answer
from blastlens.app.questions import RepoMap
from blastlens.faces.cli.asking import show_answer
from blastlens.faces.cli.command import Command
from blastlens.faces.cli.console import Console, one_line
from blastlens.faces.cli.excerpt_lines import add_excerpt_limit, excerpt, show_blocks
from blastlens.faces.cli.network_options import add_what_counts
from blastlens.faces.cli.place import path_below

_TOKENS: Final = 420  # below 2 KB


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--focus", metavar="FILE", action="append", default=[], help="a file that weighs more (repeat)")
    parser.add_argument(
        "--name", metavar="NAME", action="append", default=[], help="a symbol that weighs more (repeat)"
    )
    add_excerpt_limit(parser, _TOKENS)
    add_what_counts(parser)


def run(args: argparse.Namespace, console: Console) -> int:
    focus = tuple(path_below(args.root, path) for path in args.focus)
    question = RepoMap(focus, tuple(args.name), args.tokens or _TOKENS, args.include_tests, args.min_confidence)
    return show_answer(args, console, question, lambda out, answer: show(out, answer, args), whole=True)


def show(console: Console, answer: Answer, args: argparse.Namespace) -> None:
    blocks = [[(one_line(str(row.get("file", ""))), "cyan"), *excerpt(row)] for row in answer.results]
    show_blocks(console, blocks, args)
    extra = answer.extra
    shown = f"{extra.get('shown', 0):,} of {extra.get('total', 0):,} symbols, {extra.get('tokens', 0):,} tokens"
    shown += f" (--tokens N for more than {_TOKENS})" if extra.get("truncated") and args.tokens is None else ""
    console.line(console.paint(shown, "dim"))


COMMAND = Command(
    description="""The repository in so many tokens (four bytes of UTF-8 each): the signatures of what much of the code rests on (PageRank over
uses), as they stand in the files, with their lines. Files in focus and names weigh more, with what they use and what
uses them.""",
    examples=("repo-map", "repo-map --focus src/shop/cart.py --tokens 2000", "repo-map --name Cart.total --json"),
    configure=configure,
    run=run,
)
