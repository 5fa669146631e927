"""`Linker`: one file's uses to edges. See `link/__init__` for the law it keeps."""

from array import array
from collections.abc import Mapping
from typing import Final

from blastlens.languages.registry import LANGUAGES
from blastlens.languages.rules import Layout, LinkRules
from blastlens.link.frame import Frame
from blastlens.link.hashing import key_hash
from blastlens.link.judged import Judged
from blastlens.link.machine import INF
from blastlens.link.ports import FileLinks, Program
from blastlens.link.surveyed import SurveyedNames
from blastlens.link.unit import Unit

# Evaluation nests about eight Python frames per step; run the linker in a thread with this much stack.
RECURSION_LIMIT: Final = 20_000
STACK_BYTES: Final = 256 * 1024 * 1024


class Linker(Judged):
    """Links files of one program at one moment. Keeps what it evaluated, so linking many files with one linker is cheaper
    than one linker each; results are the same. Not thread-safe. Needs `RECURSION_LIMIT` and `STACK_BYTES`."""

    def __init__(
        self,
        program: Program,
        rules: LinkRules | None = None,
        layout: Layout | None = None,
        frameworks: Mapping[str, Mapping[str, str]] | None = None,
    ) -> None:
        """`frameworks`: a user's, class -> attribute -> type; other ones may give other edges."""
        super().__init__(program, rules or LANGUAGES[0].rules, layout, frameworks)
        self._handing = {}
        self.learn_names()

    def survey(self) -> None:
        """Look at every file first: a name that no file binds needs no evaluation. Worth its while when most files are to be
        linked; the edges are the same with and without."""
        names = SurveyedNames(self.protocols.module_missing, self.scoping.special_prefix, self.scoping.exports)
        for path in self.program.paths():
            facts = self.program.facts(path)
            if facts is not None:
                names.add(facts)
        self.surveyed = names

    def link(self, path: str) -> FileLinks:
        """Link one file. Never raises for what is in a file."""
        unit = self.unit(path)
        if unit is None:
            return FileLinks(path, (), (), frozenset(), frozenset(), (), self.tests.is_test_file(path), 0, 0, 0, b"")
        self._reset(path)
        self.start()
        self.link_uses(unit)
        self.link_bases(unit)
        self.link_fits(unit)
        self.link_variants(unit)
        self.link_imports(unit)
        self.find_blind_spots(unit)
        self.note_patches(unit)
        tests = self.collected_tests(unit)
        fixtures = self.fixtures(unit)
        self.link_fixture_requests(unit, tests)
        entry_points = self.entry_points(unit, tests | fixtures)
        edges = (*self.edges.edges(unit.source_id(0), unit.facts.started), *self.imports.edges())
        if said := self.program.judged(path):
            edges = self.as_judged(edges, said)
        blind_spots = self.blind_spots()
        unit.forget()
        whole: frozenset[int] = frozenset((-1,)) if self.tests.is_test_itself(path, unit.facts) else frozenset()
        return FileLinks(
            path,
            edges,
            tuple(sorted(self.unresolved)),
            tests | whole,
            fixtures - tests,
            entry_points,
            self.tests.is_test_file(path),
            self.total,
            self.resolved,
            self.external,
            self._reads(unit),
            self.inferred,
            self.ambiguous,
            blind_spots,
            self.owners_apart(unit),
        )

    def enter_file(self, path: str) -> Unit | None:
        """Make ready to evaluate expressions of a file, outside of its link."""
        unit = self.unit(path)
        if unit is not None:
            self._reset(path)
            self.start()
        return unit

    def owners_apart(self, unit: Unit) -> tuple[tuple[int, str], ...]:
        """The types of the functions that stand apart from them."""
        out = []
        for number, row in enumerate(unit.defs):
            if row.member_of >= 0:
                for value in self.evaluate(unit, row.ctx, row.member_of):
                    if value[0] in ("class", "generic", "inst") and value[1] >= 0:
                        out.append((number, self.units[value[1]].ids[value[2]]))
                        break
        return tuple(out)

    def _reset(self, path: str) -> None:
        self.frame = Frame(path)
        self.low = INF
        self.active.clear()
        self.file_done.clear()
        self.provisional.clear()

    def _reads(self, unit: Unit) -> bytes:
        reads = self.frame.reads
        reads.add(key_hash(("module", f"root {unit.path}")))
        reads.add(key_hash(("declared", unit.path)))
        return array("Q", sorted(reads)).tobytes()
