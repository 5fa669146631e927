"""Sessions: one root, its files, its store, and the rule that keeps the graph true to them."""
