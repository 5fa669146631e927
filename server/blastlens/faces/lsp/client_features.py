"""What the client said it can do, asked in one place."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from lsprotocol import types as t
from pygls.capabilities import get_capability

from blastlens.text.columns import Encoding


@dataclass(frozen=True, slots=True)
class ClientFeatures:
    """Parsed once at `initialize`."""

    progress: bool = False
    lens_refresh: bool = False
    hint_refresh: bool = False
    pull_diagnostics: bool = False  # pulls, and lets the server ask for a new pull; else diagnostics are pushed
    configuration: bool = False
    watch_files: bool = False
    register_settings: bool = False
    related_information: bool = False
    markdown_hover: bool = False
    show_document: bool = False
    handles_results: bool = False  # the client shows the answers of commands itself
    status_news: bool = False  # the client wants to be told how the index is
    command_links: bool = False  # links in Markdown may run commands
    disabled_actions: bool = False  # shows code actions that cannot be done now, and why
    resolves_edits: bool = False  # asks for the edit of the code action that was chosen
    runs_tests: bool = False  # the client has a command that runs tests
    encoding: Encoding = "utf-16"


def features_of(params: t.InitializeParams, encoding: Encoding) -> ClientFeatures:
    capabilities = params.capabilities

    def has(name: str) -> bool:
        return bool(get_capability(capabilities, name, False))

    formats = get_capability(capabilities, "text_document.hover.content_format", None) or ()
    return ClientFeatures(
        progress=has("window.work_done_progress"),
        lens_refresh=has("workspace.code_lens.refresh_support"),
        hint_refresh=has("workspace.inlay_hint.refresh_support"),
        pull_diagnostics=has("workspace.diagnostics.refresh_support")
        and get_capability(capabilities, "text_document.diagnostic", None) is not None,
        configuration=has("workspace.configuration"),
        watch_files=has("workspace.did_change_watched_files.dynamic_registration"),
        register_settings=has("workspace.did_change_configuration.dynamic_registration"),
        related_information=has("text_document.publish_diagnostics.related_information")
        or has("text_document.diagnostic.related_information"),
        show_document=has("window.show_document.support"),
        markdown_hover=t.MarkupKind.Markdown in formats,
        disabled_actions=has("text_document.code_action.disabled_support"),
        resolves_edits="edit"
        in (get_capability(capabilities, "text_document.code_action.resolve_support.properties", None) or ())
        and has("text_document.code_action.data_support"),
        handles_results=bool(options_of(params).get("clientHandlesResults")),
        status_news=bool(options_of(params).get("statusNews")),
        command_links=bool(options_of(params).get("commandLinks")),
        runs_tests=bool(options_of(params).get("runsTests")),
        encoding=encoding,
    )


def options_of(params: t.InitializeParams) -> Mapping[str, Any]:
    """`initializationOptions` as a mapping, empty when the client sent none or something else."""
    return plain_mapping(params.initialization_options)


def plain_mapping(value: Any) -> Mapping[str, Any]:
    """A JSON object as a mapping; anything else as an empty one."""
    return value if isinstance(value, Mapping) else {}
