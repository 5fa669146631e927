-- Layout 2. `nodes` and `edges` are the documented views; everything else may change with the layout number.
-- No foreign key and no cascade: an edge belongs to the file it stands in, and outlives its target.

CREATE TABLE meta (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Symbol ids, interned. Rows are never deleted, so a number means the same id at every revision.
CREATE TABLE ident (
    id   INTEGER PRIMARY KEY,
    text TEXT NOT NULL UNIQUE
) STRICT;

-- Numbers are not used again: a reader that holds an older revision tells by them which files are still the same.
CREATE TABLE file (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    path       TEXT NOT NULL UNIQUE,
    language   TEXT NOT NULL,
    hash       TEXT NOT NULL,
    size       INTEGER NOT NULL,
    mtime_ns   INTEGER NOT NULL,
    ctime_ns   INTEGER NOT NULL,
    inode      INTEGER NOT NULL,
    line_count INTEGER NOT NULL,
    uses       INTEGER NOT NULL,
    resolved   INTEGER NOT NULL,
    external   INTEGER NOT NULL,
    is_test    INTEGER NOT NULL,
    state      TEXT NOT NULL,
    reason     TEXT NOT NULL,
    inferred   INTEGER NOT NULL,
    ambiguous  INTEGER NOT NULL,
    linked     INTEGER NOT NULL              -- revision that last replaced the file's symbols and edges
) STRICT;

-- Look-up keys that the file's link read: sorted little-endian unsigned 64-bit hashes.
CREATE TABLE file_reads (
    file INTEGER PRIMARY KEY,
    keys BLOB NOT NULL
) STRICT;

CREATE TABLE symbol (
    file       INTEGER NOT NULL,
    ordinal    INTEGER NOT NULL,             -- position in the file, 0 is the module
    ident      INTEGER NOT NULL,
    kind       INTEGER NOT NULL,
    name       TEXT NOT NULL,
    line       INTEGER NOT NULL,
    col        INTEGER NOT NULL,
    end_col    INTEGER NOT NULL,
    first_line INTEGER NOT NULL,
    last_line  INTEGER NOT NULL,
    parent     INTEGER,
    flags      INTEGER NOT NULL,
    in_test    INTEGER NOT NULL,
    cyclomatic INTEGER NOT NULL,
    cognitive  INTEGER NOT NULL,
    hash       INTEGER NOT NULL,
    parts      BLOB,
    definition INTEGER NOT NULL,             -- index of the def in the file's facts, -1 for the module
    member     INTEGER NOT NULL,             -- 1: a function right inside a class
    PRIMARY KEY (file, ordinal)
) STRICT, WITHOUT ROWID;

CREATE TABLE edge (
    owner      INTEGER NOT NULL,
    source     INTEGER NOT NULL,
    seq        INTEGER NOT NULL,
    kind       INTEGER NOT NULL,
    target     INTEGER NOT NULL,
    confidence REAL NOT NULL,
    basis      INTEGER NOT NULL,
    exact      INTEGER NOT NULL,
    timing     INTEGER NOT NULL,
    sites      BLOB NOT NULL,
    PRIMARY KEY (owner, source, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE unresolved (
    owner      INTEGER NOT NULL,
    seq        INTEGER NOT NULL,
    source     INTEGER NOT NULL,
    name       TEXT NOT NULL,
    line       INTEGER NOT NULL,
    col        INTEGER NOT NULL,
    end_col    INTEGER NOT NULL,
    candidates BLOB,
    PRIMARY KEY (owner, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE entry_point (
    owner  INTEGER NOT NULL,
    symbol INTEGER NOT NULL,
    why    TEXT NOT NULL,
    PRIMARY KEY (owner, symbol, why)
) STRICT, WITHOUT ROWID;

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

-- Classes by the last name of each base expression.
CREATE TABLE derived (
    name       TEXT NOT NULL,
    file       INTEGER NOT NULL,
    definition INTEGER NOT NULL
) STRICT;

CREATE TABLE kind_name (
    of   TEXT NOT NULL,                      -- 'symbol' or 'edge'
    code INTEGER NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (of, code)
) STRICT, WITHOUT ROWID;

CREATE VIEW nodes (id, type, name, file, line_start, line_end, hash) AS
SELECT i.text, k.name, s.name, f.path, s.first_line, s.last_line, printf('%015x', s.hash)
FROM symbol s
JOIN ident i ON i.id = s.ident
JOIN file f ON f.id = s.file
JOIN kind_name k ON k.of = 'symbol' AND k.code = s.kind
UNION ALL
SELECT path, 'file', path, path, 1, max(line_count, 1), hash FROM file WHERE state IN ('indexed', 'partial');

-- Edges to what is not in the graph any more are left out. 'tests' rows: what a test or a fixture itself runs outside test code.
CREATE VIEW edges (source_id, target_id, type, confidence) AS
SELECT a.text, b.text, k.name, e.confidence
FROM edge e
JOIN ident a ON a.id = e.source
JOIN ident b ON b.id = e.target
JOIN kind_name k ON k.of = 'edge' AND k.code = e.kind
WHERE EXISTS (SELECT 1 FROM symbol s WHERE s.ident = e.target)
UNION ALL
SELECT a.text, b.text, 'tests', e.confidence
FROM edge e
JOIN kind_name ek ON ek.of = 'edge' AND ek.code = e.kind AND ek.name IN ('calls', 'decorates', 'reads', 'implicit')
JOIN symbol t ON t.file = e.owner AND t.ident = e.source
JOIN kind_name tk ON tk.of = 'symbol' AND tk.code = t.kind AND tk.name IN ('test', 'fixture')
JOIN symbol c ON c.ident = e.target AND c.in_test = 0
JOIN ident a ON a.id = e.source
JOIN ident b ON b.id = e.target;
