"""Which folder is meant where none is named: the repository around a working directory."""

import os
import tempfile
from pathlib import Path
from typing import Final

from blastlens.app.errors import UserError

_REPOSITORY: Final = ".git"
INDEX: Final = ".code-graph"
# Files that stand at the top of a project, whatever it is written in.
_PROJECT: Final = (
    "pyproject.toml", "setup.py", "setup.cfg", "package.json", "tsconfig.json", "go.mod", "Cargo.toml", "pom.xml",
    "build.gradle", "build.gradle.kts", "CMakeLists.txt", "meson.build", "composer.json", "Gemfile", ".hg", ".svn",
    ".jj",
)  # fmt: skip
_HINT: Final = "go into a repository, name one with --root, or make this folder one: blastlens index ."


def find_root(here: Path) -> Path:
    """The root that a folder (absolute, links resolved) belongs to: the git work tree around it, whatever was indexed in it.
    Outside git, the nearest project; an index further up counts when its folder is a project too, or when there is no
    project. What has none of these marks is a root only when sources lie in the folder itself and no repository beside
    them. Raises `UserError` (not-a-repository)."""
    shared = _shared_folders()
    return _around(here, here, shared) or _unmarked(here, shared)


def told_of_part(root: Path) -> str:
    """What to say of an index of this root that is a part of something larger, which may use what it holds: a folder of a git
    work tree, or of a project; "" of any other."""
    real, shared = Path(os.path.realpath(root)), _shared_folders()
    # What the root's own index lies in is no mark: whoever opens a folder makes one.
    whole = _around(real, real.parent, shared)
    if whole is None or whole == real or whole in shared:
        return ""
    kind = "repository" if (whole / _REPOSITORY).exists() else "project"
    part = real.relative_to(whole).as_posix()
    return f"only {part} of the {kind} {whole.name} is indexed: open the {kind} to see the rest"


def _around(here: Path, lowest_index: Path, shared: frozenset[Path]) -> Path | None:
    """See `find_root`; None where nothing is marked. Indexes count from the folder `lowest_index` on upwards."""
    index: Path | None = None
    project: Path | None = None
    for folder in (here, *here.parents):
        is_shared = folder in shared
        if (folder / _REPOSITORY).exists() and not (is_shared and (index or project)):
            return folder
        # An index or a project file in a folder of that sort is there by mistake, and must not take in what lies below.
        if not is_shared:
            index = index or (_marked(folder, INDEX) if lowest_index.is_relative_to(folder) else None)
            project = project or _marked(folder, *_PROJECT)
    if index is not None and (project is None or _marked(index, *_PROJECT)):
        return index
    return project


def check_opened(folder: Path) -> None:
    """For a folder that an editor has opened, which says little about what is to be indexed. Raises `UserError`
    (not-a-repository) for one that everything lies below."""
    real = Path(os.path.realpath(folder))
    if real in _shared_folders() and not (real / _REPOSITORY).exists():
        raise _holds_more(folder, "open the folder of a repository")


def check_present(root: Path) -> None:
    """For a root that was opened before. Raises `UserError` (not-a-directory) when it was deleted or moved."""
    if not root.is_dir():
        raise UserError(f"{root} does not exist any more", "open the folder where it is now", code="not-a-directory")


def _unmarked(here: Path, shared: frozenset[Path]) -> Path:
    if here in shared:
        raise _holds_more(here, "go into a repository, or name a folder with --root")
    sources, repositories = _look_into(here)
    if repositories:
        more = ", …" if len(repositories) > 1 else ""
        message = f"{here} is no repository; others lie below it ({repositories[0]}{more})"
        raise UserError(message, _HINT, code="not-a-repository")
    if not sources:
        nowhere = "neither it nor a folder above has .git, .code-graph or a project file"
        message = f"no source file to index in {here}, which is in no repository: {nowhere}"
        raise UserError(message, _HINT, code="not-a-repository")
    return here


def _look_into(here: Path) -> tuple[bool, list[str]]:
    """Whether sources lie in a folder, and the names of the repositories in it."""
    from blastlens.languages.registry import language_for

    sources, repositories = False, []
    try:
        for entry in sorted(here.iterdir()):
            if entry.is_dir():
                repositories += [entry.name] if _marked(entry, _REPOSITORY, INDEX) else []
            else:
                sources = sources or language_for(entry.name) is not None
    except OSError:
        return False, []
    return sources, repositories


def _marked(folder: Path, *marks: str) -> Path | None:
    return folder if any((folder / mark).exists() for mark in marks) else None


def _holds_more(folder: Path, hint: str) -> UserError:
    message = f"{folder} is no repository, and holds more than one would want to index"
    return UserError(message, hint, code="not-a-repository")


def _shared_folders() -> frozenset[Path]:
    """Folders that everything lies below: of the machine, of the user, of all programs."""
    home = os.path.expanduser("~")  # noqa: PTH111 - stays as it is where there is no home, and does not raise
    names = (os.sep, home, tempfile.gettempdir())
    return frozenset(Path(os.path.realpath(name)) for name in names)
