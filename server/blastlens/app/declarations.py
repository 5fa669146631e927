"""Declarations that stand apart from what they declare, which are one symbol with it for whoever asks."""

from blastlens.facts.file_facts import DefFlag, may_override
from blastlens.languages.registry import language_for
from blastlens.model.folders import shared_folders
from blastlens.model.graph import Graph
from blastlens.model.symbol import Symbol


def defined(graph: Graph, found: list[Symbol]) -> list[Symbol]:
    """Symbols with the definitions of those that are only declared in their place, each once; in the order of `found`."""
    out: dict[str, Symbol] = {}
    for symbol in found:
        for one in definitions_of(graph, symbol) or [symbol]:
            out.setdefault(one.id, one)
    return list(out.values())


def definitions_of(graph: Graph, symbol: Symbol) -> list[Symbol]:
    """What a declaration in a header stands for: the nearest where there are several; nothing for what is none, or is defined nowhere."""
    language = language_for(symbol.file)
    is_declared = symbol.is_callable and symbol.flags & DefFlag.SIGNATURE and not symbol.flags & DefFlag.ABSTRACT
    if language is None or not is_declared or language.rules.scoping.package != "linkage":
        return []
    found = [one for one in graph.symbols_named(symbol.name) if _defines(one, symbol)]
    near = max((shared_folders(one.file, symbol.file) for one in found), default=0)
    return [one for one in found if shared_folders(one.file, symbol.file) == near]


def _defines(one: Symbol, declaration: Symbol) -> bool:
    language = language_for(one.file)
    if language is None or language.rules.scoping.package != "linkage" or not one.is_callable:
        return False
    if one.flags & DefFlag.SIGNATURE or not may_override(one.flags, declaration.flags):
        return False
    if one.file != declaration.file and one.flags & DefFlag.PRIVATE:
        return False
    names = (one.qualname, declaration.qualname)  # either may leave out the namespaces around
    return names[0] == names[1] or any(a.endswith("." + b) for a, b in (names, names[::-1]))
