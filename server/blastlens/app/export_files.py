"""Exports on the disk. What a user keeps is never overwritten: only files that an export made are, and only folders that are empty or
that an export made are written to."""

import json
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import Final

from blastlens.app.errors import UserError
from blastlens.views.exports.part import SIGNATURE, Part

MANIFEST: Final = ".blastlens-export.json"
_HEAD_BYTES: Final = 4096


def write_file(part: Part, target: Path) -> int:
    """Bytes written. The file appears whole, or not at all. Raises `UserError` where there is a file that no export made, and where it
    cannot be written."""
    with _mendable(target):
        target = target.resolve()
        if target.is_dir():
            raise UserError(f"{target} is a folder", "give the name of a file with --output")
        if target.exists() and not target.is_file():  # a pipe or a device
            with target.open("w", encoding="utf-8", newline="\n") as stream:
                return sum(stream.write(piece) for piece in part.text)
        _refuse_foreign(target)
        with tempfile.NamedTemporaryFile(dir=target.parent, prefix=f".{target.name[:40]}.", delete=False) as made:
            temporary = Path(made.name)
        try:
            size = _write(part.text, temporary)
            temporary.chmod(0o666 & ~_umask())
            temporary.replace(target)
        finally:
            temporary.unlink(missing_ok=True)
        return size


def write_folder(parts: Iterable[Part], folder: Path) -> tuple[int, int]:
    """(Files, bytes) written; files of an earlier export that are no more are removed. Raises `UserError` as `write_file`."""
    with _mendable(folder):
        if folder.exists() and not folder.is_dir():
            raise UserError(f"{folder} is no folder", "give a folder with --output; it is made if there is none")
        folder.mkdir(parents=True, exist_ok=True)
        folder = folder.resolve()
        before = _made_before(folder)
        staged = Path(tempfile.mkdtemp(dir=folder, prefix=".blastlens-export-"))
        try:
            sizes = {part.path: _staged(part, staged) for part in parts}
            for path in sizes:
                _refuse_collision(folder, path, path in before)
            _say(folder, {*before, *sizes})
            for path in sizes:
                target = folder / path
                target.parent.mkdir(parents=True, exist_ok=True)
                (staged / path).replace(target)
            for path in sorted(before - sizes.keys()):
                _remove(folder, path)
            _say(folder, sizes)
        finally:
            shutil.rmtree(staged, ignore_errors=True)
        return len(sizes), sum(sizes.values())


@contextmanager
def _mendable(target: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise UserError(f"cannot write {target}: {error.strerror}", "choose another --output") from error


def _write(text: Iterable[str], target: Path) -> int:
    with target.open("w", encoding="utf-8", newline="\n") as stream:
        for piece in text:
            stream.write(piece)
        stream.flush()
        return stream.tell()


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _refuse_foreign(target: Path) -> None:
    if target.exists():
        with target.open("rb") as stream:
            head = stream.read(_HEAD_BYTES)
        if head and SIGNATURE.encode() not in head:
            raise UserError(f"{target} exists, and no export made it", "choose another --output, or remove it yourself")


def _made_before(folder: Path) -> set[str]:
    """Paths below a folder that earlier exports made there."""
    manifest = folder / MANIFEST
    if manifest.is_symlink() or not manifest.is_file():
        if any(folder.iterdir()):
            raise UserError(f"{folder} is not empty, and no export made it", "give an empty or a new folder")
        return set()
    try:
        said = json.loads(manifest.read_text("utf-8"))
        files = said["files"] if said["made_by"] == SIGNATURE else None
        if not isinstance(files, list) or not all(isinstance(one, str) and _is_below(one) for one in files):
            raise ValueError
    except (ValueError, KeyError, TypeError):
        raise UserError(f"{manifest} cannot be read", "give an empty or a new folder") from None
    return set(files)


def _is_below(path: str) -> bool:
    parts = PurePosixPath(path).parts
    return bool(parts) and not path.startswith("/") and ".." not in parts and "\\" not in path


def _say(folder: Path, paths: Iterable[str]) -> None:
    said = {"made_by": SIGNATURE, "files": sorted(paths)}
    (folder / MANIFEST).write_text(json.dumps(said, indent=1) + "\n", "utf-8", newline="\n")


def _staged(part: Part, staged: Path) -> int:
    target = staged / part.path
    target.parent.mkdir(parents=True, exist_ok=True)
    return _write(part.text, target)


def _refuse_collision(folder: Path, path: str, ours: bool) -> None:
    target = folder / path
    if not target.parent.resolve().is_relative_to(folder):
        raise UserError(f"{target.parent} leads out of {folder}", "give an empty or a new folder")
    if os.path.lexists(target) and not ours:
        raise UserError(f"{target} exists, and no export made it", "give an empty or a new folder")


def _remove(folder: Path, path: str) -> None:
    """One file of an earlier export, and the folders that are empty without it."""
    target = folder / path
    if not target.parent.resolve().is_relative_to(folder):
        return
    target.unlink(missing_ok=True)
    for around in target.relative_to(folder).parents:
        if around == Path() or any((folder / around).iterdir()):
            return
        (folder / around).rmdir()
