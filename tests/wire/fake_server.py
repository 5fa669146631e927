"""Starts the server over the toy app: `python -m wire.fake_server [SECONDS]`, the time the first index takes."""

import sys
from typing import Any, cast

from blastlens.faces.lsp.server import build_server, quiet_logging, take_stdout
from wire.fake_app import FakeBeside, FakeBulk


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 0.0
    beside = FakeBeside()
    server = build_server(cast(Any, lambda root, _settings: beside.open_app(root)), FakeBulk(seconds), beside)
    quiet_logging()
    server.start_io(sys.stdin.buffer, take_stdout())


if __name__ == "__main__":
    main()
