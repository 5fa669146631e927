"""The store: one SQLite file per root, the fact cache beside it, and the lock that lets one process write."""
