"""`callHierarchy/incomingCalls`: one item a caller, uncertain ones marked."""

from lsprotocol import types as t

from blastlens.faces.lsp.call_rows import grouped, ranges_of
from blastlens.faces.lsp.client_features import plain_mapping
from blastlens.faces.lsp.hierarchy import call_item
from blastlens.faces.lsp.server_state import BlastlensServer
from blastlens.faces.lsp.symbols import Named, answered
from blastlens.faces.lsp.to_lsp import Places

METHOD = t.CALL_HIERARCHY_INCOMING_CALLS


async def handle(
    ls: BlastlensServer, params: t.CallHierarchyIncomingCallsParams
) -> list[t.CallHierarchyIncomingCall] | None:
    return await answered(ls, plain_mapping(params.item.data), _calls)


def _calls(named: Named, places: Places) -> list[t.CallHierarchyIncomingCall]:
    return [
        t.CallHierarchyIncomingCall(
            from_=call_item(group.symbol, places, group.remark), from_ranges=ranges_of(group, group.symbol.file, places)
        )
        for group in grouped(named.app.incoming_calls(named.symbol))
    ]
