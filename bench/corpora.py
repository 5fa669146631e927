"""The repositories that the benchmarks run on, by name and version.

`BLASTLENS_CORPORA=FOLDER[:FOLDER…]` names folders that already have them (one folder each, called by name); what none of
them has is fetched into the last one, or into the user's cache directory where the variable is not set. A benchmark works
on a copy, so that no run finds the index of another.
"""

import contextlib
import enum
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any


class Role(enum.StrEnum):
    """How often the corpus was looked at while the linker was made."""

    OPEN = "open"  # the targets are stated for these; looked at all the time
    DEVELOPMENT = "development"  # of other styles; looked at for what is missed
    BLIND = "blind"  # scored once, at the end


@dataclass(frozen=True, slots=True)
class Corpus:
    """`requirement`: a source distribution on the package index; else `commit` of a public git repository. `inside`: the folder
    of it that is the corpus; `without`: folders that its truth leaves out. `language`: that of its truth, by folder name."""

    name: str
    folder: str
    requirement: str = ""
    repository: str = ""
    commit: str = ""
    role: Role = Role.OPEN
    language: str = "python"
    inside: str = ""
    without: tuple[str, ...] = ()

    @property
    def version(self) -> str:
        return self.requirement or self.commit


def _on_github(role: Role, name: str, repository: str, commit: str, language: str = "python", **other: Any) -> Corpus:
    address = f"https://github.com/{repository}"
    return Corpus(name, name, repository=address, commit=commit, role=role, language=language, **other)


_DEVELOPMENT = (
    ("aiohttp", "aio-libs/aiohttp", "495e778360d1"),
    ("anyio", "agronholm/anyio", "660a06d548ca"),
    ("attrs", "python-attrs/attrs", "c1dc5dcba16e"),
    ("black", "psf/black", "8947c48ef207"),
    ("httpx", "encode/httpx", "ae1b9f66238f"),
    ("jinja", "pallets/jinja", "5ef70112a1ff"),
    ("kombu", "celery/kombu", "9ee8595b835c"),
    ("mkdocs", "mkdocs/mkdocs", "2862536793b3"),
    ("networkx", "networkx/networkx", "cfc6b79fc53f"),
    ("peewee", "coleifer/peewee", "408aa4c13026"),
    ("pint", "hgrecco/pint", "6fc05335ef28"),
    ("pony", "ponyorm/pony", "179cb05ae458"),
    ("rich", "Textualize/rich", "42899d8a0a96"),
    ("typer", "fastapi/typer", "9a7b2e83f6b6"),
    ("werkzeug", "pallets/werkzeug", "1b00618e787f"),
)
# A toolkit for command lines, an application, an async framework, an ORM, a numeric package: blind until their first look.
_LOOKED_AT = (
    _on_github(Role.DEVELOPMENT, "cleo", "python-poetry/cleo", "8c3f1bbf82d9"),
    _on_github(Role.DEVELOPMENT, "pgcli", "dbcli/pgcli", "5900a081a862"),
    _on_github(Role.DEVELOPMENT, "starlette", "encode/starlette", "cb8f84f5284d"),
    _on_github(Role.DEVELOPMENT, "tortoise", "tortoise/tortoise-orm", "3829267adeab", without=("tests",)),
    _on_github(Role.DEVELOPMENT, "uncertainties", "lmfit/uncertainties", "f1b7e4f4e328"),
)
# Nobody looked at these, and no truth of them is made yet.
_BLIND = (
    _on_github(Role.BLIND, "lmfit", "lmfit/lmfit-py", "fe389bbbd1fe"),
    _on_github(Role.BLIND, "sanic", "sanic-org/sanic", "785d77f8fe20"),
)
# What each language's targets are stated for, what its rules were looked at with, and what nobody looked at.
_OF_LANGUAGES = (
    _on_github(Role.OPEN, "hono", "honojs/hono", "28a9c128912d", "typescript"),
    _on_github(Role.OPEN, "express", "expressjs/express", "a3714473feb3", "javascript"),
    _on_github(
        Role.OPEN,
        "micro_swarm_js",
        "secure-software-engineering/SWARM-CG",
        "5929c0a36a9c",
        "javascript",
        inside="benchmarks/javascript/swarm_js",
    ),
    _on_github(Role.OPEN, "cobra", "spf13/cobra", "adbc8813901b", "go"),
    _on_github(Role.OPEN, "gson", "google/gson", "9835b6f90192", "java"),
    _on_github(
        Role.OPEN,
        "ripgrep",
        "BurntSushi/ripgrep",
        "3fce3b5bb023",
        "rust",
        without=("crates/index", "crates/pcre2"),
    ),
    _on_github(Role.DEVELOPMENT, "xterm", "xtermjs/xterm.js", "904ae935269e", "typescript"),
    _on_github(Role.DEVELOPMENT, "koa", "koajs/koa", "e0ba8ef39d27", "javascript"),
    _on_github(Role.DEVELOPMENT, "mocha", "mochajs/mocha", "e6b9ee773481", "javascript"),
    _on_github(Role.DEVELOPMENT, "hcl", "hashicorp/hcl", "2efc2662361a", "go"),
    _on_github(Role.DEVELOPMENT, "junit4", "junit-team/junit4", "71c33ce55523", "java"),
    _on_github(Role.DEVELOPMENT, "chrono", "chronotope/chrono", "b04c42fda83f", "rust"),
    _on_github(Role.DEVELOPMENT, "mdbook", "rust-lang/mdBook", "641d06abe7d1", "rust"),
    _on_github(Role.DEVELOPMENT, "jansson", "akheron/jansson", "a8b3c5999e75", "c"),
    _on_github(Role.DEVELOPMENT, "jq", "jqlang/jq", "579e6f76cffd", "c"),
    _on_github(Role.DEVELOPMENT, "lua", "lua/lua", "53b41d0cddd8", "c"),
    _on_github(Role.DEVELOPMENT, "libuv", "libuv/libuv", "6179e7af8741", "c"),
    _on_github(Role.DEVELOPMENT, "leveldb", "google/leveldb", "78a352f47ed6", "cpp"),
    _on_github(Role.DEVELOPMENT, "spdlog", "gabime/spdlog", "7c02e204c925", "cpp"),
    _on_github(Role.BLIND, "typedoc", "TypeStrong/typedoc", "6d8c856bbb46", "typescript"),
    _on_github(Role.BLIND, "commander", "tj/commander.js", "ba6d13ddb424", "javascript"),
    _on_github(Role.BLIND, "gorm", "go-gorm/gorm", "1d6ce9952806", "go"),
    _on_github(Role.BLIND, "jsoup", "jhy/jsoup", "46b620860af9", "java"),
    _on_github(Role.BLIND, "bat", "sharkdp/bat", "2ba8db9c14e5", "rust"),
    _on_github(Role.BLIND, "clap", "clap-rs/clap", "6982fb1c98c7", "rust"),
    _on_github(Role.BLIND, "hiredis", "redis/hiredis", "29ea2791c102", "c"),
    _on_github(Role.BLIND, "yaml-cpp", "jbeder/yaml-cpp", "c3f811273206", "cpp"),
)


