"""What the server does only where the user switches it on, so that it never doubles another server of the language.

A client that registers features dynamically is told at once when a setting changes. Others are told at `initialize`, by what is
switched on in the initialization options.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from lsprotocol import types as t
from pygls.capabilities import get_capability
from pygls.exceptions import JsonRpcException

from blastlens.faces.lsp.configuration import Settings
from blastlens.faces.lsp.dispatch import Handler, request
from blastlens.faces.lsp.handlers import definition, document_symbol, inlay_hint, references, workspace_symbol
from blastlens.faces.lsp.server_state import BlastlensServer


class Optional(NamedTuple):
    """`capability`: where the client says whether it registers the feature dynamically."""

    method: str
    handle: Handler
    capability: str
    is_on: Callable[[Settings], bool]

    @property
    def id(self) -> str:
        return f"blastlens-{self.method.rpartition('/')[2]}"


OPTIONAL: Final = (
    Optional(definition.METHOD, definition.handle, "text_document.definition", lambda s: s.navigation.definition),
    Optional(references.METHOD, references.handle, "text_document.references", lambda s: s.navigation.references),
    Optional(
        document_symbol.METHOD,
        document_symbol.handle,
        "text_document.document_symbol",
        lambda s: s.navigation.document_symbol,
    ),
    Optional(
        workspace_symbol.METHOD, workspace_symbol.handle, "workspace.symbol", lambda s: s.navigation.workspace_symbol
    ),
    Optional(inlay_hint.METHOD, inlay_hint.handle, "text_document.inlay_hint", lambda s: s.inlay_hints),
)


def announce_at_start(ls: BlastlensServer, params: t.InitializeParams) -> None:
    """At `initialize`: what is on for a client that cannot be told later becomes part of the answer."""
    for one in OPTIONAL:
        if get_capability(params.capabilities, f"{one.capability}.dynamic_registration", False):
            ls.dynamic.add(one.method)
        elif one.is_on(ls.settings):
            _handle(ls, one)


async def follow_settings(ls: BlastlensServer) -> None:
    """Register what is on in any folder, and take back what no longer is."""
    wanted = {
        one.method: one
        for one in OPTIONAL
        if one.method in ls.dynamic and any(one.is_on(root.settings) for root in ls.roots)
    }
    more = [one for method, one in wanted.items() if method not in ls.registered]
    gone = [one for one in OPTIONAL if one.method in ls.registered and one.method not in wanted]
    ls.registered = set(wanted)
    for one in more:
        _handle(ls, one)
    try:
        if more:
            registrations = [t.Registration(one.id, one.method, _options(one.method)) for one in more]
            await ls.client_register_capability_async(t.RegistrationParams(registrations=registrations))
        if gone:
            taken_back = [t.Unregistration(one.id, one.method) for one in gone]
            await ls.client_unregister_capability_async(t.UnregistrationParams(unregisterations=taken_back))
    except JsonRpcException as error:
        ls.log(f"The client does not follow the settings ({error.message}).", t.MessageType.Warning)


def _handle(ls: BlastlensServer, one: Optional) -> None:
    if one.method not in ls.protocol.fm.features:
        ls.feature(one.method)(request(ls, one.method, one.handle))


def _options(method: str) -> Any:
    """For all documents that the client sends to this server."""
    return (
        t.WorkspaceSymbolRegistrationOptions() if method == t.WORKSPACE_SYMBOL else t.TextDocumentRegistrationOptions()
    )
