"""Situations that trip code-graph tools, each a small repository with the right answers."""
