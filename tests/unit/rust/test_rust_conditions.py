"""What a build for linux on x86-64 without features takes."""

import pytest

from blastlens.languages.rust.conditions import is_left_out


@pytest.mark.parametrize(
    ("text", "left_out"),
    [
        ("#[cfg(unix)]", False),
        ("#[cfg(windows)]", True),
        ("#[cfg(not(windows))]", False),
        ('#[cfg(target_os = "linux")]', False),
        ('#[cfg(target_os = "macos")]', True),
        ('#[cfg(any(target_os = "macos", unix))]', False),
        ('#[cfg(all(unix, target_arch = "arm"))]', True),
        ('#[cfg(feature = "fast")]', True),
        ('#[cfg(not(feature = "fast"))]', False),
        ("#[cfg(test)]", False),
        ("#[cfg(not(test))]", False),
        ("#[cfg(all(test, windows))]", True),
        ("#[cfg(any(test, windows))]", False),
        ("#[inline]\n#[cfg(windows)]", True),
        ("#[cfg_attr(windows, inline)]", False),
        ("#[cfg(", False),
        ("#[cfg()]", False),
    ],
)
def test_conditions(text: str, left_out: bool) -> None:
    assert is_left_out(text) is left_out
