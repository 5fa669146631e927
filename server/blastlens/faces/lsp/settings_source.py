"""Where settings come from: pulled from the client, or given at `initialize`."""

from lsprotocol import types as t
from pygls.exceptions import JsonRpcException

from blastlens.faces.lsp.client_features import plain_mapping
from blastlens.faces.lsp.configuration import SECTION, parse_settings
from blastlens.faces.lsp.server_state import BlastlensServer


async def load_settings(ls: BlastlensServer, pushed: object = None) -> None:
    """Give every root its settings. A client that answers `workspace/configuration` is asked, once a root; else
    `pushed` counts (the settings in `didChangeConfiguration`), else what came with `initialize`."""
    roots = list(ls.roots)
    sections = await _pull(ls, [root.uri for root in roots]) if ls.client.configuration else None
    if sections is None or len(sections) != len(roots):
        given = plain_mapping(plain_mapping(pushed).get(SECTION)) or ls.initial_options
        sections = [given] * len(roots)
    problems: dict[str, None] = {}
    for root, section in zip(roots, sections, strict=True):
        root.settings, wrong = parse_settings(plain_mapping(section) or ls.initial_options)
        problems.update(dict.fromkeys(wrong))
    if roots:
        ls.settings = roots[0].settings
    for problem in problems:
        ls.log(problem, t.MessageType.Warning)
        if problem not in ls.told_of:
            ls.told_of.add(problem)
            ls.show(f"{problem}. Correct it in the settings; until then it is without effect.", t.MessageType.Warning)


async def _pull(ls: BlastlensServer, scopes: list[str]) -> list[object] | None:
    items = [t.ConfigurationItem(scope_uri=scope, section=SECTION) for scope in scopes]
    if not items:
        return []
    try:
        return list(await ls.workspace_configuration_async(t.ConfigurationParams(items=items)))
    except JsonRpcException as error:
        ls.log(f"The client gives no settings ({error.message}).", t.MessageType.Warning)
        return None
