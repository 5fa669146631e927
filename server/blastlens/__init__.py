"""Blastlens: what does this change break, and does a test notice?"""

__version__ = "0.1.0"
