"""Compiles C files side by side, and takes from a folder of kept objects what was compiled before from the same."""

import functools
import hashlib
import os
import shutil
import subprocess
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from setuptools.command.build_ext import build_ext

# Of functions and data that only the extension itself names; without it every one of them is reached through a table.
HIDDEN = "-fvisibility=hidden"


class SideBySide(build_ext):
    """As many compilers at a time as there are processors, for the files of one extension too.

    Environment: `BLASTLENS_OBJECTS` names a folder of kept objects; without it nothing is kept.
    """

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count() or 1

    def build_extensions(self) -> None:
        if self.compiler.compiler_type == "unix":
            for extension in self.extensions:
                extension.extra_compile_args = [*(extension.extra_compile_args or ()), HIDDEN]
            kept = os.environ.get("BLASTLENS_OBJECTS")
            one = self.compiler.compile
            if kept:
                one = functools.partial(_kept_or_compiled, one, Path(kept), _compiler(self.compiler.compiler_so))
            self.compiler.compile = functools.partial(_each, one, self.parallel)
        super().build_extensions()


def _each(one: Any, jobs: int, sources: list[str], **options: Any) -> list[str]:
    """The objects of the sources, in their order."""
    with ThreadPoolExecutor(jobs) as pool:
        return [made for objects in pool.map(lambda source: one([source], **options), sources) for made in objects]


def _kept_or_compiled(compiled: Any, kept: Path, compiler: str, sources: list[str], **options: Any) -> list[str]:
    (source,) = sources
    place = kept / f"{_key(compiler, source, options)}.o"
    target = Path(options["output_dir"], source).with_suffix(".o")
    if place.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(place, target)
        place.touch()
        return [str(target)]
    objects: list[str] = compiled(sources, **options)
    if objects == [str(target)]:
        kept.mkdir(parents=True, exist_ok=True)
        partly = place.with_suffix(f".{os.getpid()}")
        shutil.copyfile(target, partly)
        partly.replace(place)
    return objects


def _key(compiler: str, source: str, options: dict[str, Any]) -> str:
    """Over all that decides what comes out: the compiler, what it is told, the file and every header made beside it."""
    told = [compiler, *map(str, options["extra_postargs"] or ()), *map(str, options["macros"] or ())]
    digest = hashlib.sha256("\0".join(told).encode())
    for path in (Path(source), *_headers(options["include_dirs"])):
        digest.update(_contents(path))
    return digest.hexdigest()[:24]


def _headers(folders: Iterable[str] | None) -> list[Path]:
    return [path for folder in folders or () for path in sorted(Path(folder).glob("*.h"))]


@functools.cache
def _contents(path: Path) -> bytes:
    return hashlib.sha256(path.read_bytes()).digest()


def _compiler(command: list[str]) -> str:
    version = subprocess.run([command[0], "--version"], capture_output=True, text=True, check=False).stdout
    return "\0".join((*command, version))
