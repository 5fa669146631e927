"""Requests to the client that it need not answer."""

from collections.abc import Coroutine
from typing import Any

from pygls.exceptions import JsonRpcException


async def ask(request: Coroutine[Any, Any, None]) -> None:
    """Send it. A client that refuses asks again by itself."""
    try:
        await request
    except JsonRpcException:
        return
