"""Whether claims hold in the graph and the views of one revision; a failure is a sentence."""

from collections.abc import Iterable, Iterator, Sequence

from blastlens.app.api import Blastlens
from blastlens.model.edge import Edge, EdgeKind, UnresolvedUse
from blastlens.model.graph import Graph
from spec_kit.parser import EDGE_VERBS
from spec_kit.spec import Claim, Source

_IMPORT_TARGET = "::<module>"


def failures(source: Source, graph: Graph, app: Blastlens) -> list[str]:
    """One message for each claim of `source` that does not hold, with the line of the spec."""
    edges = [edge for symbol in graph.symbols_in(source.path) for edge in graph.outgoing(symbol.id)]
    missing = [use for use in _unresolved(graph, source) if use.source.rpartition("::")[0] == source.path]
    out: list[str] = []
    for claim in source.claims:
        if claim.verb in EDGE_VERBS:
            out += _edge_claim(claim, source.claims, edges, missing)
        elif claim.verb in ("unresolved", "external"):
            out += _use_claim(claim, source.claims, edges, missing)
        elif claim.verb == "defines":
            out += _definition_claim(claim, graph)
    out += _lens_claims(source, app)
    out += [problem for claim in source.claims if claim.verb == "hover" for problem in _hover_claim(claim, app)]
    out += _finding_claims(source, app)
    return out


def _unresolved(graph: Graph, source: Source) -> Iterator[UnresolvedUse]:
    """Unresolved uses are read by name, so ask for each word under a claim."""
    lines = source.text.split("\n")
    words = {lines[c.line - 1].encode()[c.start : c.end].decode(errors="replace") for c in source.claims}
    words |= {claim.what for claim in source.claims if claim.verb == "unresolved" and claim.what}
    for word in sorted(words):
        yield from graph.unresolved(word)


def _says(claim: Claim, found: str) -> str:
    negation = "not " if claim.negated else ""
    basis = f" [{claim.basis}]" if claim.basis else ""
    what = f" {claim.what}" if claim.what else ""
    return f"line {claim.spec_line}: claimed `{negation}{claim.verb}{what}{basis}`, found {found}"


def _at(claim: Claim, sites: Iterable[tuple[int, int, int]]) -> bool:
    return any(line == claim.line and start < claim.end and claim.start < end for line, start, end in sites)


def _name(edge: Edge) -> str:
    return edge.target.removesuffix(_IMPORT_TARGET) if edge.kind is EdgeKind.IMPORTS else edge.target


def _show(edges: Sequence[Edge], missing: Sequence[UnresolvedUse]) -> str:
    found = [f"`{edge.kind.value} {_name(edge)} [{edge.basis.value}]`" for edge in edges]
    found += [f"`unresolved {use.name}`" for use in missing]
    return ", ".join(sorted(found)) or "nothing there"


def _edge_claim(
    claim: Claim, all_claims: Sequence[Claim], edges: Sequence[Edge], missing: Sequence[UnresolvedUse]
) -> list[str]:
    """Edges of one kind at one place are claimed completely: what no claim names must not be there."""
    if claim.verb == "imports":
        # An import claims its whole line: what counts is the file, not which word of the statement names it.
        here = [edge for edge in edges if any(site.line == claim.line for site in edge.sites)]
    else:
        here = [edge for edge in edges if _at(claim, edge.sites)]
    unknown = [use for use in missing if _at(claim, [use.site])]
    same = [edge for edge in here if edge.kind.value == claim.verb]
    hits = [edge for edge in same if not claim.what or _name(edge) == claim.what]
    if claim.negated:
        return [_says(claim, _show(hits, []))] if hits else []
    if not any(not claim.basis or edge.basis.value == claim.basis for edge in hits):
        return [_says(claim, _show(here, unknown))]
    claimed = {
        other.what
        for other in all_claims
        if other.verb == claim.verb and not other.negated and other.line == claim.line and _overlap(other, claim)
    }
    extra = [edge for edge in same if _name(edge) not in claimed]
    return [_says(claim, f"also {_show(extra, [])}")] if extra else []


