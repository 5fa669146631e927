"""What a change brings with it that a build may be failed for."""
