"""Names that break formats: what ends strings, tags and comments in one of them, what none can hold, and what is merely odd."""

import random
from collections.abc import Callable
from pathlib import Path

from blastlens.analyses.hops import Hops
from blastlens.analyses.subgraph import Selection, Subgraph, subgraph
from blastlens.model.edge import Basis, Edge, EdgeKind, Site
from blastlens.model.graph import FileRecord
from blastlens.model.memory_graph import MemoryGraph
from blastlens.model.symbol import MODULE_NAME, Symbol, SymbolKind, make_id, module_id

NAMES = (
    "plain",
    'double " quote',
    "single ' quote",
    "`backticks`",
    "two\nlines\r\nand a\rreturn",
    "\ttabs\t",
    "]]> ends a section",
    "</script><script>alert(1)</script>",
    "<!-- comment -->",
    "<b>bold</b> & &amp; &#38; #quot; #35;",
    "\\",
    "back\\slash\\",
    "\\u0027 \\n \\\\u0041 \\N \\G",
    '\\" or \\\\"',
    "%% comment %%{init: {}}%%",
    "end",
    "a|b[c](d){e}(f)",
    "[[link]] ![[embed]] #tag ^block $x$ ==mark== ~~no~~",
    "# heading",
    "- item: value",
    "=cmd|' /C calc'!A0",
    "a,b;c",
    "семь слов и 漢字",
    "e\u0301 and \u00e9",
    "😀👩‍👩‍👧",
    "\u202ertl\u202c עברית",
    "\ufeffbom",
    "bell\x07 escape\x1b[31m delete\x7f next\x85",
    "not a character \ufffe\uffff",
    "lone \udc80\udcff",
    "line \u2028 paragraph \u2029",
    "${injected} {{injected}} %(injected)s",
    "__proto__",
    "constructor",
    "CON",
    "nul.txt",
    "trailing. ",
    ".hidden",
    "Plain",
    "very long " * 100,
)
_ALPHABET = "ab'\"`\\<>&#%|[](){}\n\r\t ;:,=-/*$^~\x00\x07\x1b\x85\u00e9\u2028\udc80\ufffe😀𐐷"


def names(count: int = 120) -> list[str]:
    """All of the above, and random mixtures of what does harm, the same in every run."""
    chance = random.Random(20)
    mixed = ["".join(chance.choices(_ALPHABET, k=chance.randint(1, 12))) for _ in range(count)]
    return list(dict.fromkeys((*NAMES, *mixed)))


def graph_of(
    texts: list[str], path: Callable[[str], str] = lambda text: f"src/{text.replace('/', '_')}.py"
) -> Subgraph:
    """A file for each text, named after it, with one function of that name, which calls the next."""
    files = sorted({path(text) for text in texts})
    symbols = [_symbol(module_id(file), SymbolKind.MODULE, MODULE_NAME, file, None) for file in files]
    functions = {make_id(path(text), text.replace("::", ":")): (text, path(text)) for text in texts}
    for one, (text, file) in functions.items():
        symbols.append(_symbol(one, SymbolKind.FUNCTION, text, file, module_id(file)))
    ids = list(functions)
    edges = [
        Edge(a, EdgeKind.CALLS, b, 0.9, Basis.LEXICAL, (Site(number + 1, 0, 1),))
        for number, (a, b) in enumerate(zip(ids, [*ids[1:], ids[0]], strict=True))
    ]
    records = [FileRecord(file, "python", "", 1, False, "indexed", "") for file in files]
    graph = subgraph(Hops(MemoryGraph(records, symbols, edges)), Selection())
    graph.facts.update(project="hostile", min_confidence=0.0, complete=True, reason=None)
    return graph


def _symbol(one: str, kind: SymbolKind, name: str, file: str, parent: str | None) -> Symbol:
    return Symbol(one, kind, name, file, 1, 0, 1, 1, 2, parent, 0, False, 1, 0, 0)


def text_of(export: Callable[[Subgraph], object], graph: Subgraph) -> str:
    """The text of an export that is one file."""
    (part,) = export(graph)  # type: ignore[misc]
    return "".join(part.text)


def written(text: str, file: Path) -> Path:
    file.write_text(text, "utf-8", newline="\n")
    return file
