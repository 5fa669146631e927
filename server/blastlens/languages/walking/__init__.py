"""What the walkers of all languages share: the tables of one file, where a walk stands in it, and how it ends."""
