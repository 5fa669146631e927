"""Rules about the documents: what they must list, and what may not stand in the repository."""

import json
import re
import subprocess
from pathlib import Path

from blastlens.faces.lsp.command_names import EXPLAIN, GRAPH, SEARCH_SYMBOLS
from blastlens.faces.lsp.commands.registry import COMMANDS
from blastlens.model.edge import Basis, EdgeKind
from tidy.tree import ROOT, SERVER, shown, texts, tracked


def _document(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_architecture_lists_every_package() -> None:
    text = _document("ARCHITECTURE.md")
    packages = {path.name for path in SERVER.iterdir() if (path / "__init__.py").exists()}
    faces = {f"faces/{path.name}" for path in (SERVER / "faces").iterdir() if (path / "__init__.py").exists()}
    others = {"vscode-client", "nvim-client", "tests", "bench", "docs"}
    assert {name for name in packages | faces | others if f"{name}/" not in text} == set()


def test_changelog_names_the_version() -> None:
    version = re.search(r'^version = "(.+)"$', _document("pyproject.toml"), re.M)
    assert version
    text = _document("CHANGELOG.md")
    assert re.search(rf"^## .*(?:{re.escape(version[1])}|[Uu]nreleased)", text, re.M)


def test_the_editor_manifest_has_the_same_version() -> None:
    version = re.search(r'^version = "(.+)"$', _document("pyproject.toml"), re.M)
    assert version
    assert json.loads(_document("package.json"))["version"] == version[1]


def test_figures_name_the_command_that_prints_them() -> None:
    """A measured number in README or bench/README stands in a section that names a command under bench/."""
    measured = re.compile(r"\d[\d.,]*\s?(?:ms|MB|CPU s|s p95|x the)\b")
    found = []
    for name in ("README.md", "bench/README.md"):
        for section in re.split(r"^#+ ", _document(name), flags=re.M):
            if measured.search(section) and "bench/" not in section:
                found.append(f"{name}: {section.splitlines()[0]}")
    assert found == []


def test_relative_links_lead_somewhere() -> None:
    found = []
    for name, text in texts().items():
        if not name.endswith(".md"):
            continue
        prose = re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)  # in code, `table[key](x)` is a call
        for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", prose):
            if (
                "://" not in target
                and not target.startswith("mailto:")
                and not (ROOT / name).parent.joinpath(target).exists()
            ):
                found.append(f"{name}: {target}")
    assert found == []


def test_settings_are_documented_once() -> None:
    """Every setting of the editor manifest is described in one document."""
    groups = json.loads(_document("package.json"))["contributes"]["configuration"]
    settings = [setting for group in groups for setting in group["properties"]]
    assert len(settings) == len(set(settings))
    pages = {name: text for name, text in texts().items() if name.endswith(".md") and name != "CHANGELOG.md"}
    wrong = {}
    for setting in settings:
        places = [name for name, text in pages.items() if re.search(rf"^\|\s*`{re.escape(setting)}`", text, re.M)]
        if len(places) != 1:
            wrong[setting] = places
    assert wrong == {}


def test_nothing_of_one_machine_is_in_the_tree() -> None:
    forbidden = re.compile(
        r"/(?:work|home|Users|root)/[a-z]"  # a folder of a person or of a container
        r"|https?://(?:localhost|127\.0\.0\.1|10\.\d+\.\d+\.\d+|192\.168\.)[^\s\"')]*\d/[a-z]"
        r"|\b[\w.-]+\.(?:internal|corp|lan|local)\b(?!\.)"
    )
    found = []
    for name, text in texts().items():
        if name.startswith("tests/tidy/"):
            continue
        found += [f"{name}: {match[0]}" for match in forbidden.finditer(text) if not _is_word(match[0])]
    assert found == []


def _is_word(match: str) -> bool:
    """Dotted names in code that end like a host: `threading.local`, `self.local`."""
    return match.endswith((".local", ".internal")) and "/" not in match and match.count(".") == 1


def test_locks_point_at_public_registries() -> None:
    for name in tracked():
        if Path(name).name in ("package-lock.json", "uv.lock"):
            hosts = set(re.findall(r'"resolved": "https?://([^/"]+)', _document(name)))
            assert hosts <= {"registry.npmjs.org"}, f"{name}: {hosts}"


def test_every_basis_has_a_confidence() -> None:
    """The data file that ships covers each way an edge can be found, with a share between 0 and 1."""
    files = sorted(SERVER.rglob("confidence*.json"))
    assert files
    for path in files:
        for language, table in _tables(json.loads(path.read_text(encoding="utf-8"))).items():
            missing = {basis.value for basis in Basis} - set(table)
            assert missing == set(), f"{shown(path)} {language}"
            assert all(0 < share <= 1 for share in table.values()), f"{shown(path)} {language}"


def _tables(data: dict[str, object]) -> dict[str, dict[str, float]]:
    """Tables of basis to confidence, wherever they stand in the file."""
    out: dict[str, dict[str, float]] = {}

    def visit(name: str, value: object) -> None:
        if not isinstance(value, dict):
            return
        shares = {key: _share(entry) for key, entry in value.items() if key in {basis.value for basis in Basis}}
        if shares:
            out[name] = {key: share for key, share in shares.items() if share is not None}
            return
        for key, entry in value.items():
            visit(f"{name}/{key}", entry)

    visit("", data)
    return out


def _share(entry: object) -> float | None:
    if isinstance(entry, int | float):
        return float(entry)
    if isinstance(entry, dict):
        found = entry.get("confidence")
        return float(found) if isinstance(found, int | float) else None
    return None


def test_glossary_has_the_words_of_the_design() -> None:
    text = _document("docs/glossary.md")
    words = ("fact", "binding", "use", "edge", "symbol", "finding", "lens", "snapshot", "revision")
    assert [word for word in words if f"**{word}**" not in text.lower()] == []
    assert [kind.value for kind in EdgeKind if f"`{kind.value}`" not in text] == []
    assert [basis.value for basis in Basis if f"`{basis.value}`" not in text] == []


def test_nothing_generated_is_tracked() -> None:
    listing = subprocess.run(["git", "-C", str(ROOT), "ls-files"], capture_output=True, text=True, check=False).stdout
    wrong = re.compile(r"(^|/)(__pycache__|node_modules|\.code-graph/graph\.db|dist|\.mypy_cache)(/|$)|\.vsix$|\.pyc$")
    assert [name for name in listing.splitlines() if wrong.search(name)] == []


def test_every_command_of_the_server_is_in_the_clients_and_documented() -> None:
    """`explain` has two subjects, `searchSymbols` completes names and `graph` is for a panel that draws: no commands of VS Code's palette."""
    names = [name for name in COMMANDS if name not in (EXPLAIN, SEARCH_SYMBOLS, GRAPH)]
    places = (
        "package.json",
        "vscode-client/src/questions.ts",
        "nvim-client/lua/blastlens/questions.lua",
        "docs/editors.md",
    )
    missing = [(name, place) for name in names for place in places if not re.search(rf"{name}[`\"]", _document(place))]
    assert missing == []
    assert [name for name in COMMANDS if f"`{name}`" not in _document("docs/editors.md")] == []
