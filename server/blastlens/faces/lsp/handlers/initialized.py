"""`initialized`: ask for file events and settings, then open the roots."""

from lsprotocol import types as t
from pygls.exceptions import JsonRpcException

from blastlens.faces.lsp.configuration import SECTION
from blastlens.faces.lsp.opening import open_root
from blastlens.faces.lsp.optional_features import follow_settings
from blastlens.faces.lsp.server_state import BlastlensServer
from blastlens.faces.lsp.settings_source import load_settings

METHOD = t.INITIALIZED
_FILES = "blastlens-files"
_SETTINGS = "blastlens-settings"
# Everything, because an editor reports a deleted or renamed folder as one event for the folder; what matters is
# picked out on arrival.
_WATCHERS = ("**/*", "**/.git/HEAD", "**/.git/refs/heads/**")


async def handle(ls: BlastlensServer, params: t.InitializedParams) -> None:  # noqa: ARG001
    await load_settings(ls)
    for root in ls.roots:
        open_root(ls, root)
    if not len(ls.roots):
        ls.end_spare()
        ls.log("No folder is open: Blastlens answers for files of workspace folders only.")
    await _register(ls)
    await follow_settings(ls)


async def _register(ls: BlastlensServer) -> None:
    """Ask for file events and for news of the settings, if the client can register for them."""
    wanted = []
    if ls.client.watch_files:
        watchers = [t.FileSystemWatcher(glob_pattern=pattern) for pattern in _WATCHERS]
        options = t.DidChangeWatchedFilesRegistrationOptions(watchers=watchers)
        wanted.append(t.Registration(_FILES, t.WORKSPACE_DID_CHANGE_WATCHED_FILES, options))
    if ls.client.register_settings:
        section = t.DidChangeConfigurationRegistrationOptions(section=SECTION)
        wanted.append(t.Registration(_SETTINGS, t.WORKSPACE_DID_CHANGE_CONFIGURATION, section))
    if not wanted:
        return
    try:
        await ls.client_register_capability_async(t.RegistrationParams(registrations=wanted))
    except JsonRpcException as error:
        ls.log(f"The client does not report changes ({error.message}).", t.MessageType.Warning)
