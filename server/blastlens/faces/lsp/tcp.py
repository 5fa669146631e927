"""Serving one client on a port of this machine."""

import asyncio
import logging
import sys
from threading import Event

from pygls.io_ import run_async

from blastlens.faces.lsp.server_state import BlastlensServer


def serve(server: BlastlensServer, host: str, port: int) -> None:
    """Listen, tell where on standard error, serve the first client that comes, and end with it. Raises `OSError` when
    the port cannot be had."""
    asyncio.run(_serve(server, host, port))


async def _serve(server: BlastlensServer, host: str, port: int) -> None:
    clients: asyncio.Queue[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = asyncio.Queue()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        clients.put_nowait((reader, writer))

    listener = await asyncio.start_server(connected, host, port)
    address = listener.sockets[0].getsockname()
    print(f"Blastlens listens on {address[0]}:{address[1]}", file=sys.stderr, flush=True)
    reader, writer = await clients.get()
    listener.close()
    server.protocol.set_writer(writer)
    try:
        await run_async(
            stop_event=Event(),
            reader=reader,
            protocol=server.protocol,
            logger=logging.getLogger("pygls"),
            error_handler=server.report_server_error,
        )
    finally:
        server.stop()
        writer.close()
