"""An editor's end of the pipe, written for measuring: JSON as it is, one thread that reads and notes when an answer came."""

import json
import os
import subprocess
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

CAPABILITIES: dict[str, Any] = {
    "general": {"positionEncodings": ["utf-16"]},
    "window": {"workDoneProgress": True},
    "workspace": {
        "codeLens": {"refreshSupport": True},
        "diagnostics": {"refreshSupport": True},
        "configuration": True,
        "didChangeWatchedFiles": {"dynamicRegistration": True},
        "inlayHint": {"refreshSupport": True},
    },
    "textDocument": {
        "codeLens": {"dynamicRegistration": True},
        "diagnostic": {"dynamicRegistration": True},
        "hover": {"contentFormat": ["markdown", "plaintext"]},
        "publishDiagnostics": {"relatedInformation": True},
    },
}


class Wire:
    """One server process. `asked(method, params)` gives a future of (result, seconds); `took` keeps the seconds of every
    request by kind. `on_request`: called in the reading thread for what the server asks or tells."""

    def __init__(self, settings: dict[str, Any] | None = None) -> None:
        self.settings = settings or {}
        self.took: defaultdict[str, list[float]] = defaultdict(list)
        self.heard: defaultdict[str, int] = defaultdict(int)
        self.on_message: Callable[[str, Any], None] = lambda _method, _params: None
        self.capabilities: dict[str, Any] = {}
        self._waiting: dict[int, tuple[str, float, Future[tuple[Any, float]]]] = {}
        self._last = 0
        self._sending = threading.Lock()
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "blastlens", "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        threading.Thread(target=self._listen, daemon=True).start()

    @property
    def pid(self) -> int:
        return self._process.pid

    def start(self, root: Path) -> None:
        """`initialize` and `initialized` for one folder."""
        folders = [{"uri": root.as_uri(), "name": root.name}]
        params = {"processId": os.getpid(), "rootUri": root.as_uri(), "workspaceFolders": folders}
        result, _ = self.ask("initialize", params | {"capabilities": CAPABILITIES}).result(60)
        self.capabilities = result["capabilities"]
        self.tell("initialized", {})

    def stop(self) -> None:
        self.ask("shutdown", None).result(30)
        self.tell("exit", None)
        self._process.wait(30)

    def kill(self) -> None:
        self._process.kill()
        self._process.wait(30)

    def ask(self, method: str, params: Any, kind: str = "") -> "Future[tuple[Any, float]]":
        self._last += 1
        answer: Future[tuple[Any, float]] = Future()
        self._waiting[self._last] = (kind or method, time.perf_counter(), answer)
        self._send({"jsonrpc": "2.0", "id": self._last, "method": method, "params": params})
        return answer

    def tell(self, method: str, params: Any) -> None:
        self._send({"jsonrpc": "2.0", "method": method, "params": params})

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps(message).encode()
        assert self._process.stdin is not None
        with self._sending:
            self._process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
            self._process.stdin.flush()

    def _listen(self) -> None:
        stream = self._process.stdout
        assert stream is not None
        while True:
            length = 0
            while (line := stream.readline()) not in (b"", b"\r\n"):
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            if not length:
                return
            body = stream.read(length)
            self._take(time.perf_counter(), json.loads(body))

    def _take(self, now: float, message: dict[str, Any]) -> None:
        method = message.get("method")
        if method is None:
            kind, sent, answer = self._waiting.pop(message["id"])
            self.took[kind].append(now - sent)
            if "error" in message:
                answer.set_exception(RuntimeError(message["error"]["message"]))
            else:
                answer.set_result((message["result"], now - sent))
            return
        self.heard[method] += 1
        if "id" in message:
            asked = message.get("params") or {}
            result = [self.settings for _ in asked["items"]] if method == "workspace/configuration" else None
            self._send({"jsonrpc": "2.0", "id": message["id"], "result": result})
        self.on_message(method, message.get("params"))
