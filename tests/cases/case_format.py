"""Reading a case folder, laying its repository out, and changing it."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

READ_SUFFIXES = (".py", ".go")  # of the languages whose folders exist; grows with them
_OTHER = (".ts", ".tsx", ".js", ".jsx", ".java", ".rs", ".c", ".h", ".cpp", ".cs", ".rb", ".php")


def cases_folder() -> Path:
    """The collection to run: `BLASTLENS_CASES`, or the copies beside this file."""
    return Path(os.environ.get("BLASTLENS_CASES") or Path(__file__).parent / "data")


def case_folders() -> list[Path]:
    return sorted(path.parent for path in cases_folder().glob("*/case.json"))


def load(folder: Path) -> dict[str, Any]:
    case: dict[str, Any] = json.loads((folder / "case.json").read_text(encoding="utf-8"))
    return case


def is_read(reference: str) -> bool:
    """Whether a file or symbol belongs to a language that Blastlens reads (no suffix: a bare name, which may)."""
    path = reference.split("::")[0]
    return path.endswith(READ_SUFFIXES) or not path.endswith(_OTHER)


def asks_what_is_read(check: Mapping[str, Any]) -> bool:
    query = check["query"]
    return all(is_read(query[key]) for key in ("symbol", "file") if key in query)


def prepare(folder: Path, case: Mapping[str, Any], root: Path) -> None:
    """Lay the repository of a case out in the empty folder `root`."""
    if "repo" in case:
        shutil.copytree(folder / case["repo"], root, dirs_exist_ok=True)
    if "make" in case:
        subprocess.run([sys.executable, "-B", str(folder / case["make"]), str(root)], check=True)
    if case.get("git") and not case.get("git_ready"):
        git(root, "init", "-q")
        git(root, "add", "-A")
        git(root, "commit", "-qm", "start")


def git(root: Path, *arguments: str) -> None:
    who = {f"GIT_{role}_{key}": value for role in ("AUTHOR", "COMMITTER") for key, value in _IDENTITY}
    environment = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", **who}
    subprocess.run(["git", *arguments], cwd=root, env=environment, check=True, capture_output=True)


_IDENTITY = (("NAME", "t"), ("EMAIL", "t@example.invalid"))


def apply(root: Path, operation: Mapping[str, Any]) -> None:
    """Perform one of a check's `ops`; those that only a running language server sees do nothing here."""
    kind = operation["op"]
    path = root / operation.get("path", "")
    if kind == "write":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(operation["text"].encode())
    elif kind == "append":
        path.write_bytes(path.read_bytes() + operation["text"].encode())
    elif kind == "replace":
        text = path.read_bytes()
        old, new = operation["old"].encode(), operation["new"].encode()
        assert text.count(old) == 1, operation
        path.write_bytes(text.replace(old, new))
    elif kind == "delete":
        path.unlink()
    elif kind == "rename":
        (root / operation["from"]).rename(root / operation["to"])
    elif kind == "git":
        git(root, *operation["args"])


def references(answer: Any) -> Iterator[str]:
    """Every file or symbol that an `expect` object names."""
    if isinstance(answer, str):
        yield answer
    elif isinstance(answer, list):
        for part in answer:
            yield from references(part)
    elif isinstance(answer, dict):
        for part in answer.values():
            yield from references(part)
