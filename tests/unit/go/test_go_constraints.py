"""Which files a build for linux/amd64 without cgo takes."""

import pytest

from blastlens.languages.go.constraints import is_for_another_system, is_left_out


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("a/open.go", False),
        ("a/open_linux.go", False),
        ("a/open_amd64.go", False),
        ("a/open_linux_amd64_test.go", False),
        ("a/open_windows.go", True),
        ("a/open_windows_test.go", True),
        ("a/open_linux_arm64.go", True),
        ("a/open_darwin_amd64.go", True),
        ("a/linux.go", False),
        ("a/windows.go", False),
        ("a/user_windows_service.go", False),
        ("windows/open.go", False),
    ],
)
def test_systems_in_names(name: str, other: bool) -> None:
    assert is_for_another_system(name) is other


@pytest.mark.parametrize(
    ("line", "left_out"),
    [
        ("//go:build linux", False),
        ("//go:build !linux", True),
        ("//go:build linux && amd64", False),
        ("//go:build linux && !amd64", True),
        ("//go:build windows || unix", False),
        ("//go:build !(windows || plan9) && go1.18", False),
        ("//go:build cgo", True),
        ("//go:build ignore", True),
        ("//go:build integration // comment", True),
        ("//go:build linux &&", False),
        ("//go:build", False),
        ("// +build windows", True),
        ("// +build windows linux", False),
        ("// +build linux,!cgo", False),
        ("//+build linux\n// +build cgo", True),
        ("//go:build linux\n// +build windows", False),
        ("// go:build windows", False),
    ],
)
def test_lines_in_front_of_the_package(line: str, left_out: bool) -> None:
    assert is_left_out(f"// Copyright\n\n{line}\n\npackage a\n".encode()) is left_out
