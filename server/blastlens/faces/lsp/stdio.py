"""Serving one client over pipes.

What comes is read in whole chunks by a thread of its own. (Asking a pool of threads for each header line costs four changes of
thread for a message, and each may wait until other work lets go of the interpreter.)
"""

import asyncio
import contextlib
import logging
import os
import sys
import threading
from threading import Event
from typing import BinaryIO, Final

from pygls.io_ import StdoutWriter, run_async

from blastlens.faces.lsp.server_state import BlastlensServer

_CHUNK: Final = 1 << 16
_LONGEST_LINE: Final = 1 << 20  # of a header; what is longer is no message
# Turns of the event loop that take an answer which waits for nothing from the message to the pipe, and one more.
_TURNS: Final = 4
# Seconds after which a thread that computes lets another one go on. The default of 5 ms would be added to every message that
# comes while a save is worked on.
_SWITCH: Final = 0.0005


def serve(server: BlastlensServer, stdin: int, stdout: BinaryIO) -> None:
    """Serve until the client leaves or closes the pipe. `stdin`: a file descriptor."""
    sys.setswitchinterval(_SWITCH)
    try:
        with contextlib.suppress(BrokenPipeError, KeyboardInterrupt, SystemExit):
            asyncio.run(_serve(server, stdin, stdout))
    finally:
        server.shutdown()  # type: ignore[no-untyped-call]


async def _serve(server: BlastlensServer, stdin: int, stdout: BinaryIO) -> None:
    server.protocol.set_writer(StdoutWriter(stdout))
    reader = _Reader(limit=_LONGEST_LINE)
    loop = asyncio.get_running_loop()
    threading.Thread(target=_feed, args=(stdin, reader, loop), name="stdin", daemon=True).start()
    with contextlib.suppress(asyncio.IncompleteReadError, ValueError):  # it ends inside a message, or is none
        await run_async(
            stop_event=Event(),
            reader=reader,
            protocol=server.protocol,
            logger=logging.getLogger("pygls"),
            error_handler=server.report_server_error,
        )


class _Reader(asyncio.StreamReader):
    """Lets the handling of one message come to its first wait before the next is taken, however many came at once."""

    async def readexactly(self, n: int) -> bytes:
        body = await super().readexactly(n)
        for _ in range(_TURNS):
            await asyncio.sleep(0)
        return body


def _feed(stdin: int, reader: asyncio.StreamReader, loop: asyncio.AbstractEventLoop) -> None:
    chunk = b"."
    while chunk:
        try:
            chunk = os.read(stdin, _CHUNK)
        except OSError:
            chunk = b""
        try:
            if chunk:
                loop.call_soon_threadsafe(reader.feed_data, chunk)
            else:
                loop.call_soon_threadsafe(reader.feed_eof)
        except RuntimeError:
            return  # the loop is closed: the client has left
