"""Which paths below a root are looked at: git's list inside a work tree, a walk with .gitignore rules elsewhere."""

import os
import stat
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from blastlens.session.errors import SessionError
from blastlens.session.git_process import GitError, run_git
from blastlens.session.workspace import NESTED, NOT_UTF8

VENDORED: Final = frozenset(
    {
        "node_modules", "bower_components", "jspm_packages", "venv", "virtualenv", "site-packages", "dist-packages",
        "vendor", "vendored", "_vendor", "_vendored", "third_party", "third-party", "thirdparty",
    }
)  # fmt: skip
# Folders of tools: never sources, not worth a line in the status.
SILENT: Final = frozenset(
    {
        ".git", ".hg", ".svn", ".jj", ".code-graph", "__pycache__", ".mypy_cache", ".ruff_cache", ".pytest_cache",
        ".hypothesis", ".tox", ".nox", ".idea", ".vscode", ".cache", ".eggs",
    }
)  # fmt: skip

_ENVIRONMENT: Final = "virtual environment"
_GIT: Final = ".git"
_GITLINK: Final = "160000 "  # mode of a submodule


def is_rule(path: str) -> bool:
    """Whether a change of this file changes which files are looked at."""
    return path.rpartition("/")[2] in (".gitignore", ".gitmodules", "pyvenv.cfg")


@dataclass(slots=True)
class Listing:
    """Source files to look at with their `os.stat_result`, what was left out and why, and a count of other suffixes."""

    files: dict[str, os.stat_result] = field(default_factory=dict)
    skipped: dict[str, str] = field(default_factory=dict)
    unreadable: dict[str, str] = field(default_factory=dict)
    other: Counter[str] = field(default_factory=Counter)


