"""Tests over the wire: a real server process, a real client."""
