"""`callHierarchy/outgoingCalls`: one item a callee, uncertain ones marked."""

from lsprotocol import types as t

from blastlens.faces.lsp.call_rows import grouped, ranges_of
from blastlens.faces.lsp.client_features import plain_mapping
from blastlens.faces.lsp.hierarchy import call_item
from blastlens.faces.lsp.server_state import BlastlensServer
from blastlens.faces.lsp.symbols import Named, answered
from blastlens.faces.lsp.to_lsp import Places

METHOD = t.CALL_HIERARCHY_OUTGOING_CALLS


async def handle(
    ls: BlastlensServer, params: t.CallHierarchyOutgoingCallsParams
) -> list[t.CallHierarchyOutgoingCall] | None:
    return await answered(ls, plain_mapping(params.item.data), _calls)


def _calls(named: Named, places: Places) -> list[t.CallHierarchyOutgoingCall]:
    """The ranges stand in the caller's file."""
    return [
        t.CallHierarchyOutgoingCall(
            to=call_item(group.symbol, places, group.remark), from_ranges=ranges_of(group, named.file, places)
        )
        for group in grouped(named.app.outgoing_calls(named.symbol))
    ]
