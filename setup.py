"""Builds the package; the hot modules are compiled to C (mypyc) where that works, and stay Python where it does not. Stubs of
libraries are compiled to facts (build_support/library_facts), and the page of the interactive map is bundled (graph-view).

Environment: `BLASTLENS_PURE=1` compiles no modules. `BLASTLENS_LIBRARY=stdlib` makes facts of the standard library only, which
needs no network; so does a build that cannot fetch the other packages, with a warning, unless `BLASTLENS_RELEASE=1`. An editable install compiles nothing either: compiled modules would hide
later edits of the sources beside them.
"""

import os
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT / "build_support"))

from compiling import SideBySide  # noqa: E402

FACTS = ROOT / "server/blastlens/languages/python/library.facts"
PAGE = ROOT / "server/blastlens/views/exports/map.html"

# Where the time goes: linking, the walk over syntax trees, and the rows of the store. Protocols stay Python.
COMPILED = (
    "server/blastlens/link/*.py",
    "server/blastlens/languages/*/walk*.py",
    "server/blastlens/languages/walking/*.py",
    "server/blastlens/languages/linker_tables.py",
    "server/blastlens/languages/scoping.py",
    "server/blastlens/languages/python/placement.py",
    "server/blastlens/model/definitions.py",
    "server/blastlens/model/folders.py",
    "server/blastlens/model/handing.py",
    "server/blastlens/model/members.py",
    "server/blastlens/session/program.py",
    "server/blastlens/store/writer.py",
)
LEFT_OUT = ("__init__.py", "ports.py")


def compiled_modules() -> list[Extension]:
    """Extensions for the hot modules; none when they are not wanted, or when mypyc cannot make them."""
    building = {"bdist_wheel", "build", "build_ext", "install"} & set(sys.argv)
    if os.environ.get("BLASTLENS_PURE") == "1" or not building:
        return []
    try:
        from mypyc.build import mypycify
    except ImportError:
        return without("mypyc is not installed")
    paths = sorted(str(path) for pattern in COMPILED for path in Path().glob(pattern) if path.name not in LEFT_OUT)
    try:
        # A C file a module: several compilers share the work, and one large file takes half as long again.
        extensions = mypycify(["--config-file", "pyproject.toml", *paths], debug_level="0", multi_file=True)
    except SystemExit as stop:  # how mypyc says that it will not
        return without(f"mypyc gave up ({stop})")
    for extension in extensions:
        # Without a C compiler the package installs all the same.
        extension.optional = True
    return list(extensions)


def without(why: str) -> list[Extension]:
    print(f"warning: {why}: Blastlens is installed without compiled modules, and indexes slower", file=sys.stderr)
    return []


def make_facts() -> None:
    """Makes the facts of libraries beside the sources, where an editable install and package data find them. A source
    distribution brings them along."""
    if FACTS.exists() and (ROOT / "PKG-INFO").exists():
        return
    sys.path.insert(0, str(ROOT / "server"))
    try:
        from library_facts.compile import compile_library
        from library_facts.sources import MissingSourcesError

        try:
            compile_library(FACTS, packages=os.environ.get("BLASTLENS_LIBRARY") != "stdlib")
        except MissingSourcesError as error:
            if os.environ.get("BLASTLENS_RELEASE") == "1":
                raise
            print(f"warning: {error}\n  Blastlens is built with facts of the standard library only", file=sys.stderr)
            compile_library(FACTS, packages=False)
    finally:
        del sys.path[0]


def make_page() -> None:
    """Bundles the page of `export --format html` where npm has installed what it is made of; otherwise the one at hand stays."""
    if (ROOT / "node_modules/esbuild").exists():
        subprocess.run(["node", str(ROOT / "graph-view/build.mjs")], check=True)
    elif not PAGE.exists():
        if os.environ.get("BLASTLENS_RELEASE") == "1":
            raise SystemExit("the page of the map is missing: npm ci && npm run build:map")
        print("warning: Blastlens is built without the page of the map (npm ci && npm run build:map)", file=sys.stderr)


class BuildWithFacts(build_py):
    def run(self) -> None:
        make_facts()
        make_page()
        self.__dict__.pop("data_files", None)  # listed before there was the file
        super().run()


class SourcesWithFacts(sdist):
    def run(self) -> None:
        make_facts()
        make_page()
        super().run()


setup(
    ext_modules=compiled_modules(),
    cmdclass={"build_ext": SideBySide, "build_py": BuildWithFacts, "sdist": SourcesWithFacts},
)