def _overlap(one: Claim, other: Claim) -> bool:
    if one.verb == "imports":
        return True
    return one.start < other.end and other.start < one.end


def _use_claim(
    claim: Claim, all_claims: Sequence[Claim], edges: Sequence[Edge], missing: Sequence[UnresolvedUse]
) -> list[str]:
    here = [edge for edge in edges if _at(claim, edge.sites)]
    unknown = [use for use in missing if _at(claim, [use.site]) and (not claim.what or use.name == claim.what)]
    if claim.verb == "external":
        ok = not here and not unknown
    else:
        # Low-confidence candidates are edges of an unresolved use, not an answer to it; nor is what runs to look for it.
        answers = [edge for edge in here if edge.basis.value != "candidates"]
        ok = bool(unknown) and all(_is_claimed(edge, claim, all_claims) for edge in answers)
    return [] if ok != claim.negated else [_says(claim, _show(here, unknown))]


def _is_claimed(edge: Edge, beside: Claim, claims: Sequence[Claim]) -> bool:
    """Whether a claim at the same place is about this implicit edge."""
    return edge.kind is EdgeKind.IMPLICIT and any(
        one.verb == edge.kind.value and not one.negated and one.line == beside.line and _overlap(one, beside)
        for one in claims
    )


def _definition_claim(claim: Claim, graph: Graph) -> list[str]:
    here = [
        symbol
        for symbol in graph.symbols_in(claim.path)
        if symbol.line == claim.line and symbol.column < claim.end and claim.start < symbol.end_column
    ]
    found = [f"{symbol.kind.value} {symbol.id.rpartition('::')[2]}" for symbol in here]
    ok = claim.what in found if claim.what else bool(found)
    return [] if ok != claim.negated else [_says(claim, ", ".join(found) or "no definition")]


def _lens_claims(source: Source, app: Blastlens) -> list[str]:
    """Once a file claims one lens, all its lenses are claimed."""
    claims = [claim for claim in source.claims if claim.verb == "lens"]
    if not claims:
        return []
    titles: dict[int, str] = {}
    for lens in app.lenses(source.path):
        resolved = app.resolve_lens(lens.symbol_id)
        titles[lens.line] = resolved.title if resolved else "gone"
    out = []
    for claim in claims:
        found = titles.pop(claim.line, None)
        if found != claim.what.strip('"'):
            out.append(_says(claim, f'"{found}"' if found is not None else "no lens"))
    out += [
        f'{source.path}: line {line} has the lens "{title}", which no claim names' for line, title in titles.items()
    ]
    return out


def _hover_claim(claim: Claim, app: Blastlens) -> list[str]:
    card = app.hover(claim.path, claim.line, claim.start)
    lines = card.plain.split("\n") if card is not None else []
    ok = any(claim.what.strip('"') in line for line in lines)
    return [] if ok != claim.negated else [_says(claim, "; ".join(filter(None, lines)) or "no hover")]


def _finding_claims(source: Source, app: Blastlens) -> list[str]:
    """Once a file claims one finding, all its findings are claimed: `finding CODE` or `finding CODE "message"`."""
    claims = [claim for claim in source.claims if claim.verb == "finding"]
    if not claims:
        return []
    left = list(app.findings(source.path))
    out = []
    for claim in claims:
        if claim.negated:
            hits = [f for f in left if f.line == claim.line and claim.what in ("", f.code)]
            out += [_says(claim, f"`{finding.code}` {finding.message!r}") for finding in hits]
            continue
        code, _, message = claim.what.partition(" ")
        hit = next(
            (f for f in left if f.line == claim.line and f.code == code and message.strip('"') in ("", f.message)), None
        )
        if hit is None:
            here = [f'{f.code} "{f.message}"' for f in left if f.line == claim.line]
            out.append(_says(claim, ", ".join(here) or "no finding"))
        else:
            left.remove(hit)
    if any(not claim.negated for claim in claims):
        out += [f"{source.path}: line {f.line} has `finding {f.code}`, which no claim names" for f in left]
    return out
