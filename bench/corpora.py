"""The repositories that the benchmarks run on, by name and version.

`BLASTLENS_CORPORA=FOLDER` names a folder that already has them (one folder each, called by name); otherwise they are
fetched into the user's cache directory. A benchmark works on a copy, so that no run finds the index of another.
"""

import contextlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Corpus:
    """`version` of a source distribution on the package index, or `commit` of a public git repository."""

    name: str
    folder: str
    requirement: str = ""
    repository: str = ""
    commit: str = ""


CORPORA = {
    corpus.name: corpus
    for corpus in (
        Corpus("django", "django-5.2.19", requirement="Django==5.2.19"),
        Corpus("flask", "flask", repository="https://github.com/pallets/flask", commit="2ac89889f4cc"),
        Corpus("click", "click", repository="https://github.com/pallets/click", commit="2c8cd3ac958a"),
        Corpus("requests", "requests", repository="https://github.com/psf/requests", commit="1f6589ec3a1e"),
    )
}


def located(name: str) -> Path:
    """The folder of a corpus, fetched when it is not there yet."""
    corpus = CORPORA[name]
    given = os.environ.get("BLASTLENS_CORPORA")
    store = Path(given) if given else _cache()
    folder = store / corpus.folder
    if not folder.is_dir():
        store.mkdir(parents=True, exist_ok=True)
        _fetch(corpus, store)
    return folder


@contextlib.contextmanager
def copied(name: str, *, with_git: bool = False) -> Iterator[Path]:
    """A fresh copy without an index, deleted at the end. Without git's folder, unless asked for."""
    with copied_folder(located(name), with_git=with_git) as target:
        yield target


@contextlib.contextmanager
def copied_folder(folder: Path, *, with_git: bool = True) -> Iterator[Path]:
    """The same of any folder."""
    left_out = [".code-graph", "__pycache__"] + ([] if with_git else [".git"])
    with tempfile.TemporaryDirectory(prefix=f"bench-{folder.name}-") as scratch:
        target = Path(scratch) / folder.name
        shutil.copytree(folder, target, ignore=shutil.ignore_patterns(*left_out), symlinks=True)
        yield target


def _cache() -> Path:
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "blastlens-bench"


def _fetch(corpus: Corpus, store: Path) -> None:
    print(f"fetching {corpus.name} …", file=sys.stderr)
    if corpus.requirement:
        command = [sys.executable, "-m", "pip", "download", "--no-deps", "--no-binary", ":all:"]
        with tempfile.TemporaryDirectory() as scratch:
            subprocess.run([*command, "-q", "-d", scratch, corpus.requirement], check=True)
            (archive,) = Path(scratch).glob("*.tar.gz")
            with tarfile.open(archive) as packed:
                packed.extractall(store, filter="data")
        return
    folder = store / corpus.folder
    subprocess.run(["git", "clone", "-q", corpus.repository, str(folder)], check=True)
    subprocess.run(["git", "-C", str(folder), "checkout", "-q", corpus.commit], check=True)


if __name__ == "__main__":
    for chosen in sys.argv[1:] or CORPORA:
        print(f"{chosen}\t{located(chosen)}")
