"""A subgraph in the formats of other tools: one format a file, as pieces of text, so that no file is ever whole in memory."""
