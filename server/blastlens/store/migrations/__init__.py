"""Steps from one layout to the next: `NNNN.sql` takes a database of layout NNNN-1 to layout NNNN.

A layout without a step from the one before it is reached by rebuilding. `schema.sql` always describes the newest layout.
"""
