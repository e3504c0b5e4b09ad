-- A database as the sixth version wrote it. It stays as it is: tables of that time must always open.
BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0006');
CREATE TABLE codes (
	hash TEXT NOT NULL, 
	table_id TEXT NOT NULL, 
	role TEXT NOT NULL, 
	player TEXT, 
	generation INTEGER NOT NULL, 
	issued_at TEXT NOT NULL, 
	revoked_at TEXT, 
	PRIMARY KEY (hash), 
	FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "codes" VALUES('5f1d','friday','seat','Ana',2,'2026-11-13T18:00:00Z',NULL);
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
CREATE TABLE facets (
	table_id TEXT NOT NULL, 
	facet TEXT NOT NULL, 
	value TEXT NOT NULL, 
	name TEXT NOT NULL, 
	PRIMARY KEY (table_id, facet, value), 
	FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "facets" VALUES('friday','player','bo','Bo');
INSERT INTO "facets" VALUES('friday','player','ana','Ana');
CREATE TABLE house (
	device TEXT NOT NULL, 
	"key" TEXT NOT NULL, 
	joined_at TEXT NOT NULL, 
	PRIMARY KEY (device)
);
INSERT INTO "house" VALUES('d2','key','2026-11-13T18:00:00Z');
CREATE TABLE members (
	device TEXT NOT NULL, 
	table_id TEXT NOT NULL, 
	role TEXT NOT NULL, 
	player TEXT, 
	code TEXT, 
	joined_at TEXT NOT NULL, 
	seen_at TEXT NOT NULL, came INTEGER DEFAULT '0' NOT NULL, 
	PRIMARY KEY (device, table_id, role), 
	FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "members" VALUES('d0','friday','host',NULL,NULL,'2026-11-13T18:00:00Z','2026-11-13T18:05:00Z',1);
INSERT INTO "members" VALUES('d1','friday','seat','Ana','5f1d','2026-11-13T18:01:00Z','2026-11-13T18:05:00Z',2);
CREATE TABLE notes (
	place TEXT NOT NULL, 
	"key" TEXT NOT NULL, 
	body TEXT NOT NULL, 
	ends_at FLOAT NOT NULL, 
	PRIMARY KEY (place, "key")
);
CREATE TABLE phones (
	table_id TEXT NOT NULL, 
	record INTEGER NOT NULL, 
	PRIMARY KEY (table_id), 
	FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "phones" VALUES('friday',0);
CREATE TABLE photo_jobs (
	"key" TEXT NOT NULL, 
	place TEXT NOT NULL, 
	came INTEGER NOT NULL, 
	clients TEXT NOT NULL, 
	size INTEGER NOT NULL, 
	head TEXT NOT NULL, 
	photo BLOB, 
	afterwards TEXT, 
	tries INTEGER NOT NULL, 
	held_by TEXT, 
	held_until FLOAT NOT NULL, 
	stage TEXT NOT NULL, 
	answer TEXT, 
	picture BLOB, 
	notes TEXT NOT NULL, 
	touched_at FLOAT NOT NULL, 
	PRIMARY KEY ("key")
);
CREATE TABLE snapshots (
	table_id TEXT NOT NULL, 
	seq INTEGER NOT NULL, 
	rules TEXT NOT NULL, 
	state TEXT NOT NULL, 
	PRIMARY KEY (table_id, seq), 
	FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "snapshots" VALUES('friday',2,'1.0','{"turn":"Ana"}');
CREATE TABLE summaries (
	table_id TEXT NOT NULL, 
	made_by TEXT NOT NULL, 
	seq INTEGER NOT NULL, 
	touched_at TEXT NOT NULL, 
	mode TEXT NOT NULL, 
	finished INTEGER NOT NULL, 
	box TEXT, 
	search TEXT NOT NULL, 
	summary TEXT NOT NULL, 
	standing TEXT NOT NULL, 
	PRIMARY KEY (table_id), 
	FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "summaries" VALUES('friday','summary/1 1.0',3,'2026-11-13T18:02:41','recorded',1,NULL,'friday ana bo','{}','null');
INSERT INTO "summaries" VALUES('sunday','',0,'2026-11-15T15:00:00Z','',0,NULL,'','','');
CREATE TABLE tables (
	id TEXT NOT NULL, 
	game TEXT NOT NULL, 
	created_at TEXT NOT NULL, 
	header TEXT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('friday','dewan','2026-11-13T18:00:00Z','{"players":["Ana","Bo"],"scenario":"base"}');
INSERT INTO "tables" VALUES('sunday','river','2026-11-15T15:00:00Z','{}');
CREATE TABLE tallies (
	facet TEXT NOT NULL, 
	value TEXT NOT NULL, 
	name TEXT NOT NULL, 
	games INTEGER NOT NULL, 
	PRIMARY KEY (facet, value)
);
INSERT INTO "tallies" VALUES('player','bo','Bo',1);
INSERT INTO "tallies" VALUES('player','ana','Ana',1);
CREATE TRIGGER entries_are_not_edited BEFORE UPDATE ON entries
    BEGIN SELECT RAISE(ABORT, 'entries are never edited'); END;
CREATE TRIGGER entries_are_not_deleted BEFORE DELETE ON entries
    WHEN EXISTS (SELECT 1 FROM tables WHERE id = OLD.table_id)
    BEGIN SELECT RAISE(ABORT, 'entries are never deleted'); END;
CREATE TRIGGER entries_are_only_appended BEFORE INSERT ON entries
    WHEN NEW.seq <> (SELECT coalesce(max(seq), 0) + 1 FROM entries WHERE table_id = NEW.table_id)
      OR EXISTS (SELECT 1 FROM entries WHERE table_id = NEW.table_id AND entry_id = NEW.entry_id)
    BEGIN SELECT RAISE(ABORT, 'entries are only appended'); END;
CREATE INDEX tables_by_game ON tables (game);
CREATE INDEX summaries_by_time ON summaries (touched_at, table_id, mode);
CREATE INDEX summaries_stale ON summaries (table_id) WHERE made_by = '';
CREATE INDEX summaries_timers ON summaries (touched_at, table_id) WHERE mode = 'timer';
CREATE INDEX summaries_finished ON summaries (touched_at, table_id) WHERE finished = 1;
CREATE INDEX summaries_by_box ON summaries (box) WHERE box IS NOT NULL;
CREATE INDEX facets_by_value ON facets (facet, value, table_id);
CREATE INDEX codes_by_table ON codes (table_id);
CREATE INDEX members_by_table ON members (table_id);
CREATE INDEX notes_by_end ON notes (ends_at);
CREATE INDEX summaries_open ON summaries (mode, touched_at, table_id) WHERE finished = 0;
COMMIT;
