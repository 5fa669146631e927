"""Facts: what one file says, path-free and position-free apart from a separate span table.

Same bytes, same facts. Facts hold no module name, no absolute path and no edge.
"""
