-- A database as the first version wrote it. It stays as it is: tables of that time must always open.
BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE entries (
	table_id TEXT NOT NULL, 
	seq INTEGER NOT NULL, 
	entry_id TEXT NOT NULL, 
	kind TEXT NOT NULL, 
	body TEXT NOT NULL, 
	made_by TEXT, 
	made_at TEXT NOT NULL, 
	rules TEXT NOT NULL, 
	verdict TEXT, 
	PRIMARY KEY (table_id, seq), 
	UNIQUE (table_id, entry_id), 
	FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
) WITHOUT ROWID;
INSERT INTO "entries" VALUES('friday',1,'a1','action','{"cards":2,"do":"draw"}','Ana','2026-11-13T18:01:00Z','1.0',NULL);
INSERT INTO "entries" VALUES('friday',2,'b1','action','{"do":"travel","to":[1,-1]}','Bo','2026-11-13T18:02:30.5Z','1.0','[{"code":"route.unpaid"}]');
INSERT INTO "entries" VALUES('friday',3,'b2','undo','{}',NULL,'2026-11-13T18:02:41Z','1.0',NULL);
CREATE TABLE snapshots (
	table_id TEXT NOT NULL, 
	seq INTEGER NOT NULL, 
	rules TEXT NOT NULL, 
	state TEXT NOT NULL, 
	PRIMARY KEY (table_id, seq), 
	FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "snapshots" VALUES('friday',2,'1.0','{"turn":"Ana"}');
CREATE TABLE tables (
	id TEXT NOT NULL, 
	game TEXT NOT NULL, 
	created_at TEXT NOT NULL, 
	header TEXT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('friday','dewan','2026-11-13T18:00:00Z','{"players":["Ana","Bo"],"scenario":"base"}');
INSERT INTO "tables" VALUES('sunday','river','2026-11-15T15:00:00Z','{}');
CREATE TRIGGER entries_are_not_edited BEFORE UPDATE ON entries
    BEGIN SELECT RAISE(ABORT, 'entries are never edited'); END;
CREATE TRIGGER entries_are_not_deleted BEFORE DELETE ON entries
    WHEN EXISTS (SELECT 1 FROM tables WHERE id = OLD.table_id)
    BEGIN SELECT RAISE(ABORT, 'entries are never deleted'); END;
CREATE TRIGGER entries_are_only_appended BEFORE INSERT ON entries
    WHEN NEW.seq <> (SELECT coalesce(max(seq), 0) + 1 FROM entries WHERE table_id = NEW.table_id)
      OR EXISTS (SELECT 1 FROM entries WHERE table_id = NEW.table_id AND entry_id = NEW.entry_id)
    BEGIN SELECT RAISE(ABORT, 'entries are only appended'); END;
COMMIT;
