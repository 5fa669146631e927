"""Build constraints: which files a build for linux/amd64 without cgo takes."""

import re
from typing import Final

# fmt: off
_SYSTEMS: Final = frozenset(
    (
        "aix", "android", "darwin", "dragonfly", "freebsd", "hurd", "illumos", "ios", "js", "linux", "nacl", "netbsd",
        "openbsd", "plan9", "solaris", "wasip1", "windows", "zos",
    )
)
_MACHINES: Final = frozenset(
    (
        "386", "amd64", "amd64p32", "arm", "armbe", "arm64", "arm64be", "loong64", "mips", "mipsle", "mips64",
        "mips64le", "mips64p32", "mips64p32le", "ppc", "ppc64", "ppc64le", "riscv", "riscv64", "s390", "s390x", "sparc",
        "sparc64", "wasm",
    )
)
# fmt: on
_TAKEN: Final = frozenset(("linux", "amd64", "unix", "gc"))
_RELEASE: Final = re.compile(r"go1(?:\.\d+)?")
_GO_BUILD: Final = re.compile(rb"^//go:build[ \t]+([^\r\n]*)", re.MULTILINE)
_PLUS_BUILD: Final = re.compile(rb"^//[ \t]*\+build[ \t]+([^\r\n]*)", re.MULTILINE)
_PACKAGE: Final = re.compile(rb"^package\b", re.MULTILINE)
_TOKEN: Final = re.compile(r"\s*(\|\||&&|!|\(|\)|[\w.]+)")
_HEAD: Final = 16_384
_MOST_TOKENS: Final = 400


def is_for_another_system(path: str) -> bool:
    """Whether a file's name says that it is for another system or machine: `x_windows.go`, `x_linux_arm64_test.go`."""
    name = path.rpartition("/")[2].removesuffix(".go").removesuffix("_test")
    parts = name.split("_")[1:]
    if not parts:
        return False
    if parts[-1] in _MACHINES:
        known = [parts[-1], *(part for part in parts[-2:-1] if part in _SYSTEMS)]
    else:
        known = [part for part in parts[-1:] if part in _SYSTEMS]
    return any(part not in _TAKEN for part in known)


def is_left_out(source: bytes) -> bool:
    """Whether the lines in front of the package clause leave the file out of the build."""
    head = source[:_HEAD]
    end = _PACKAGE.search(head)
    head = head[: end.start()] if end else head
    line = _GO_BUILD.search(head)
    if line is not None:
        return not _Condition(line[1].decode("utf-8", "replace").partition("//")[0]).holds()
    lines = _PLUS_BUILD.findall(head)
    return any(not _any_of(one.decode("utf-8", "replace")) for one in lines)


def _is_set(tag: str) -> bool:
    return tag in _TAKEN or _RELEASE.fullmatch(tag) is not None


def _any_of(line: str) -> bool:
    """`// +build a,!b c`: a and not b, or c."""
    return any(
        all(_is_set(tag.removeprefix("!")) != tag.startswith("!") for tag in option.split(","))
        for option in line.split()
    )


class _Condition:
    """`//go:build a && !(b || c)`. What cannot be read holds."""

    def __init__(self, text: str) -> None:
        self._tokens = _TOKEN.findall(text)[:_MOST_TOKENS]
        self._at = 0

    def holds(self) -> bool:
        found = self._any()
        return found if self._at == len(self._tokens) else True

    def _next(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def _any(self) -> bool:
        found = self._all()
        while self._next() == "||":
            self._at += 1
            found = self._all() or found
        return found

    def _all(self) -> bool:
        found = self._one()
        while self._next() == "&&":
            self._at += 1
            found = self._one() and found
        return found

    def _one(self) -> bool:
        token = self._next()
        self._at += 1
        if token == "!":
            return not self._one()
        if token == "(":
            found = self._any()
            self._at += 1
            return found
        return _is_set(token)
