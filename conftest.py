"""Root of the tests: the spec kit collects Markdown specs here and in the language folders."""

import sys
from pathlib import Path

import pytest

pytest_plugins = ["spec_kit.plugin"]


def pytest_configure(config: pytest.Config) -> None:
    """Sees to it that there are facts of libraries, which the build makes: a work tree need not be installed to be tested."""
    facts = Path(__file__).parent / "server/blastlens/languages/python/library.facts"
    if hasattr(config, "workerinput"):
        return
    sys.path.insert(0, str(Path(__file__).parent / "build_support"))
    from library_facts.compile import compile_library, is_of_this_extractor

    if not is_of_this_extractor(facts):
        compile_library(facts)
