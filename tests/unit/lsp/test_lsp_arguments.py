"""Arguments of commands: what is not known, or of another kind, is refused in one message that says what is expected."""

import contextlib
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from pygls.exceptions import JsonRpcInvalidParams

from blastlens.app.errors import UserError
from blastlens.faces.lsp import command_names
from blastlens.faces.lsp.action_commands import COMMANDS as OF_DEEDS
from blastlens.faces.lsp.argument_kinds import PLACE, Kind, checked
from blastlens.faces.lsp.command_arguments import Arguments, given_of
from blastlens.faces.lsp.commands.command import QuestionCommand
from blastlens.faces.lsp.commands.registry import COMMANDS as QUESTIONS
from blastlens.faces.lsp.configuration import Settings
from blastlens.faces.lsp.handlers.execute_command import COMMANDS, takes_of
from blastlens.faces.lsp.roots import Root
from blastlens.views.actions import Deed

GOOD: dict[Kind, list[Any]] = {
    Kind.TEXT: ["", "x"],
    Kind.URI: ["file:///a"],
    Kind.COUNT: [0, 7, 3.0],
    Kind.SHARE: [0, 1, 0.5],
    Kind.FLAG: [True, False],
    Kind.TEXTS: [[], ["a"], ("a", "b")],
    Kind.POSITION: [{"line": 0, "character": 3}],
}
BAD: dict[Kind, list[Any]] = {
    Kind.TEXT: [5, True, ["x"], {}],
    Kind.URI: [5],
    Kind.COUNT: ["7", -1, 2.5, True, float("inf")],
    Kind.SHARE: ["0.5", -0.1, 1.1, 70, True, float("nan")],
    Kind.FLAG: [1, "true", {}],
    Kind.TEXTS: ["a", [1], {"a": 1}],
    Kind.POSITION: [3, [0, 3], {}, {"line": 0}, {"line": -1, "character": 0}, {"line": 0, "character": "3"}],
}


@pytest.mark.parametrize("kind", Kind)
def test_each_kind_takes_its_values_alone(kind: Kind) -> None:
    uri = {"uri": "file:///a"}
    for value in GOOD[kind]:
        assert checked("c", {"key": value, **uri}, {"key": kind}) == {"key": value, **uri}
    for value in BAD[kind]:
        with pytest.raises(JsonRpcInvalidParams, match=f'"key" must be {re.escape(kind.value)}, not'):
            checked("c", {"key": value}, {"key": kind})


def test_one_message_tells_all_that_is_wrong_and_what_is_expected() -> None:
    with pytest.raises(JsonRpcInvalidParams) as caught:
        checked("blastlens.callers", {"symbool": "f", "minConfidence": "high"}, QUESTIONS["blastlens.callers"].takes)
    assert caught.value.message == (
        'blastlens.callers: "symbool" is no argument of it; "minConfidence" must be a number from 0 to 1, not \'high\'. '
        'It takes "symbol" (text), "minConfidence" (a number from 0 to 1), "root", "uri", "position".'
    )


def test_a_position_is_one_of_a_document() -> None:
    with pytest.raises(JsonRpcInvalidParams, match='"position" needs the "uri" of its document'):
        checked("c", {"position": {"line": 0, "character": 0}}, {})


def test_null_is_as_if_it_were_not_there() -> None:
    assert given_of("c", (None,), {}, None) == given_of("c", (), {}, None) == given_of("c", ({"uri": None},), {}, None)
    assert given_of("c", ({"depth": None},), {"depth": Kind.COUNT}, None) == {}


def test_text_stands_for_what_a_command_is_named_by() -> None:
    assert given_of("c", ("f",), {"symbol": Kind.TEXT}, "symbol") == {"symbol": "f"}
    for arguments, named_by in (((5,), "symbol"), (("f",), None), (([],), "symbol"), (("f", "g"), "symbol")):
        with pytest.raises(JsonRpcInvalidParams):
            given_of("c", arguments, {"symbol": Kind.TEXT}, named_by)


class Read(dict[str, Any]):
    """Notes which keys are asked for."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        super().__init__(given)
        self.keys_read: set[str] = set()

    def get(self, key: str, default: Any = None) -> Any:
        self.keys_read.add(key)
        return super().get(key, default)


def _read_by(command: QuestionCommand) -> set[str]:
    """Every key that a command looks at: with nothing given, with each of its keys, and with all of them."""
    examples = {key: GOOD[kind][-1] for key, kind in command.takes.items()}
    found: set[str] = set()
    for given in ({}, *({key: value} for key, value in examples.items()), examples):
        read = Read(given)
        root = cast(Root, SimpleNamespace(settings=Settings()))
        with contextlib.suppress(UserError):  # nothing is named
            command.ask(Arguments(root, read, None, None))
        found |= read.keys_read
    return found


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_command_takes_what_it_reads(name: str) -> None:
    command = QUESTIONS[name]
    # `workingTree` is what "callers not updated" are of anyway; clients say it of every question about a change.
    unread = {"workingTree"} if name == command_names.NOT_UPDATED else set()
    assert _read_by(command) == command.takes.keys() - unread
    assert command.named_by is None or command.takes[command.named_by] is Kind.TEXT


def _names() -> Iterator[str]:
    return (value for name, value in vars(command_names).items() if name.isupper())


def test_every_command_declares_its_keys_and_none_those_of_places() -> None:
    assert set(COMMANDS) == set(_names()) - {command_names.RUN_AFFECTED_TESTS}
    assert all(not takes_of(name).keys() & PLACE.keys() for name in COMMANDS)


def test_every_deed_has_a_command() -> None:
    assert set(OF_DEEDS) == set(Deed)
    assert set(OF_DEEDS.values()) - {command_names.RUN_AFFECTED_TESTS} <= set(COMMANDS)


def test_the_page_for_editors_has_a_row_for_every_command() -> None:
    page = (Path(__file__).parents[3] / "docs/editors.md").read_text("utf-8")
    rows = re.findall(r"^\| `(blastlens\.\w+)` \| (.*?) \|", page, re.MULTILINE)
    told = {name: set(re.findall(r"`(\w+)`", keys)) for name, keys in rows}
    assert told == {name: set(takes_of(name)) for name in COMMANDS}
