"""The vocabulary every layer above shares: symbols, edges, and the read protocol of the graph."""
