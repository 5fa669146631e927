-- Made after the first bulk insert, which is quicker than keeping them while it runs.
CREATE INDEX IF NOT EXISTS symbol_ident ON symbol (ident);
CREATE INDEX IF NOT EXISTS symbol_name ON symbol (name);
CREATE INDEX IF NOT EXISTS edge_target ON edge (target);
CREATE INDEX IF NOT EXISTS derived_name ON derived (name);
CREATE INDEX IF NOT EXISTS unresolved_name ON unresolved (name);