CORPORA = {
    corpus.name: corpus
    for corpus in (
        Corpus("django", "django-5.2.19", requirement="Django==5.2.19"),
        _on_github(Role.OPEN, "flask", "pallets/flask", "2ac89889f4cc"),
        _on_github(Role.OPEN, "click", "pallets/click", "2c8cd3ac958a"),
        _on_github(Role.OPEN, "requests", "psf/requests", "1f6589ec3a1e"),
        *(_on_github(Role.DEVELOPMENT, *each) for each in _DEVELOPMENT),
        *_LOOKED_AT,
        *_BLIND,
        *_OF_LANGUAGES,
    )
}


def located(name: str) -> Path:
    """The folder of a corpus, fetched when it is not there yet."""
    corpus = CORPORA[name]
    given = os.environ.get("BLASTLENS_CORPORA")
    stores = [Path(each) for each in given.split(os.pathsep)] if given else [_cache()]
    for store in stores:
        if (store / corpus.folder).is_dir():
            return store / corpus.folder
    stores[-1].mkdir(parents=True, exist_ok=True)
    _fetch(corpus, stores[-1])
    return stores[-1] / corpus.folder


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
    with tempfile.TemporaryDirectory(dir=store) as scratch:
        cloned = Path(scratch) / "cloned"
        subprocess.run(["git", "clone", "-q", corpus.repository, str(cloned)], check=True)
        subprocess.run(["git", "-C", str(cloned), "checkout", "-q", corpus.commit], check=True)
        for each in corpus.without:
            shutil.rmtree(cloned / each)
        shutil.move(cloned / corpus.inside, folder)


if __name__ == "__main__":
    for chosen in sys.argv[1:] or [each.name for each in CORPORA.values() if each.role is Role.OPEN]:
        print(f"{chosen}\t{located(chosen)}")
