-- Calls by tier. Another version of the program links every file again, so the counts are filled at once.
ALTER TABLE file ADD COLUMN inferred INTEGER NOT NULL DEFAULT 0;
ALTER TABLE file ADD COLUMN ambiguous INTEGER NOT NULL DEFAULT 0;
