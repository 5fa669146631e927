"""Answers, one file for a family of questions."""
