"""Between pygls and the handlers: errors become answers, cancelled work stops, slow work is traced.

This is the one place of this face that catches everything.
"""

import asyncio
import time
import traceback
from collections.abc import Awaitable, Callable
from typing import Any

from lsprotocol import types as t
from pygls.exceptions import JsonRpcException, JsonRpcInternalError

from blastlens.app.errors import UserError
from blastlens.faces.lsp.server_state import BlastlensServer
from blastlens.faces.lsp.user_errors import message_of

Handler = Callable[[BlastlensServer, Any], Awaitable[Any]]
REQUEST_FAILED = -32803


def request(ls: BlastlensServer, method: str, handler: Handler) -> Callable[[Any], Awaitable[Any]]:
    """The handler of a request. A `UserError` is an error answer that says what to do next; anything unforeseen is an
    internal error without inner details, which the log has."""

    async def answer(params: Any) -> Any:
        started = time.monotonic()
        try:
            return await handler(ls, params)
        except (asyncio.CancelledError, JsonRpcException):
            raise
        except UserError as error:
            raise JsonRpcException(message_of(error), REQUEST_FAILED, {"code": error.code}) from None
        except Exception as error:
            report(ls, method, error)
            raise JsonRpcInternalError(f"{method} failed: {type(error).__name__}. The server's log has more.") from None
        finally:
            trace(ls, method, started)

    return answer


def notification(ls: BlastlensServer, method: str, handler: Handler) -> Callable[[Any], Awaitable[None]]:
    """The handler of a notification, whose failures only the log can tell."""

    async def handle(params: Any) -> None:
        started = time.monotonic()
        try:
            await handler(ls, params)
        except asyncio.CancelledError:
            raise
        except UserError as error:
            ls.log(message_of(error), t.MessageType.Warning)
        except Exception as error:
            report(ls, method, error)
        finally:
            trace(ls, method, started)

    return handle


def report(ls: BlastlensServer, method: str, error: Exception) -> None:
    """Log an unforeseen failure: one line, or the whole trace where the client asked for a verbose log."""
    last = traceback.extract_tb(error.__traceback__)[-1:] if error.__traceback__ else []
    where = f" at {last[0].name}, line {last[0].lineno}" if last else ""
    text = f"{method}: {type(error).__name__}: {error}{where}"
    if ls.settings.trace == "verbose":
        text += "\n" + "".join(traceback.format_exception(error))
    ls.log(text, t.MessageType.Error)


def trace(ls: BlastlensServer, method: str, started: float) -> None:
    if ls.settings.trace != "off":
        ls.log(f"{method} {(time.monotonic() - started) * 1000:.1f} ms", t.MessageType.Log)
