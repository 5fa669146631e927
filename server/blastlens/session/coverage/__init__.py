"""Coverage data that other tools wrote: found, read, and brought to the files of the repository. Nothing is run."""
