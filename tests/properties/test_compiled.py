"""Which of the two forms of the package is under test: the sources, or the compiled modules that users get."""

import os

from blastlens.link import linker


def test_the_expected_form_is_tested() -> None:
    expected = os.environ.get("BLASTLENS_EXPECT_COMPILED") == "1"
    assert (not str(linker.__file__).endswith(".py")) == expected
