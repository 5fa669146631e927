"""Does typing wait for the server? Plays an editor's session over the server's own pipe and times every request.

A first index of the repository is built while a function of FILE is typed in: a key every 120 ms, and after it what editors ask
for (lenses and their titles, diagnostics of the file and of the workspace, hovers, call hierarchy, and whatever else the server
offers); a lens that is not known yet is asked for again with every key. Then the same once the index is complete, with a save every 20 keys. Told apart is what follows a save at once
("after a save"): there the answer needs the save to be worked on.

usage: typing_session.py [CORPUS] [FILE] [--keys N] [--write]

`--write` puts the table into bench/README.md, between the marks there.
"""

import argparse
import os
import platform
import statistics
import sys
import threading
import time
from concurrent.futures import Future
from pathlib import Path
from typing import Any, NamedTuple

from corpora import copied
from editor_wire import Wire
from measuring import percentile

_KEY_SECONDS = 0.12
_SHOWN = 40  # lenses on a large screen
_SAVE_EVERY = 20
_README = Path(__file__).parent / "README.md"
_MARKS = ("<!-- typing session -->", "<!-- end of typing session -->")
_TYPED = "        total = compute(self.values, other)  # typed by hand\n"
_OPTIONAL = {
    "documentSymbolProvider": "textDocument/documentSymbol",
    "documentLinkProvider": "textDocument/documentLink",
    "inlayHintProvider": "textDocument/inlayHint",
    "codeActionProvider": "textDocument/codeAction",
    "definitionProvider": "textDocument/definition",
    "referencesProvider": "textDocument/references",
}
Asked = "list[Future[tuple[Any, float]]]"


class Row(NamedTuple):
    """Milliseconds of one kind of request in one phase."""

    phase: str
    kind: str
    count: int
    p50: float
    p95: float
    worst: float


