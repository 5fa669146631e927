-- Calls by tier. Another version of the program links every file again, so the counts are filled at once.
ALTER TABLE file ADD COLUMN inferred INTEGER NOT NULL DEFAULT 0;
ALTER TABLE file ADD COLUMN ambiguous INTEGER NOT NULL DEFAULT 0;

CREATE TABLE blind (
    owner   INTEGER NOT NULL,
    seq     INTEGER NOT NULL,
    source  INTEGER NOT NULL,
    line    INTEGER NOT NULL,
    kind    INTEGER NOT NULL,
    pattern TEXT NOT NULL,
    about   INTEGER,
    PRIMARY KEY (owner, seq)
) STRICT, WITHOUT ROWID;