class Lister:
    """Lists one root. `is_source(path)` tells whether a language folder reads such a path; `exclude` are gitignore-style
    patterns of the user."""

    def __init__(self, root: Path, is_source: Callable[[str], bool], exclude: Sequence[str] = ()) -> None:
        self._root = root
        self._root_text = str(root)
        self._real_root = root.resolve()
        self._reads = is_source
        self._suffixes: dict[str, bool] = {}
        self._exclude = _spec(exclude) if exclude else None

    def list_all(self) -> Listing:
        paths = self._git_paths(())
        return self._walk(Listing()) if paths is None else self._sift(paths, Listing())

    def list_known(self, paths: Iterable[str]) -> Listing:
        """Files that an earlier listing had and that are still ordinary files: the rules have not changed since."""
        listing = Listing()
        for path in paths:
            full = Path(self._full(path))
            try:
                status = full.lstat()
                straight = full.parent.resolve() == self._root / path.rpartition("/")[0]
            except OSError:
                continue
            if straight and stat.S_ISREG(status.st_mode):
                listing.files[path] = status
        return listing

    def list_some(self, paths: Iterable[str], listing: Listing | None = None) -> Listing:
        """Only these paths (files, or folders with all they hold), by the same rules; added to `listing`."""
        listing = listing if listing is not None else Listing()
        wanted = sorted({path.strip("/") for path in paths if _is_inside(path.strip("/"))})
        found = self._git_paths(wanted) if wanted else []
        if found is not None:
            return self._sift(found, listing, probe=True)
        for path in wanted:
            self._walk_to(listing, path)
        return listing

    def admits(self, path: str) -> bool:
        """Whether the rules that need no look at the disk take a path: what lay there at another time, say."""
        folders = [path[:at] for at, letter in enumerate(path) if letter == "/"]
        left_out = any(self._folder_reason(one, one.rpartition("/")[2], False) is not None for one in folders)
        return not left_out and self._is_source(path.rpartition("/")[2]) and self._excluded(path) is None

    def enters(self, folder: str) -> bool:
        """Whether the rules that need no look at the disk go into a folder that is not left out with one above it."""
        return self._folder_reason(folder, folder.rpartition("/")[2], False) is None

    def _is_source(self, name: str) -> bool:
        suffix = name[name.rfind(".") :] if "." in name else ""
        known = self._suffixes.get(suffix)
        if known is None:
            known = self._suffixes[suffix] = self._reads(f"x{suffix}")
        return known or self._reads(name)  # manifests are known by their whole names

    # -- git -----------------------------------------------------------------------------------------------
    def _git_paths(self, only: Sequence[str]) -> list[str] | None:
        """Tracked and untracked-not-ignored paths, repositories inside this one with "/" at the end; None outside a work
        tree, or where git does not answer."""
        if not any((folder / ".git").exists() for folder in (self._root, *self._root.parents)):
            return None
        tail = ["--", *only] if only else []
        try:
            listed = run_git(self._root, ["ls-files", "-z", "-t", "--stage", "--others", "--exclude-standard", *tail])
            if not listed and self._root_is_ignored():
                return None
        except (GitError, SessionError):
            return None
        return list(dict.fromkeys(map(_listed_path, os.fsdecode(listed).split("\0"))))

    def _root_is_ignored(self) -> bool:
        try:
            return bool(run_git(self._root, ["check-ignore", "."], literal=False))
        except GitError:
            return False

    def _sift(self, paths: Iterable[str], listing: Listing, probe: bool = False) -> Listing:
        """Listed paths without those in left-out folders; only sources are looked at on disk. `probe`: the list is not
        whole, so look on disk for the mark of a virtual environment."""
        paths = [path for path in paths if path]
        environments = {path[: -len("/pyvenv.cfg")] for path in paths if path.endswith("/pyvenv.cfg")}
        reasons: dict[str, tuple[str, str] | None] = {"": None}

        def folder_reason(folder: str) -> tuple[str, str] | None:
            if folder not in reasons:
                parent, _, name = folder.rpartition("/")
                why = folder_reason(parent)
                inside = folder in environments or (probe and self._is_environment(folder))
                if why is None and (reason := self._folder_reason(folder, name, inside)) is not None:
                    why = (f"{folder}/", reason)
                reasons[folder] = why
            return reasons[folder]

        for path in paths:
            if path.endswith("/"):
                shown, reason = folder_reason(path[:-1]) or (path, NESTED)
                if reason:
                    listing.skipped[shown] = reason
                continue
            folder, _, name = path.rpartition("/")
            if not self._is_source(name):
                if folder_reason(folder) is None:
                    _count(listing, name)
                continue
            why = folder_reason(folder)
            if why is None:
                self._add(listing, path)
            elif why[1]:
                listing.skipped[why[0]] = why[1]
        return listing

    # -- walk ----------------------------------------------------------------------------------------------
    def _walk(self, listing: Listing, start: str = "", specs: tuple[tuple[str, Any], ...] = ()) -> Listing:
        """Everything below a folder; `specs` are the ignore rules of the folders above it."""
        stack = [(start, specs)]
        while stack:
            folder, above = stack.pop()
            try:
                with os.scandir(self._full(folder)) as entries:
                    found = sorted(entries, key=lambda entry: entry.name)
            except OSError as error:
                listing.unreadable[f"{folder}/"] = _reason(error)
                continue
            names = {entry.name for entry in found}
            if folder and "pyvenv.cfg" in names:
                listing.skipped[f"{folder}/"] = _ENVIRONMENT
                continue
            if folder and _GIT in names:
                listing.skipped[f"{folder}/"] = NESTED
                continue
            rules = self._with_ignore(folder, above) if ".gitignore" in names else above
            stack.extend((child, rules) for child in self._visit(listing, folder, found, rules))
        return listing

    def _walk_to(self, listing: Listing, path: str) -> None:
        """One file, or everything below one folder, unless something on the way to it leaves it out."""
        specs: tuple[tuple[str, Any], ...] = self._with_ignore("", ())
        parts = path.split("/")
        for depth, name in enumerate(parts, 1):
            here = "/".join(parts[:depth])
            full = Path(self._full(here))
            if not full.is_dir() or full.is_symlink():
                break
            reason = self._folder_reason(here, name, self._is_environment(here))
            if reason is None and Path(full, _GIT).exists():
                reason = NESTED
            if reason is not None or _ignored(here, True, specs):
                if reason:
                    listing.skipped[f"{here}/"] = reason
                return
            if depth == len(parts):
                self._walk(listing, here, specs)
                return
            specs = self._with_ignore(here, specs)
        else:
            return
        if depth == len(parts) and self._is_source(name) and not _ignored(path, False, specs):
            self._add(listing, path)

    def _visit(
        self, listing: Listing, folder: str, entries: list[os.DirEntry[str]], specs: tuple[tuple[str, Any], ...]
    ) -> Iterator[str]:
        """Take the files of one folder; yields the folders to go on with."""
        for entry in entries:
            path = f"{folder}/{entry.name}" if folder else entry.name
            is_folder = entry.is_dir(follow_symlinks=False)
            if not is_folder and not self._is_source(entry.name):
                _count(listing, entry.name)
                continue
            if specs and _ignored(path, is_folder, specs):
                continue
            if not is_folder:
                self._add(listing, path)
                continue
            reason = self._folder_reason(path, entry.name, False)
            if reason is None:
                yield path
            elif reason:
                listing.skipped[f"{path}/"] = reason

    def _with_ignore(self, folder: str, specs: tuple[tuple[str, Any], ...]) -> tuple[tuple[str, Any], ...]:
        own = self._read_ignore(folder)
        return specs if own is None else (*specs, (folder, own))

    def _read_ignore(self, folder: str) -> Any:
        try:
            text = Path(self._full(folder), ".gitignore").read_text("utf-8", "surrogateescape")
        except OSError:
            return None
        return _spec(text.splitlines())

    # -- both ----------------------------------------------------------------------------------------------
    def _full(self, path: str) -> str:
        return f"{self._root_text}/{path}" if path else self._root_text

    def _is_environment(self, folder: str) -> bool:
        return Path(self._full(folder), "pyvenv.cfg").exists()

    def _folder_reason(self, path: str, name: str, environment: bool) -> str | None:
        """Why a folder is left out; "" without a word, None to go in."""
        if name in SILENT:
            return ""
        if environment:
            return _ENVIRONMENT
        if name in VENDORED:
            return "vendored folder"
        if name.startswith("."):
            return "hidden folder"
        return self._excluded(f"{path}/")

    def _excluded(self, path: str) -> str | None:
        return "excluded by the settings" if self._exclude is not None and self._exclude.match_file(path) else None

    def _add(self, listing: Listing, path: str) -> None:
        """Take a source path, or note why not."""
        try:
            if not path.isascii():
                path.encode("utf-8")
        except UnicodeEncodeError:
            shown = os.fsencode(path).decode("utf-8", "replace")
            listing.skipped[shown] = NOT_UTF8
            return
        if self._exclude is not None and (reason := self._excluded(path)) is not None:
            listing.skipped[path] = reason
            return
        try:
            status = os.lstat(f"{self._root_text}/{path}")
        except FileNotFoundError:
            return  # tracked, but gone from the work tree
        except NotADirectoryError:
            return
        except OSError as error:
            listing.unreadable[path] = _reason(error)
            return
        if stat.S_ISREG(status.st_mode):
            listing.files[path] = status
        elif stat.S_ISLNK(status.st_mode):
            listing.skipped[path] = self._link_reason(path)
        elif not stat.S_ISDIR(status.st_mode):
            listing.skipped[path] = "not a regular file"

    def _link_reason(self, path: str) -> str:
        try:
            target = Path(self._full(path)).resolve(strict=True)
        except (OSError, RuntimeError):
            return "symbolic link that leads nowhere"
        if not target.is_relative_to(self._real_root):
            return "symbolic link that leads outside the root"
        return f"symbolic link to {target.relative_to(self._real_root).as_posix()}"


def _listed_path(entry: str) -> str:
    """The path of "? PATH" (untracked) or "H MODE HASH STAGE<tab>PATH" (tracked)."""
    if entry[:2] == "? ":
        return entry[2:]
    about, _, path = entry.partition("\t")
    return f"{path}/" if about[2:].startswith(_GITLINK) else path


def _is_inside(path: str) -> bool:
    return bool(path) and ".." not in path.split("/")


def _count(listing: Listing, name: str) -> None:
    dot = name.rfind(".")
    if dot > 0:
        listing.other[name[dot:].lower()] += 1


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()


def _spec(lines: Iterable[str]) -> Any:
    from pathspec import GitIgnoreSpec

    return GitIgnoreSpec.from_lines(lines)


def _ignored(path: str, is_folder: bool, specs: Sequence[tuple[str, Any]]) -> bool:
    """gitignore's order: the deepest file with a matching pattern decides."""
    for folder, spec in reversed(specs):
        inner = path[len(folder) + 1 :] if folder else path
        verdict = spec.check_file(f"{inner}/" if is_folder else inner).include
        if verdict is not None:
            return bool(verdict)
    return False
