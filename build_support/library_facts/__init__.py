"""Compiles type stubs into the fact file of libraries that ships with the package; not part of the package itself.

    PYTHONPATH=server:build_support python -m library_facts OUT

Nothing that is compiled is imported or run: sources are read as text.
"""
