"""The JSON-RPC protocol with a cancel flag for each running request, and answers that are JSON already."""

import threading
from dataclasses import dataclass
from typing import Any

from pygls.exceptions import JsonRpcException
from pygls.protocol import LanguageServerProtocol


@dataclass(frozen=True, slots=True)
class Plain:
    """A result that is JSON already. It is sent as it is: turning objects into JSON one by one costs more than many
    answers take to find."""

    value: Any


class Protocol(LanguageServerProtocol):
    """Adds `cancel_flags`: a request's event is set as soon as the client cancels it, so that work in another thread
    can stop; it is dropped when the answer is sent."""

    def __init__(self, server: Any, converter: Any) -> None:
        super().__init__(server, converter)
        self.cancel_flags: dict[str | int, threading.Event] = {}

    def _handle_request(self, msg_id: str | int, method_name: str, params: Any) -> None:
        self.cancel_flags[msg_id] = threading.Event()
        super()._handle_request(msg_id, method_name, params)

    def _handle_cancel_notification(self, msg_id: str | int) -> None:
        if (flag := self.cancel_flags.get(msg_id)) is not None:
            flag.set()
            super()._handle_cancel_notification(msg_id)

    def _send_response(self, msg_id: str | int, result: Any | None = None, error: Any | None = None) -> None:
        self.cancel_flags.pop(msg_id, None)
        if error is None and isinstance(result, Plain):
            self._result_types.pop(msg_id, None)
            self._send_data({"jsonrpc": self.VERSION, "id": msg_id, "result": result.value})
        else:
            super()._send_response(msg_id, result, error)

    def structure_message(self, data: dict[str, Any]) -> Any:
        """Answers a request whose parameters make no sense, which pygls leaves without an answer."""
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            if "id" in data and "method" in data:
                self._send_response(data["id"], error=error.to_response_error())
            raise

    @property
    def was_shut_down(self) -> bool:
        """Whether the client has asked for an orderly end."""
        return bool(self._shutdown)

    def current_flag(self) -> threading.Event:
        """The flag of the request that is being handled; outside a request one that is never set."""
        message = self.msg_id
        found = None if message is None else self.cancel_flags.get(message)
        return found if found is not None else threading.Event()
