"""Files of test code that a function loads: an import inside it runs their top-level code, and that of what they import."""

from collections.abc import Sequence

from blastlens.analyses.hops import Hops
from blastlens.model.edge import EdgeKind, Timing
from blastlens.model.symbol import file_of

_IMPORTS = frozenset({EdgeKind.IMPORTS})


class LoadedLate:
    """Of one graph. Files of the product are left out: mostly they are loaded long before."""

    def __init__(self, hops: Hops) -> None:
        self._hops = hops
        self._found: dict[int, list[tuple[int, int]]] | None = None

    def ways(self, node: int) -> Sequence[tuple[int, int]]:
        """(node, cost) of the `<module>`s whose code runs with a function, or with a `<module>` that imports them."""
        if self._found is None:
            self._found = self._find()
        return self._found.get(node, ())

    def _find(self) -> dict[int, list[tuple[int, int]]]:
        graph, node = self._hops.graph, self._hops.node
        found: dict[int, list[tuple[int, int]]] = {}
        for edge in graph.edges(_IMPORTS):
            loaded = graph.symbol(edge.target)
            if loaded is None or not loaded.in_test_code or edge.timing >= Timing.STARTED:
                continue
            functions = [one for one in graph.symbols_in(file_of(edge.source)) if one.is_callable]
            for site in edge.sites:
                around = [one for one in functions if one.first_line <= site.line <= one.last_line]
                inner = min(around, key=lambda one: one.last_line - one.first_line, default=None)
                source = edge.source if inner is None else inner.id
                if source != edge.target:
                    found.setdefault(node(source), []).append((node(edge.target), 0))
        return found
