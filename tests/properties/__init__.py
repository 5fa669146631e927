"""Properties that hold for any repository and any order of events."""
