"""One file a method, named after it; each has `METHOD` and `handle(server, params)`."""
