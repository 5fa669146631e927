"""A tiny language and linker, enough to try the session's rules: a file defines names and calls names.

Source lines: `def NAME` defines a function, `class NAME` a class, `  def NAME` (indented) a method of the last class,
`call NAME` calls every file's function of that name, `read NAME` every method. `boom` makes the linker fail.
"""

import hashlib
from array import array
from typing import Any

from blastlens.facts.file_facts import Def, Expr, FileFacts, Scope, ScopeKind
from blastlens.link.ports import FileLinks, Moment, Program
from blastlens.model.edge import Basis, Edge, EdgeKind, Site, UnresolvedUse
from blastlens.model.symbol import make_id, module_id
from blastlens.session.toolchain import Toolchain


class TinyLanguage:
    name = "tiny"
    suffixes = frozenset({".tiny"})
    grammar = "tiny"
    comment_kinds: frozenset[str] = frozenset()
    extractor_version = 1
    editor_ids: tuple[str, ...] = ("tiny",)

    def walk(self, root: Any, source: bytes, parse: Any) -> FileFacts:
        raise NotImplementedError

    def generated_reason(self, _path: str, head: bytes) -> str | None:
        return "generated" if head.startswith(b"# generated") else None


TINY = TinyLanguage()


def facts_of(data: bytes) -> FileFacts:
    names: list[str] = []
    defs: list[Def] = []
    spans: list[tuple[int, int, int, int, int]] = []
    uses: list[tuple[int, int, int]] = []
    use_spans: list[tuple[int, ...]] = []
    problems: list[tuple[int, str]] = []
    last_class = -1
    for line, text in enumerate(data.decode("utf-8", "replace").splitlines(), 1):
        words = text.split()
        if len(words) == 2 and words[0] in ("def", "class"):
            parent = last_class if text.startswith(" ") else -1
            is_class = words[0] == "class"
            index = len(defs)
            if is_class:
                last_class = index
            digest = int.from_bytes(hashlib.blake2b(text.encode(), digest_size=7).digest(), "little")
            defs.append(
                Def(
                    len(names),
                    is_class,
                    parent,
                    0,
                    0,
                    0,
                    0,
                    0,
                    index,
                    [],
                    [],
                    -1,
                    [],
                    [],
                    [],
                    [],
                    [],
                    {},
                    {},
                    1,
                    0,
                    digest,
                )
            )
            names.append(words[1])
            spans.append((line, line, line, 4, 4 + len(words[1].encode())))
        elif len(words) == 2 and words[0] in ("call", "read"):
            uses.append((0, len(names), 0 if words[0] == "call" else 3))
            names.append(words[1])
            use_spans.append((line, 5, 5 + len(words[1].encode())))
        elif words and words[0] == "broken":
            problems.append((line, "syntax error"))
    count = data.count(b"\n") + 1
    return FileFacts(
        "tiny",
        names,
        [(Expr.CALL, 0, 0) for _ in names],  # a use's expr is the number of its name: a call without arguments
        [],
        [Scope(ScopeKind.MODULE, -1, -1, {}, {}, {})],
        [],
        [],
        defs,
        [],
        None,
        uses,
        spans,
        use_spans,
        [],
        count,
        problems,
        [],
        0,
    )


def key(*parts: str) -> int:
    return int.from_bytes(hashlib.blake2b("\0".join(parts).encode(), digest_size=8).digest(), "little")


def changed_keys(_path: str, before: FileFacts | None, after: FileFacts | None) -> set[int]:
    def by_name(facts: FileFacts | None) -> set[tuple[str, int]]:
        if facts is None:
            return set()
        return {
            (f"{'method' if d.parent >= 0 and not d.is_class else 'name'} {facts.names[d.name]}", index)
            for index, d in enumerate(facts.defs)
        }

    return {key(what) for what, _ in by_name(before) ^ by_name(after)}


def layout_keys(_before: Moment, _after: Moment) -> set[int]:
    return set()


class TinyLinker:
    def __init__(self, program: Program) -> None:
        self._program = program

    def survey(self) -> None:
        """Nothing to gain here."""

    def link(self, path: str) -> FileLinks:
        facts = self._program.facts(path)
        assert facts is not None
        edges: list[Edge] = []
        unresolved: list[UnresolvedUse] = []
        reads: set[int] = set()
        source = module_id(path)
        for (_, name, kind), span in zip(facts.uses, facts.use_spans, strict=True):
            text = facts.names[name]
            if text == "boom":
                raise RuntimeError("boom")
            site = Site(span[0], span[1], span[2])
            targets = self._methods(text) if kind else self._functions(text)
            reads.add(key(f"{'method' if kind else 'name'} {text}"))
            if not targets:
                unresolved.append(UnresolvedUse(source, text, site))
            wanted = EdgeKind.READS if kind else EdgeKind.CALLS
            edges += [Edge(source, wanted, target, 0.9, Basis.IMPORT, (site,)) for target in targets]
        entries = tuple((i, "main") for i, d in enumerate(facts.defs) if facts.names[d.name] == "main")
        tests = frozenset(i for i, d in enumerate(facts.defs) if facts.names[d.name].startswith("test"))
        packed = array("Q", sorted(reads)).tobytes()
        resolved = len(facts.uses) - len(unresolved)
        return FileLinks(
            path, tuple(edges), tuple(unresolved), tests, frozenset(), entries, path.startswith("test"),
            len(facts.uses), resolved, 0, packed,
        )  # fmt: skip

    def _functions(self, name: str) -> list[str]:
        found = []
        for path in self._program.paths():
            facts = self._program.facts(path)
            assert facts is not None
            if any(facts.names[d.name] == name and d.parent < 0 for d in facts.defs):
                found.append(make_id(path, name))
        return found

    def _methods(self, name: str) -> list[str]:
        found = []
        for path, index in self._program.members_named(name):
            facts = self._program.facts(path)
            assert facts is not None
            definition = facts.defs[index]
            owner = facts.names[facts.defs[definition.parent].name]
            found.append(make_id(path, f"{owner}.{name}"))
        return found


def tiny_tools(version: str = "1", extractions: list[bytes] | None = None) -> Toolchain:
    """`extractions` collects the bytes of every file that is extracted in this process."""

    def extract(_language: Any, data: bytes) -> FileFacts:
        if extractions is not None:
            extractions.append(data)
        return facts_of(data)

    return Toolchain(
        version=version,
        language_for=lambda path: TINY if path.endswith(".tiny") else None,
        other_suffixes=frozenset({".go"}),
        extractor_version=lambda language: f"{language.name}-1",
        extract=extract,
        linker=TinyLinker,
        changed_keys=changed_keys,
        is_manifest=lambda _path: False,
        layout_keys=layout_keys,
        borne_keys=lambda _: set(),
    )
