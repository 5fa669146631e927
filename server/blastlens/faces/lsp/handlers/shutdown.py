"""`shutdown`: stop what runs beside the messages and close every root."""

from lsprotocol import types as t

from blastlens.faces.lsp.server_state import BlastlensServer

METHOD = t.SHUTDOWN


async def handle(ls: BlastlensServer, params: None) -> None:  # noqa: ARG001
    ls.stop()
