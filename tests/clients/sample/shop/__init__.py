"""A small shop: what the client tests open in an editor."""
