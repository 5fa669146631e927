"""Root of the tests: the spec kit collects Markdown specs here and in the language folders."""

import os
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Properties try few examples by default, and the same ones in every run, so that a change is judged by what it changes.
# `BLASTLENS_EXAMPLES=N` tries N new ones, which is how unknown faults are looked for.
_WANTED = int(os.environ.get("BLASTLENS_EXAMPLES") or 0)
settings.register_profile(
    "blastlens",
    deadline=None,
    max_examples=_WANTED or 30,
    derandomize=not _WANTED,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("blastlens")

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