class Typist:
    """One document, and the hand that types in it."""

    def __init__(self, wire: Wire, root: Path, file: str) -> None:
        self.wire = wire
        self.path = root / file
        self.uri = self.path.as_uri()
        text = self.path.read_text("utf-8")
        lines = text.split("\n")
        heads = (at for at, line in enumerate(lines) if at > 200 and line.startswith("    def ") and line.endswith(":"))
        self.at = next(heads) + 1  # in the body of a method, as far in as editors put the cursor there
        self.lines = lines
        self.version = 1
        self.phase = ""
        self.typed = 0
        self.diagnostics = 0.0
        self.previous = ""

    def open(self) -> None:
        item = {"uri": self.uri, "languageId": "python", "version": 1, "text": "\n".join(self.lines)}
        self.wire.tell("textDocument/didOpen", {"textDocument": item})

    def key(self) -> None:
        """One character, as an incremental change."""
        column = self.typed % len(_TYPED)
        letter = _TYPED[column]
        if column == 0:
            self.lines.insert(self.at, "")
            self._change(self.at, 0, "\n")
        if letter != "\n":
            self.lines[self.at] = self.lines[self.at][:column] + letter
            self._change(self.at, column, letter)
        self.typed += 1

    def _change(self, line: int, column: int, text: str) -> None:
        self.version += 1
        place = {"line": line, "character": column}
        change = {"range": {"start": place, "end": place}, "text": text}
        document = {"uri": self.uri, "version": self.version}
        self.wire.tell("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})

    def save(self) -> None:
        self.path.write_text("\n".join(self.lines), "utf-8")
        self.wire.tell("textDocument/didSave", {"textDocument": {"uri": self.uri}})

    def ask(self, method: str, more: dict[str, Any] | None = None) -> "Future[tuple[Any, float]]":
        params: dict[str, Any] = {"textDocument": {"uri": self.uri}} | (more or {})
        return self.wire.ask(method, params, f"{self.phase}|{method}")

    def lenses(self) -> None:
        """Lenses, and the titles that did not come with them."""
        self.ask("textDocument/codeLens").add_done_callback(self._resolve)

    def _resolve(self, answer: "Future[tuple[Any, float]]") -> None:
        if answer.exception() is not None:
            return  # the session is over
        for lens in (answer.result()[0] or [])[:_SHOWN]:
            if "command" not in lens:
                self.wire.ask("codeLens/resolve", lens, f"{self.phase}|codeLens/resolve")

    def look(self) -> None:
        """What an editor asks for after a key."""
        number, here = self.typed, {"line": self.at - 1, "character": 8}
        if number % 3 == 0:
            self.lenses()
            self.ask("textDocument/diagnostic", {"previousResultId": self.previous or None})
        if number % 5 == 0:
            self.ask("textDocument/hover", {"position": here})
        if number % 10 == 0:
            self.ask("textDocument/prepareCallHierarchy", {"position": here}).add_done_callback(self._calls)
        if time.perf_counter() - self.diagnostics > 2:
            self.diagnostics = time.perf_counter()
            kind = f"{self.phase}|workspace/diagnostic"
            self.wire.ask("workspace/diagnostic", {"previousResultIds": []}, kind)
        for capability, method in _OPTIONAL.items():
            if number % 4 == 0 and self.wire.capabilities.get(capability):
                whole = {"start": {"line": 0, "character": 0}, "end": {"line": len(self.lines), "character": 0}}
                more = {"position": here, "range": whole, "context": {"diagnostics": [], "includeDeclaration": False}}
                self.ask(method, more)

    def _calls(self, answer: "Future[tuple[Any, float]]") -> None:
        if answer.exception() is not None:
            return
        for item in (answer.result()[0] or [])[:1]:
            kind = f"{self.phase}|callHierarchy/incomingCalls"
            self.wire.ask("callHierarchy/incomingCalls", {"item": item}, kind)


def play(root: Path, file: str, keys: int) -> tuple[list[Row], dict[str, float]]:
    """The session. Seconds until the first lenses with numbers and until the index is complete, beside the rows."""
    began = time.perf_counter()
    wire = Wire()
    over = threading.Event()  # the progress of the first index has come to its end

    def hear(method: str, params: Any) -> None:
        if method == "$/progress" and params["value"]["kind"] == "end":
            over.set()

    wire.on_message = hear
    wire.start(root)
    typist = Typist(wire, root, file)
    typist.phase = "first lenses"
    typist.open()
    seen: dict[str, float] = {}
    typist.phase = "first index"
    while True:
        if "first_lenses" not in seen:
            found = typist.ask("textDocument/codeLens").result(60)[0] or []
            if any("caller" in lens.get("command", {}).get("title", "") or "command" not in lens for lens in found):
                seen["first_lenses"] = time.perf_counter() - began
        typist.key()
        typist.look()
        time.sleep(_KEY_SECONDS)
        if over.is_set():
            break
    seen["complete"] = time.perf_counter() - began
    time.sleep(3)
    typist.phase = "steady"
    typist.save()
    time.sleep(2)
    for number in range(1, keys + 1):
        typist.key()
        typist.look()
        if number % _SAVE_EVERY == 0:
            typist.save()
            typist.phase = "after a save"
            typist.lenses()
            time.sleep(3 * _KEY_SECONDS)
            typist.phase = "steady"
        time.sleep(_KEY_SECONDS)
    time.sleep(2)
    wire.stop()
    return rows_of(wire), seen


def rows_of(wire: Wire) -> list[Row]:
    rows = []
    for key, values in wire.took.items():
        if "|" in key:
            phase, kind = key.split("|")
            thousands = [1000 * value for value in values]
            middle = statistics.median(thousands)
            rows.append(Row(phase, kind, len(values), middle, percentile(thousands, 0.95), max(thousands)))
    order = ["first index", "steady", "after a save"]
    return sorted(rows, key=lambda row: (order.index(row.phase), row.kind))


def table(rows: list[Row]) -> str:
    head = "| phase | request | count | p50 ms | p95 ms | worst ms |\n| --- | --- | --- | --- | --- | --- |\n"
    shown = (f"| {r.phase} | `{r.kind}` | {r.count} | {r.p50:.0f} | {r.p95:.0f} | {r.worst:.0f} |" for r in rows)
    return head + "\n".join(shown)


def write(text: str) -> None:
    """Put the table between its marks."""
    whole = _README.read_text("utf-8")
    before, _, rest = whole.partition(_MARKS[0])
    _, _, after = rest.partition(_MARKS[1])
    _README.write_text(f"{before}{_MARKS[0]}\n{text}\n{_MARKS[1]}{after}", "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description="Times what an editor asks while one types.")
    parser.add_argument("corpus", nargs="?", default="django")
    parser.add_argument("file", nargs="?", default="django/db/models/query.py")
    parser.add_argument("--keys", type=int, default=200, help="keys typed once the index is complete")
    parser.add_argument("--write", action="store_true", help="put the table into bench/README.md")
    arguments = parser.parse_args()
    with copied(arguments.corpus) as folder:
        rows, seen = play(folder, arguments.file, arguments.keys)
    about = (
        f"{arguments.corpus}, {arguments.file}, {platform.machine()}, {os.cpu_count()} cores: first lenses with numbers after "
        f"{seen.get('first_lenses', float('nan')):.1f} s, the index complete after {seen['complete']:.1f} s (from the start of the server)."
    )
    text = f"\n{about}\n\n{table(rows)}\n"
    print(text)
    if arguments.write:
        write(text)


if __name__ == "__main__":
    sys.exit(main())
