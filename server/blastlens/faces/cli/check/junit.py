"""JUnit XML: a test case a rule, failed where it has findings of level error."""

import re
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from blastlens.app.answer import Answer
from blastlens.faces.cli.check.text import place, related
from blastlens.faces.cli.console import Console

_MOST_RELATED: Final = 5
_NO_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def show(console: Console, answer: Answer) -> None:
    rules = [(name, about) for name, about in answer.extra["rules"].items() if about["level"] != "off"]
    failed = [name for name, about in rules if about["level"] == "error" and about["found"]]
    console.line('<?xml version="1.0" encoding="UTF-8"?>')
    console.line(f'<testsuite name="blastlens check" tests="{len(rules)}" failures="{len(failed)}" errors="0">')
    for name, about in rules:
        told = _told(answer, name)
        console.line(f'  <testcase classname="blastlens" name={quoteattr(name)}>')
        if name in failed:
            message = quoteattr(f"{about['found']} of {name}")
            console.line(f"    <failure message={message}>{told}</failure>")
        elif told:
            console.line(f"    <system-out>{told}</system-out>")
        console.line("  </testcase>")
    console.line("</testsuite>")


def _told(answer: Answer, rule: str) -> str:
    lines = []
    for row in answer.results:
        if row["rule"] == rule:
            lines += [f"{place(row)}: {row['message']}", *(f"    {line}" for line in related(row, _MOST_RELATED))]
    return escape(_NO_XML.sub("�", "\n".join(lines)))
