-- The first shape of the store. Ids from Discord are 64-bit whole numbers; times are Unix seconds.
-- JSON is kept as text and is opaque here, but for `hands.people`, which is an array of person ids.

PRAGMA application_id = 1098409293;  -- "AxeM": tells our files from other programs'.

-- The ledger: double entry, and nothing in it is ever changed or taken out.

CREATE TABLE tables (
    table_id INTEGER PRIMARY KEY AUTOINCREMENT,
    server INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    variant TEXT NOT NULL,
    host INTEGER NOT NULL,
    overrides TEXT NOT NULL,
    settings TEXT NOT NULL,
    button INTEGER CHECK (button >= 1),
    hands INTEGER NOT NULL DEFAULT 0 CHECK (hands >= 0),
    opened_at INTEGER NOT NULL DEFAULT (unixepoch()),
    closed_at INTEGER
) STRICT;

CREATE UNIQUE INDEX open_table_of_a_channel ON tables (channel) WHERE closed_at IS NULL;

CREATE TABLE accounts (
    account INTEGER PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('bank', 'person', 'seat')),
    server INTEGER NOT NULL,
    person INTEGER,
    table_id INTEGER REFERENCES tables (table_id),
    CHECK ((kind = 'bank') = (person IS NULL)),
    CHECK ((kind = 'seat') = (table_id IS NOT NULL))
) STRICT;

CREATE UNIQUE INDEX bank_of_a_server ON accounts (server) WHERE kind = 'bank';
CREATE UNIQUE INDEX account_of_a_person ON accounts (server, person) WHERE kind = 'person';
CREATE UNIQUE INDEX account_of_a_seat ON accounts (table_id, person) WHERE kind = 'seat';
CREATE INDEX seats_of_a_person ON accounts (server, person) WHERE kind = 'seat';

CREATE TABLE entries (
    entry INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    server INTEGER NOT NULL,
    answer TEXT NOT NULL,  -- JSON: what the command returned, for when it is delivered again
    made_at INTEGER NOT NULL DEFAULT (unixepoch())
) STRICT;

-- Clustered by account with the amount inside, so that a balance reads one stretch of one tree.
CREATE TABLE postings (
    account INTEGER NOT NULL REFERENCES accounts (account),
    entry INTEGER NOT NULL REFERENCES entries (entry),
    amount INTEGER NOT NULL CHECK (
        amount <> 0 AND amount BETWEEN -1000000000000000 AND 1000000000000000
    ),
    PRIMARY KEY (account, entry)
) STRICT, WITHOUT ROWID;

CREATE INDEX postings_of_an_entry ON postings (entry, amount);

CREATE TRIGGER accounts_are_not_updated BEFORE UPDATE ON accounts
BEGIN SELECT RAISE(ABORT, 'an account is never changed'); END;

CREATE TRIGGER accounts_are_not_deleted BEFORE DELETE ON accounts
BEGIN SELECT RAISE(ABORT, 'an account is never deleted'); END;

CREATE TRIGGER entries_are_not_updated BEFORE UPDATE ON entries
BEGIN SELECT RAISE(ABORT, 'an entry is never changed'); END;

CREATE TRIGGER entries_are_not_deleted BEFORE DELETE ON entries
BEGIN SELECT RAISE(ABORT, 'an entry is never deleted'); END;

CREATE TRIGGER postings_are_not_updated BEFORE UPDATE ON postings
BEGIN SELECT RAISE(ABORT, 'a posting is never changed'); END;

CREATE TRIGGER postings_are_not_deleted BEFORE DELETE ON postings
BEGIN SELECT RAISE(ABORT, 'a posting is never deleted'); END;

-- Tables: who sits where, and the hands.

CREATE TABLE people (
    server INTEGER NOT NULL,
    person INTEGER NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (server, person)
) STRICT, WITHOUT ROWID;

CREATE TABLE seats (
    table_id INTEGER NOT NULL REFERENCES tables (table_id),
    place INTEGER NOT NULL CHECK (place >= 1),
    person INTEGER NOT NULL,
    account INTEGER NOT NULL REFERENCES accounts (account),
    name TEXT NOT NULL,
    sitting_out INTEGER NOT NULL CHECK (sitting_out IN (0, 1)),
    leaving INTEGER NOT NULL CHECK (leaving IN (0, 1)),
    strikes INTEGER NOT NULL CHECK (strikes >= 0),
    adding INTEGER NOT NULL CHECK (adding BETWEEN 0 AND 1000000000),
    PRIMARY KEY (table_id, place),
    UNIQUE (table_id, person)
) STRICT, WITHOUT ROWID;

CREATE TABLE hands (
    hand INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id INTEGER NOT NULL REFERENCES tables (table_id),
    number INTEGER NOT NULL CHECK (number >= 1),
    button INTEGER NOT NULL CHECK (button >= 1),
    people TEXT NOT NULL,
    record TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'live' CHECK (state IN ('live', 'settled', 'void')),
    completed TEXT,
    reason TEXT,
    begun_at INTEGER NOT NULL DEFAULT (unixepoch()),
    ended_at INTEGER,
    UNIQUE (table_id, number),
    CHECK ((state = 'live') = (completed IS NULL)),
    CHECK ((state = 'live') = (ended_at IS NULL)),
    CHECK ((state = 'void') = (reason IS NOT NULL))
) STRICT;

CREATE UNIQUE INDEX live_hand_of_a_table ON hands (table_id) WHERE state = 'live';

-- The journal. `line` keeps the order in which answers were given.
CREATE TABLE answers (
    line INTEGER PRIMARY KEY,
    hand INTEGER NOT NULL REFERENCES hands (hand),
    question INTEGER NOT NULL CHECK (question >= 0),
    seat INTEGER NOT NULL CHECK (seat >= -1),
    answer TEXT NOT NULL,
    UNIQUE (hand, question, seat)
) STRICT;

CREATE TABLE hand_results (
    hand INTEGER NOT NULL REFERENCES hands (hand),
    server INTEGER NOT NULL,
    person INTEGER NOT NULL,
    net INTEGER NOT NULL,
    PRIMARY KEY (hand, person)
) STRICT, WITHOUT ROWID;

CREATE INDEX results_of_a_server ON hand_results (server, person, net);

-- What has been announced, and what the admins decided.

CREATE TABLE posts (
    table_id INTEGER NOT NULL REFERENCES tables (table_id),
    hand INTEGER NOT NULL CHECK (hand >= 0),  -- the hand's number at its table; 0 is the lobby
    slot TEXT NOT NULL,
    channel INTEGER NOT NULL,
    message INTEGER NOT NULL,
    posted_at INTEGER NOT NULL,
    PRIMARY KEY (table_id, hand, slot)
) STRICT, WITHOUT ROWID;

CREATE TABLE dm_channels (
    person INTEGER PRIMARY KEY,
    channel INTEGER NOT NULL
) STRICT;

CREATE TABLE house_rules (
    server INTEGER NOT NULL,
    variant TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (server, variant, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE settings (
    server INTEGER NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (server, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE memos (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
