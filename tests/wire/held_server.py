"""Starts the server with everything real but the first index, which a file `hold-index` in the root holds up."""

from blastlens.faces.lsp import stdio
from blastlens.faces.lsp.beside import BesideProcess
from blastlens.faces.lsp.early_run import EarlyStart
from blastlens.faces.lsp.server import build_server, open_app, quiet_logging, take_stdout
from wire.fake_app import FakeBulk


def main() -> None:
    server = build_server(open_app, FakeBulk(0.0), BesideProcess(), EarlyStart())
    quiet_logging()
    stdio.serve(server, 0, take_stdout())
    server.stop()


if __name__ == "__main__":
    main()
