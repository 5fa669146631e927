"""The linker's view of a root: facts of changed files over those of the fact cache, members over the store."""

from bisect import insort
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence

from blastlens.facts import encoding
from blastlens.facts.file_facts import FileFacts, Use
from blastlens.model.members import BASE_MARK
from blastlens.session.judged_edges import JudgedEdges

Members = tuple[Sequence[tuple[str, int]], Sequence[str]]  # as `model.members.members_of` gives them

Encoded = Callable[[str], bytes | None]


class DecodedFacts:
    """Facts by path, decoded when asked for; the least recently used are let go beyond `budget` encoded bytes (decoded facts
    take about ten times as much)."""

    def __init__(self, encoded: Encoded, budget: int) -> None:
        self._encoded = encoded
        self._budget = budget
        self._held = 0
        self._facts: OrderedDict[str, tuple[FileFacts | None, int]] = OrderedDict()

    def get(self, path: str) -> FileFacts | None:
        found = self._facts.get(path)
        if found is not None:
            self._facts.move_to_end(path)
            return found[0]
        blob = self._encoded(path)
        facts = None
        if blob is not None:
            facts = encoding.decode(blob)
        self.put(path, facts, len(blob or b""))
        return facts

    def paths(self) -> list[str]:
        """What is decoded."""
        return list(self._facts)

    def held(self, path: str) -> FileFacts | None:
        """The facts of a path if they are decoded already."""
        found = self._facts.get(path)
        return found[0] if found is not None else None

    def put(self, path: str, facts: FileFacts | None, size: int) -> None:
        self.drop(path)
        self._facts[path] = (facts, size)
        self._held += size
        while self._held > self._budget and len(self._facts) > 1:
            _, (_, dropped) = self._facts.popitem(last=False)
            self._held -= dropped

    def drop(self, path: str) -> None:
        found = self._facts.pop(path, None)
        if found is not None:
            self._held -= found[1]


def forget_own(facts: FileFacts) -> None:
    """Drop what only the link of the file itself asks of its facts, since a linker keeps the facts of all files: places, and the
    uses that hand nothing over (`model.handing` reads the calls)."""
    facts.uses = [use for use in facts.uses if use[2] == Use.CALL]
    facts.use_spans.clear()
    facts.def_spans.clear()
    facts.import_spans.clear()


class StoreMembers:
    """Where names of methods and properties stand according to the store (before the change); remembered from save to save,
    as long as `at` is told of each."""

    def __init__(
        self,
        members: Callable[[str], Sequence[tuple[str, int]]],
        getters: Callable[[str], Sequence[str]],
    ) -> None:
        self._ask_members, self._ask_getters = members, getters
        self._members: dict[str, Sequence[tuple[str, int]]] = {}
        self._getters: dict[str, Sequence[str]] = {}
        self._revision = 0

    def members(self, name: str) -> Sequence[tuple[str, int]]:
        found = self._members.get(name)
        if found is None:
            found = self._members[name] = self._ask_members(name)
        return found

    def getters(self, name: str) -> Sequence[str]:
        found = self._getters.get(name)
        if found is None:
            found = self._getters[name] = self._ask_getters(name)
        return found

    def at(self, revision: int) -> "StoreMembers":
        """As of this revision of the store."""
        if revision != self._revision:
            self.forget()
            self._revision = revision
        return self

    def forget(self) -> None:
        self._members, self._getters = {}, {}

    def advance(self, revision: int, names: Iterable[str]) -> None:
        """The store has come from the revision at hand to this one; only these names stand elsewhere now."""
        self._revision = revision
        for name in names:
            self._members.pop(name, None)
            self._getters.pop(name, None)


def nothing_stored() -> StoreMembers:
    return StoreMembers(lambda _name: (), lambda _name: ())


class SessionProgram:
    """`link.ports.Program` of one moment. `paths`: every indexed path after the change; `own`: members of files that were
    extracted anew; `stored`: members of the files before the change, of which those in `outdated` (changed or removed) are ignored."""

    def __init__(
        self,
        paths: Iterable[str],
        facts: Callable[[str], FileFacts | None],
        own: Mapping[str, Members],
        outdated: Iterable[str],
        stored: StoreMembers | None = None,
        judged: JudgedEdges | None = None,
    ) -> None:
        self._judged = judged or JudgedEdges()
        self._paths = sorted(paths)
        self._present = frozenset(self._paths)
        self._facts = facts
        self._outdated = frozenset(outdated)
        self._stored = stored or nothing_stored()
        self._own_members: dict[str, list[tuple[str, int]]] = {}
        self._own_getters: set[str] = set()
        for path, (members, getters) in own.items():
            for name, index in members:
                self._own_members.setdefault(name, []).append((path, index))
            self._own_getters.update(getters)
        self._members: dict[str, tuple[tuple[str, int], ...]] = {}
        self._getters: dict[str, bool] = {}

    def facts(self, path: str) -> FileFacts | None:
        return self._facts(path) if path in self._present else None

    def paths(self) -> Sequence[str]:
        return self._paths

    def members_named(self, name: str) -> Sequence[tuple[str, int]]:
        found = self._members.get(name)
        if found is None:
            rows = [row for row in self._stored.members(name) if row[0] not in self._outdated]
            for row in self._own_members.get(name, ()):
                insort(rows, row)
            found = self._members[name] = tuple(rows)
        return found

    def derived_from(self, name: str) -> Sequence[tuple[str, int]]:
        return self.members_named(BASE_MARK + name)

    def has_getter(self, name: str) -> bool:
        found = self._getters.get(name)
        if found is None:
            elsewhere = any(path not in self._outdated for path in self._stored.getters(name))
            found = self._getters[name] = name in self._own_getters or elsewhere
        return found

    def judged(self, path: str) -> Mapping[tuple[str, str], str]:
        return self._judged.of_file(path)
