"""LCOV tracefiles (`geninfo(1)`), as lcov, istanbul, c8, vitest, coverage.py and cargo-llvm-cov write them."""

from blastlens.session.coverage.report import FileLines, Lines, Report, ReportError


def read_lcov(data: bytes) -> Report:
    """Raises `ReportError` for a text without a single record."""
    found: list[FileLines] = []
    path = ""
    here = Lines()
    begins: dict[str, int] = {}  # function -> line
    numbered: dict[str, int] = {}  # the newer form: index -> line
    for raw in data.decode("utf-8", "replace").splitlines():
        key, _, value = raw.strip().partition(":")
        if key == "SF":
            path, here, begins, numbered = value, Lines(), {}, {}
        elif key == "DA":
            line, count = _numbers(value)
            here.line(line, count > 0)
        elif key == "FN":
            first, _, name = value.partition(",")
            end, separator, rest = name.partition(",")
            begins[rest if separator and end.isdigit() else name] = _number(first)
        elif key == "FNDA":
            count_text, _, name = value.partition(",")
            here.function(begins.get(name, 0), _number(count_text) > 0, name)
        elif key == "FNL":
            index, _, rest = value.partition(",")
            numbered[index] = _number(rest.partition(",")[0])
        elif key == "FNA":
            index, _, rest = value.partition(",")
            count_text, _, name = rest.partition(",")
            here.function(numbered.get(index, 0), _number(count_text) > 0, name)
        elif key == "end_of_record" and path:
            found.append(here.file(path))
            path = ""
    if not found:
        raise ReportError("it has no record of a file")
    return Report("LCOV", tuple(found))


def _numbers(value: str) -> tuple[int, int]:
    line, _, rest = value.partition(",")
    return _number(line), _number(rest.partition(",")[0])


def _number(text: str) -> int:
    """0 for what is no count; lcov writes counts that overflowed as negative numbers."""
    text = text.strip()
    return int(text) if text.isascii() and text.isdigit() else 0
