"""The server as a process: how it starts, ends and what it prints."""

from __future__ import annotations

import json
import socket
import subprocess
from pathlib import Path
from typing import Any

import pytest

from blastlens.faces.lsp.handlers.execute_command import COMMANDS
from wire.session import REAL, uri_of


def framed(*messages: dict[str, Any]) -> bytes:
    bodies = [json.dumps({"jsonrpc": "2.0", **message}).encode() for message in messages]
    return b"".join(b"Content-Length: %d\r\n\r\n%s" % (len(body), body) for body in bodies)


def initialize(root: Path) -> list[dict[str, Any]]:
    folder = {"uri": uri_of(root), "name": root.name}
    parameters = {"processId": None, "rootUri": None, "capabilities": {}, "workspaceFolders": [folder]}
    return [
        {"id": 1, "method": "initialize", "params": parameters},
        {"method": "initialized", "params": {}},
    ]


SHUTDOWN = {"id": 2, "method": "shutdown"}
EXIT = {"method": "exit"}


@pytest.mark.parametrize(
    ("ending", "code"),
    [([SHUTDOWN, EXIT], 0), ([EXIT], 1), ([], 1), ([SHUTDOWN], 0)],
    ids=["in order", "exit at once", "client gone", "client gone after shutdown"],
)
def test_the_process_ends_with_its_client(tmp_path: Path, ending: list[dict[str, Any]], code: int) -> None:
    (tmp_path / "a.py").write_text("def a():\n    pass\n", encoding="utf-8")
    messages = framed(*initialize(tmp_path), *ending)
    done = subprocess.run(REAL, input=messages, capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (code, b"")
    assert done.stdout.startswith(b"Content-Length: ")


def test_noise_is_survived(tmp_path: Path) -> None:
    broken = b"Content-Length: 5\r\n\r\n{{{{{" + b"Content-Length: 4\r\n\r\nnull" + b"Content-Length: 2\r\n\r\n[]"
    messages = broken + framed(*initialize(tmp_path), {"id": "x", "method": "no/such", "params": {}}, SHUTDOWN, EXIT)
    done = subprocess.run(REAL, input=messages, capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b'"serverInfo"' in done.stdout
    assert b"Method Not Found" in done.stdout
    assert b"Traceback" not in done.stdout


def test_a_taken_port_is_said(tmp_path: Path) -> None:
    command = [*REAL[:-1], "--tcp", "--port"]
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        done = subprocess.run([*command, port], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert f"cannot listen on 127.0.0.1:{port}" in done.stderr
    assert "Traceback" not in done.stderr
    far = subprocess.run(
        [*command, "0", "--host", "0.0.0.0"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert far.returncode == 2
    assert "other machines" in far.stderr


def test_what_the_server_can_is_announced(tmp_path: Path) -> None:
    messages = framed(*initialize(tmp_path), SHUTDOWN, EXIT)
    done = subprocess.run(REAL, input=messages, capture_output=True, timeout=60, check=False)
    body = done.stdout.partition(b"\r\n\r\n")[2]
    answer, _ = json.JSONDecoder().raw_decode(body.decode())
    can = answer["result"]["capabilities"]
    assert can["codeLensProvider"] == {"resolveProvider": True}
    assert can["hoverProvider"] and can["callHierarchyProvider"] and can["typeHierarchyProvider"]
    assert can["textDocumentSync"]["openClose"]
    assert can["textDocumentSync"]["change"] == 2
    assert can["textDocumentSync"]["save"] == {"includeText": False}
    assert can["workspace"]["workspaceFolders"] == {"supported": True, "changeNotifications": True}
    assert "diagnosticProvider" not in can
    assert sorted(can["executeCommandProvider"]["commands"]) == sorted(COMMANDS)
    assert {"blastlens.callers", "blastlens.explainSymbol", "blastlens.untestedCallers"} <= set(COMMANDS)
    assert answer["result"]["serverInfo"]["name"] == "blastlens"
