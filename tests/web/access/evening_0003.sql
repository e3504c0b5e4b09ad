BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0003');
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
INSERT INTO "codes" VALUES('d6c964cf2345956e604dfca7901795690578610f2287c3540b4db97a7f83b951','6nr0X6bkg-jCP1O2','seat','Jonas',1,'2026-11-18T15:55:37Z',NULL);
INSERT INTO "codes" VALUES('0a35d49baee37a9bd205ece9656799851dcbc74f6d5522dde3bcd81ae7ba155f','6nr0X6bkg-jCP1O2','spectator',NULL,1,'2026-11-18T15:55:38Z',NULL);
INSERT INTO "codes" VALUES('bf5fdb8409a779ef8a69fec4100aa51ec43d919a219621dbcf17a1ea91a53ea1','6nr0X6bkg-jCP1O2','seat','Inês',1,'2026-11-18T15:55:39Z',NULL);
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
)
 WITHOUT ROWID

;
CREATE TABLE facets (
	table_id TEXT NOT NULL, 
	facet TEXT NOT NULL, 
	value TEXT NOT NULL, 
	name TEXT NOT NULL, 
	PRIMARY KEY (table_id, facet, value), 
	FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE TABLE house (
	device TEXT NOT NULL, 
	"key" TEXT NOT NULL, 
	joined_at TEXT NOT NULL, 
	PRIMARY KEY (device)
);
CREATE TABLE members (
	device TEXT NOT NULL, 
	table_id TEXT NOT NULL, 
	role TEXT NOT NULL, 
	player TEXT, 
	code TEXT, 
	joined_at TEXT NOT NULL, 
	seen_at TEXT NOT NULL, 
	PRIMARY KEY (device, table_id, role), 
	FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "members" VALUES('9e6014cc2ae0a79c85187abaddcb31e14374b4b28bea191c4a1b81b9e5dc6a7d','6nr0X6bkg-jCP1O2','host',NULL,NULL,'2026-11-18T15:55:37Z','2026-11-18T15:55:37Z');
INSERT INTO "members" VALUES('d1c44ccd255262597638a674fb8d65aa552b7089f04dce8c2d3c88678c228d75','6nr0X6bkg-jCP1O2','seat','Jonas','d6c964cf2345956e604dfca7901795690578610f2287c3540b4db97a7f83b951','2026-11-18T15:55:37Z','2026-11-18T15:55:37Z');
INSERT INTO "members" VALUES('9288ca81db5d6ba258da26c98fff3d3d6aa127571279b3c45b923c51da4d1a82','6nr0X6bkg-jCP1O2','spectator',NULL,'0a35d49baee37a9bd205ece9656799851dcbc74f6d5522dde3bcd81ae7ba155f','2026-11-18T15:55:38Z','2026-11-18T15:55:38Z');
CREATE TABLE phones (
	table_id TEXT NOT NULL, 
	record INTEGER NOT NULL, 
	PRIMARY KEY (table_id), 
	FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE TABLE snapshots (
	table_id TEXT NOT NULL, 
	seq INTEGER NOT NULL, 
	rules TEXT NOT NULL, 
	state TEXT NOT NULL, 
	PRIMARY KEY (table_id, seq), 
	FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
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
INSERT INTO "summaries" VALUES('6nr0X6bkg-jCP1O2','summary/2 dewan/1',0,'2026-11-18T15:55:37','recorded',0,NULL,' jonas inês','{"at_turn":false,"box":null,"colors":["indigo","marigold"],"counts":{"draw_pile":45},"first":"Jonas","mode":"recorded","over":false,"players":["Jonas","Inês"],"round":1,"scenario":"base","title":null,"turn":"Inês"}','null');
CREATE TABLE tables (
	id TEXT NOT NULL, 
	game TEXT NOT NULL, 
	created_at TEXT NOT NULL, 
	header TEXT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('6nr0X6bkg-jCP1O2','dewan','2026-11-18T15:55:37Z','{"begun":false,"box":null,"cards":55,"mode":"recorded","row":true,"rules":2,"stories":true,"story_tiles":24,"table":{"first_player":"Jonas","fish_tokens":20,"format":"dewan-table/1","lava_markers":8,"map":{"camps":[],"icons":[],"markers":[],"spaces":[]},"players":[{"berries":0,"color":"indigo","fish":0,"hand":[],"hidden_cards":0,"name":"Jonas","stories":[],"team":null,"tucked":[]},{"berries":0,"color":"marigold","fish":0,"hand":[],"hidden_cards":0,"name":"Inês","stories":[],"team":null,"tucked":[]}],"rulings":{},"scenario":"base","water_markers":8},"title":null}');
CREATE TABLE tallies (
	facet TEXT NOT NULL, 
	value TEXT NOT NULL, 
	name TEXT NOT NULL, 
	games INTEGER NOT NULL, 
	PRIMARY KEY (facet, value)
);
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
COMMIT;