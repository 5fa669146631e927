"""The client's settings and abilities."""

import json
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types as t

from blastlens.faces.lsp.client_features import features_of
from blastlens.faces.lsp.configuration import Settings, parse_settings
from blastlens.faces.lsp.lens_settings import LensSettings
from blastlens.views.findings import Severity


def test_nothing_given_is_the_defaults() -> None:
    assert parse_settings(None) == (Settings(), [])
    assert parse_settings({}) == (Settings(), [])


def test_both_spellings_and_both_forms_of_a_switch() -> None:
    camel = {
        "minConfidence": 0.5,
        "lenses": {"enabled": False},
        "diagnostics": False,
        "docsUrl": "https://docs.example",
    }
    snake = {
        "min_confidence": 0.5,
        "lenses": False,
        "diagnostics": {"enable": False},
        "docs_url": "https://docs.example",
    }
    wanted = Settings(
        min_confidence=0.5, lenses=LensSettings(enabled=False), diagnostics=False, docs_url="https://docs.example"
    )
    assert parse_settings(camel) == parse_settings(snake) == (wanted, [])


def test_severities_may_be_one_or_by_code() -> None:
    one, _ = parse_settings({"diagnostics": {"severity": "hint"}})
    assert one.severity("import-cycle", Severity.WARNING) is Severity.HINT
    each, _ = parse_settings({"diagnostics": {"severity": {"import-cycle": "error", "untested-callers": "off"}}})
    assert each.severity("import-cycle", Severity.WARNING) is Severity.ERROR
    assert each.severity("untested-callers", Severity.INFORMATION) is None
    assert each.severity("other", Severity.INFORMATION) is Severity.INFORMATION


@pytest.mark.parametrize(
    "section",
    [
        {"minConfidence": "high"},
        {"minConfidence": True},
        {"minConfidence": 2},
        {"lenses": "yes"},
        {"lenses": {"enabled": "yes"}},
        {"lenses": {"kinds": ["callers", "colours"]}},
        {"lenses": {"kinds": "callers"}},
        {"lenses": {"minCallers": -1}},
        {"lenses": {"minCallers": True}},
        {"lenses": {"languages": "python"}},
        {"diagnostics": {"severity": "loud"}},
        {"exclude": "*.py"},
        {"exclude": [1]},
        {"trace": "all"},
        {"docsUrl": 5},
    ],
)
def test_wrong_values_are_named_and_replaced_by_defaults(section: dict[str, object]) -> None:
    settings, problems = parse_settings(section)
    assert settings == Settings()
    assert len(problems) == 1
    assert "must be" in problems[0]


@pytest.mark.parametrize(
    ("section", "said"),
    [
        ({"diagnostics": {"severity": {"nope": "error"}}}, "blastlens.diagnostics.severity: there is no rule 'nope'"),
        ({"diagnostics": {"severities": {}}}, "blastlens.diagnostics: there is no setting 'severities'"),
        ({"lenses": {"kind": ["callers"]}}, "blastlens.lenses: there is no setting 'kind'"),
        ({"navigation": {"reference": True}}, "blastlens.navigation: there is no setting 'reference'"),
        ({"index": {"max": 3}}, "blastlens.index: there is no setting 'max'"),
        ({"hover": {"on": True}}, "blastlens.hover: there is no setting 'on'"),
        ({"inlayHints": {"on": True}}, "blastlens.inlayHints: there is no setting 'on'"),
    ],
)
def test_a_key_that_no_table_has_is_named_with_those_there_are(section: dict[str, object], said: str) -> None:
    _, problems = parse_settings(section)
    assert len(problems) == 1
    assert problems[0].startswith(f"{said} (there are: ")


def test_keys_of_tables_may_be_spelled_either_way() -> None:
    section = {"lenses": {"min_callers": 1}, "navigation": {"document_symbol": True}, "index": {"max_files": 3}}
    _, problems = parse_settings(section)
    assert problems == []


def test_every_setting_of_the_manifest_is_read_here_or_by_the_editor() -> None:
    manifest = json.loads((Path(__file__).parents[3] / "package.json").read_text(encoding="utf-8"))
    settings = [name for group in manifest["contributes"]["configuration"] for name in group["properties"]]
    unread = []
    for name in settings:
        _, *above, last = name.split(".")
        section: dict[str, Any] = {last: {"no setting": "takes this"}}
        for key in reversed(above):
            section = {key: section}
        _, problems = parse_settings(section)
        if not any(problem.startswith(f"{name.removesuffix('.server')} must") for problem in problems):
            unread.append(name)
    assert {name.split(".")[1] for name in unread} == {"server", "views", "graph"}


@pytest.mark.parametrize("section", [5, [], "x", {"unknown": 1}, {"trace": {"server": "off"}}])
def test_what_is_not_ours_is_left_alone(section: object) -> None:
    assert parse_settings(section) == (Settings(), [])


def test_a_client_that_says_nothing_can_do_nothing() -> None:
    features = features_of(t.InitializeParams(capabilities=t.ClientCapabilities()), "utf-16")
    assert not any((features.progress, features.lens_refresh, features.pull_diagnostics, features.watch_files))
    assert not features.handles_results


@pytest.mark.parametrize(("refreshes", "pulls"), [(True, True), (False, False)])
def test_diagnostics_are_pulled_where_the_client_can_be_asked_to_pull_again(refreshes: bool, pulls: bool) -> None:
    capabilities = t.ClientCapabilities(
        workspace=t.WorkspaceClientCapabilities(
            diagnostics=t.DiagnosticWorkspaceClientCapabilities(refresh_support=refreshes)
        ),
        text_document=t.TextDocumentClientCapabilities(diagnostic=t.DiagnosticClientCapabilities()),
    )
    assert features_of(t.InitializeParams(capabilities=capabilities), "utf-16").pull_diagnostics is pulls
