"""Markdown to cases. The format is described in README.md beside this file."""

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from spec_kit.spec import Case, Claim, Expect, Query, Source, SpecError, Step

EDGE_VERBS = ("calls", "references", "decorates", "reads", "implicit", "extends", "implements", "imports")
OTHER_VERBS = ("unresolved", "external", "lens", "hover", "finding", "defines")

_HEADING = re.compile(r"^(#{1,2})\s+(.*\S)\s*$")
_PATH_LINE = re.compile(r"^`([^`]+)`\s*$")
_FENCE = re.compile(r"^(`{3,}|~{3,})\s*(\S*)\s*$")
_STEP = re.compile(r"^(save|delete|rename|commit)(?:\s+`([^`]+)`(?:\s+to\s+`([^`]+)`)?)?$")
_CLAIM = re.compile(r"^(\s*)(#|//)(\s*)(\^+|<-)\s+(\S.*)$")
_BUG = re.compile(r"\bbug:\s*(.*)$")
_TEXT = re.compile(rf"^(not\s+)?({'|'.join(EDGE_VERBS + OTHER_VERBS)})\b\s*(.*?)\s*(?:\[([a-z_]+)\])?$")


def parse(text: str) -> list[Case]:
    """Raises `SpecError` for whatever does not fit the format, so that nothing is silently left unchecked."""
    return _Parser(text).cases()


class _Parser:
    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.at = 0
        self.found: list[Case] = []
        self.path: str | None = None  # the path line that the next fence belongs to
        self.query: tuple[str, int] | None = None

    def cases(self) -> list[Case]:
        while self.at < len(self.lines):
            line = self.lines[self.at]
            heading, fence, path = _HEADING.match(line), _FENCE.match(line), _PATH_LINE.match(line)
            if heading and len(heading[1]) == 1:
                self._end_step()
                self.found.append(Case(heading[2], self.at + 1, [Step("start", (), self.at + 1)]))
            elif heading:
                self._end_step()
                self._start_step(heading[2])
            elif fence:
                self._block(fence[1], fence[2])
                continue
            elif path:
                self.path = path[1]
            else:
                self._prose(line)
            self.at += 1
        self._end_step()
        for case in self.found:
            if not any(step.sources for step in case.steps):
                raise SpecError(f"line {case.spec_line}: case {case.title!r} has no file")
        return self.found

    def _prose(self, line: str) -> None:
        bug = _BUG.match(line.strip())
        if bug:
            self._case().bugs.append(_reason(bug[1], self.at + 1))

    def _case(self) -> Case:
        if not self.found:
            raise SpecError(f"line {self.at + 1}: a block before the first heading")
        return self.found[-1]

    def _start_step(self, heading: str) -> None:
        step = _STEP.match(heading)
        if not step or (step[1] == "rename") != bool(step[3]) or (step[1] == "commit") == bool(step[2]):
            steps = "save `F`, delete `F`, rename `F` to `G` or commit"
            raise SpecError(f"line {self.at + 1}: a step is {steps}, not {heading!r}")
        paths = tuple(path for path in (step[2], step[3]) if path)
        self._case().steps.append(Step(step[1], paths, self.at + 1))
        # The fence below a step needs no path line: it is the file of the step.
        self.path = paths[-1] if step[1] not in ("delete", "commit") else None

    def _end_step(self) -> None:
        if self.query:
            raise SpecError(f"line {self.query[1]}: a query without an expect block")
        if not self.found:
            return
        step = self.found[-1].steps[-1]
        if step.verb == "save" and not any(source.path == step.paths[0] for source in step.sources):
            raise SpecError(f"line {step.spec_line}: save without the new content")
        if step.verb not in ("start", "commit") and step.report is None:
            raise SpecError(f"line {step.spec_line}: a step without an expect block (extracted:, relinked:)")
        self.path = None

    def _block(self, fence: str, info: str) -> None:
        opened = self.at
        self.at += 1
        while self.at < len(self.lines) and self.lines[self.at].rstrip() != fence:
            self.at += 1
        if self.at == len(self.lines):
            raise SpecError(f"line {opened + 1}: a fence that does not end")
        body = self.lines[opened + 1 : self.at]
        step = self._case().steps[-1]
        if info == "query":
            if self.query or len(body) != 1:
                raise SpecError(f"line {opened + 1}: a query is one line, followed by its expect block")
            self.query = (body[0].strip(), opened + 1)
        elif info == "expect":
            self._expect(step, Expect(body, opened + 2, self.at + 1))
        elif self.path is None:
            raise SpecError(f"line {opened + 1}: a block without a path line above it")
        else:
            step.sources.append(_source(self.path, body, opened + 2))
            self.path = None
        self.at += 1

    def _expect(self, step: Step, expect: Expect) -> None:
        if self.query:
            step.queries.append(Query(self.query[0], self.query[1], expect))
            self.query = None
        elif step.verb == "start" or step.report or step.queries:
            raise SpecError(f"line {expect.first}: an expect block without a query")
        else:
            step.report = expect


def _source(path: str, body: list[str], first: int) -> Source:
    if PurePosixPath(path).is_absolute() or ".." in PurePosixPath(path).parts:
        raise SpecError(f"line {first}: {path!r} leaves the root")
    kept: list[str] = []
    claims: list[Claim] = []
    for offset, line in enumerate(body):
        claim = _CLAIM.match(line)
        if claim is None:
            kept.append(line)
        elif not kept:
            raise SpecError(f"line {first + offset}: a claim without a line above it")
        else:
            claims.append(_claim(path, kept, claim, first + offset))
    return Source(path, "".join(f"{line}\n" for line in kept), tuple(claims))


def _claim(path: str, kept: list[str], found: re.Match[str], spec_line: int) -> Claim:
    indent, sign, space, mark, text = found.groups()
    start = len(indent) if mark == "<-" else len(indent + sign + space)
    end = start + (1 if mark == "<-" else len(mark))
    above = kept[-1]
    if end > len(above):
        raise SpecError(f"line {spec_line}: the carets stand beyond the end of the line above")
    bug = _BUG.search(text)
    if bug:
        text = text[: bug.start()].rstrip()
    parsed = _TEXT.match(text)
    if parsed is None:
        raise SpecError(f"line {spec_line}: {text!r} is no claim; verbs are {', '.join(EDGE_VERBS + OTHER_VERBS)}")
    negated, verb, what, basis = parsed.groups()
    if what.startswith("::"):
        what = path + what
    return Claim(
        path,
        len(kept),
        len(above[:start].encode()),
        len(above[:end].encode()),
        verb,
        what,
        basis or "",
        bool(negated),
        _reason(bug[1], spec_line) if bug else "",
        spec_line,
    )


def _reason(text: str, spec_line: int) -> str:
    if not text.strip():
        raise SpecError(f"line {spec_line}: bug: needs a reason")
    return text.strip()


def known_bugs(case: Case) -> Iterator[str]:
    """Reasons of the known wrong answers that a case asserts."""
    yield from case.bugs
    for step in case.steps:
        for source in step.sources:
            yield from (claim.bug for claim in source.claims if claim.bug)
