"""The language server: which handler answers which method, and how it is served."""

import logging
import os
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, BinaryIO, Final

from blastlens.app.api import Blastlens
from blastlens.app.errors import UserError
from blastlens.faces.lsp import stdio, tcp
from blastlens.faces.lsp.beside import Beside, BesideProcess
from blastlens.faces.lsp.bulk import BulkIndex, BulkProcess
from blastlens.faces.lsp.configuration import Settings
from blastlens.faces.lsp.dispatch import notification, request
from blastlens.faces.lsp.early_run import EarlyStart
from blastlens.faces.lsp.handlers import (
    code_action,
    code_action_resolve,
    code_lens,
    code_lens_resolve,
    did_change,
    did_change_configuration,
    did_change_watched_files,
    did_change_workspace_folders,
    did_close,
    did_create_files,
    did_delete_files,
    did_open,
    did_rename_files,
    did_save,
    execute_command,
    hover,
    incoming_calls,
    initialize,
    initialized,
    outgoing_calls,
    prepare_call_hierarchy,
    prepare_type_hierarchy,
    shutdown,
    subtypes,
    supertypes,
    will_rename_files,
)
from blastlens.faces.lsp.server_state import BlastlensServer, OpenApp
from blastlens.session.early_spare import Spare

_REQUESTS: Final[tuple[ModuleType, ...]] = (
    initialize, shutdown, code_action, code_action_resolve, code_lens, code_lens_resolve, hover, prepare_call_hierarchy, incoming_calls, outgoing_calls,
    prepare_type_hierarchy, supertypes, subtypes, will_rename_files,
)  # fmt: skip
_NOTIFICATIONS: Final[tuple[ModuleType, ...]] = (
    initialized, did_open, did_change, did_save, did_close, did_change_watched_files, did_change_workspace_folders,
    did_change_configuration, did_create_files, did_rename_files, did_delete_files,
)  # fmt: skip
_LOOPBACK: Final = ("127.0.0.1", "::1", "localhost")


def build_server(
    open_app: OpenApp, bulk: BulkIndex, beside: Beside, early_start: EarlyStart | None = None
) -> BlastlensServer:
    """A server with every handler registered. Pull diagnostics are registered at `initialize`, if the client can."""
    server = BlastlensServer(open_app, bulk, beside, early_start)
    for module in _REQUESTS:
        server.feature(module.METHOD, getattr(module, "OPTIONS", None))(request(server, module.METHOD, module.handle))
    for module in _NOTIFICATIONS:
        options = getattr(module, "OPTIONS", None)
        server.feature(module.METHOD, options)(notification(server, module.METHOD, module.handle))
    for name in execute_command.COMMANDS:
        server.command(name)(_command(server, name))
    return server


def _command(server: BlastlensServer, name: str) -> Any:
    async def run(ls: BlastlensServer, arguments: tuple[Any, ...]) -> Any:
        return await execute_command.handle(ls, name, arguments)

    answer = request(server, name, run)

    async def command(*arguments: Any) -> Any:
        return await answer(arguments)

    return command


def open_app(root: Path, settings: Settings) -> Blastlens:
    """Open a root without bringing it up to date: another process does that."""
    return Blastlens.open(
        root, refresh=False, exclude=settings.exclude, min_confidence=settings.min_confidence, resident=True
    )


def serve_stdio(spare: Spare | None = None) -> None:
    """Serve one client over standard input and output until it leaves; exit code 1 if it did so without `shutdown`. `spare`: the
    process of an early index, started before this module was read."""
    quiet_logging()
    early_start = EarlyStart(spare)
    server = build_server(open_app, BulkProcess(), BesideProcess(), early_start)
    stdio.serve(server, sys.stdin.fileno(), take_stdout())
    early_start.let_go()
    server.stop()
    if not server.protocol.was_shut_down:
        sys.exit(1)


def take_stdout() -> BinaryIO:
    """Standard output for messages alone: what this process or its children print goes to standard error from now on."""
    sys.stdout.flush()
    messages = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return messages


def serve_tcp(host: str, port: int) -> None:
    """Serve one client on a port of this machine (0 takes a free one), which is told on standard error. Raises
    `UserError` for a host that other machines can reach, and for a port that is taken."""
    if host not in _LOOPBACK:
        raise UserError(f"{host} can be reached from other machines", f"listen on {_LOOPBACK[0]} and forward the port")
    quiet_logging()
    try:
        tcp.serve(build_server(open_app, BulkProcess(), BesideProcess(), EarlyStart()), host, port)
    except OSError as error:
        raise UserError(f"cannot listen on {host}:{port}: {error.strerror}", "choose another --port") from None


class _OneLine(logging.Formatter):
    """Log records without traces: standard error is what users see of a server that fails to start."""

    def format(self, record: logging.LogRecord) -> str:
        return f"{record.name}: {record.getMessage()}"


def quiet_logging() -> None:
    """Keep traces off standard error; what happens inside is told to the client's log instead."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_OneLine())
    handler.setLevel(logging.CRITICAL)
    logging.basicConfig(handlers=[handler], level=logging.CRITICAL, force=True)


def main() -> None:
    """Serve over standard input and output; `--stdio`, which some clients add, changes nothing."""
    serve_stdio()


if __name__ == "__main__":
    main()
