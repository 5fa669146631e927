"""Java: what its text says, what its names mean, what its tests and frameworks run."""
