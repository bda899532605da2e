-- The sealed decks, one for each shuffle of a hand. `cards` are in sealed order, `salts` 32 bytes a
-- card; `message` is the post that told the commitment, and is known only after it was posted.

CREATE TABLE seals (
    hand INTEGER NOT NULL REFERENCES hands (hand),
    deal INTEGER NOT NULL CHECK (deal >= 1),
    cards TEXT NOT NULL,
    salts BLOB NOT NULL,
    commitment TEXT NOT NULL,
    previous TEXT,
    made_at INTEGER NOT NULL,
    message INTEGER,
    PRIMARY KEY (hand, deal)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER seals_are_opened_once BEFORE UPDATE ON seals
WHEN old.message IS NOT NULL
    OR (new.hand, new.deal, new.cards, new.salts, new.commitment, new.made_at)
        IS NOT (old.hand, old.deal, old.cards, old.salts, old.commitment, old.made_at)
    OR new.previous IS NOT old.previous
BEGIN SELECT RAISE(ABORT, 'a seal is never changed'); END;

CREATE TRIGGER opened_seals_are_not_deleted BEFORE DELETE ON seals
WHEN old.message IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'an opened seal is never deleted'); END;
