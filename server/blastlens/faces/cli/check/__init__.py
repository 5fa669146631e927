"""The answer of `blastlens check` in the forms that people and build servers read."""
