"""Rules about language folders: what each must show, and that the page about them is what they say."""

import json
import re
import subprocess
import sys

import pytest

from blastlens.languages.registry import LANGUAGES
from tidy.tree import ROOT, SERVER

FOLDERS = sorted(path.parent for path in (SERVER / "languages").glob("*/language.py"))
CONFORMANCE = (
    "definition",
    "call",
    "method",
    "alias",
    "re-export",
    "inheritance",
    "test",
    "entry point",
    "broken file",
)
_FENCE = re.compile(r"^```.*?^```$", re.M | re.S)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_conformance_headings_are_covered(folder) -> None:  # type: ignore[no-untyped-def]
    """Each heading starts a case of `spec/conformance.md`, or the text before the first case says why there is none:
    `- alias: none: Java imports cannot rename`."""
    text = _FENCE.sub("", (folder / "spec" / "conformance.md").read_text(encoding="utf-8"))
    cases = [line.removeprefix("# ").lower() for line in text.splitlines() if line.startswith("# ")]
    reasons = [found[1].lower() for found in re.finditer(r"^- ([\w -]+): none: \S", text, re.M)]
    missing = [word for word in CONFORMANCE if not any(case.startswith(word) for case in cases) and word not in reasons]
    assert missing == []


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_a_folder_declares_its_languages(folder) -> None:  # type: ignore[no-untyped-def]
    declared = [one for one in LANGUAGES if type(one).__module__.startswith(f"blastlens.languages.{folder.name}.")]
    assert declared
    assert len({one.rules.family for one in declared}) == 1
    assert (folder / "about.md").read_text(encoding="utf-8").startswith("# ")


def test_no_file_belongs_to_two_languages() -> None:
    taken = [name for one in LANGUAGES for name in (*one.suffixes, *one.filenames)]
    assert len(taken) == len(set(taken))


def test_the_clients_ask_for_every_language() -> None:
    """The lists of the VS Code extension and of the Neovim plugin are those of the folders."""
    wanted = sorted({name for one in LANGUAGES for name in one.editor_ids})
    client = (ROOT / "vscode-client/src/languages.ts").read_text(encoding="utf-8")
    assert re.findall(r'^  "(\w+)",$', client, re.M) == wanted
    plugin = (ROOT / "nvim-client/lua/blastlens/filetypes.lua").read_text(encoding="utf-8")
    assert re.findall(r'^  "(\w+)",$', plugin, re.M) == wanted
    manifest = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
    opened_by = [event for event in manifest["activationEvents"] if event.startswith("onLanguage:")]
    assert sorted(event.removeprefix("onLanguage:") for event in opened_by) == wanted
    shown = {entry["when"] for entry in manifest["contributes"]["menus"]["editor/context"]}
    assert shown == {f"editorLangId =~ /^({'|'.join(wanted)})$/"}


def test_no_grammar_is_loaded_before_a_file_of_it_is_met() -> None:
    """Registry, rules and a linker of another language load neither grammars nor walkers."""
    code = (
        "import sys; from blastlens.languages.registry import LANGUAGES; [one.rules.family for one in LANGUAGES];"
        "print([name for name in sys.modules if name.startswith('tree_sitter') or '.walk' in name])"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=SERVER.parent)
    assert found.stdout.strip() == "[]"


def test_the_page_of_languages_is_up_to_date() -> None:
    found = subprocess.run([sys.executable, str(ROOT / "scripts/languages"), "--check"], capture_output=True, text=True)
    assert found.returncode == 0, found.stdout + found.stderr
