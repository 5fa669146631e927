"""`initialize`: learn what the client can do, open its folders, choose how diagnostics travel."""

from lsprotocol import types as t

from blastlens.faces.lsp.client_features import features_of, options_of, plain_mapping
from blastlens.faces.lsp.configuration import SECTION, parse_settings
from blastlens.faces.lsp.dispatch import request
from blastlens.faces.lsp.documents import LspWorkspace
from blastlens.faces.lsp.handlers import diagnostic, workspace_diagnostic
from blastlens.faces.lsp.lines import encoding_name
from blastlens.faces.lsp.optional_features import announce_at_start
from blastlens.faces.lsp.server_state import BlastlensServer
from blastlens.faces.lsp.to_lsp import path_to_uri

METHOD = t.INITIALIZE


async def handle(ls: BlastlensServer, params: t.InitializeParams) -> None:
    """The answer itself is pygls's, made from the features that are registered when this returns."""
    plain = ls.workspace
    folders = list(params.workspace_folders or [])
    ls.protocol._workspace = LspWorkspace(plain.root_uri, plain._sync_kind, folders, plain.position_encoding)
    ls.client = features_of(params, encoding_name(plain.position_encoding))
    options = options_of(params)
    ls.initial_options = dict(plain_mapping(options.get(SECTION)) or options)
    ls.settings, _ = parse_settings(ls.initial_options)
    for uri in [folder.uri for folder in folders] or _single_folder(params):
        ls.roots.add(uri)
    announce_at_start(ls, params)
    if ls.client.pull_diagnostics:
        pull = t.DiagnosticOptions(identifier=SECTION, inter_file_dependencies=True, workspace_diagnostics=True)
        ls.feature(diagnostic.METHOD, pull)(request(ls, diagnostic.METHOD, diagnostic.handle))
        ls.feature(workspace_diagnostic.METHOD)(request(ls, workspace_diagnostic.METHOD, workspace_diagnostic.handle))


def _single_folder(params: t.InitializeParams) -> list[str]:
    """The root of a client that knows no workspace folders."""
    if params.root_uri:
        return [params.root_uri]
    if params.root_path:
        from pathlib import Path

        return [path_to_uri(Path(params.root_path).absolute())]
    return []
