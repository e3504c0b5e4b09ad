BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0002');
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
INSERT INTO "codes" VALUES('76eaf31084ce62a18f84555481c66837b28e7b27cad231e2e96d5c7c4744df19','IWROAJVwoylWuGNG','seat','Jonas',1,'2026-11-18T15:54:52Z',NULL);
INSERT INTO "codes" VALUES('28629e29aaf638fb12f91d1908b6f7f49bde2bc3719275b4070c4f3bd6438935','IWROAJVwoylWuGNG','spectator',NULL,1,'2026-11-18T15:54:52Z',NULL);
INSERT INTO "codes" VALUES('f26f2b273194de26cd6d36bc08fad7f333ba85aa376746ae59639b5c382772f8','IWROAJVwoylWuGNG','seat','Inês',1,'2026-11-18T15:54:53Z',NULL);
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
INSERT INTO "members" VALUES('e9da3c656a03c61ee4ceb3dde0731389812d85c36ffc2deab0f3c8f19f7350a0','IWROAJVwoylWuGNG','host',NULL,NULL,'2026-11-18T15:54:52Z','2026-11-18T15:54:52Z');
INSERT INTO "members" VALUES('92a67bf578696a2e65c9581c5aa761576861d2baacb5b81bf0199252288eeb6a','IWROAJVwoylWuGNG','seat','Jonas','76eaf31084ce62a18f84555481c66837b28e7b27cad231e2e96d5c7c4744df19','2026-11-18T15:54:52Z','2026-11-18T15:54:52Z');
INSERT INTO "members" VALUES('f51da6269c79adac0e19ef613a26ffbb130effaba8fa1452273edd7a043d8897','IWROAJVwoylWuGNG','spectator',NULL,'28629e29aaf638fb12f91d1908b6f7f49bde2bc3719275b4070c4f3bd6438935','2026-11-18T15:54:52Z','2026-11-18T15:54:52Z');
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
CREATE TABLE tables (
	id TEXT NOT NULL, 
	game TEXT NOT NULL, 
	created_at TEXT NOT NULL, 
	header TEXT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('IWROAJVwoylWuGNG','dewan','2026-11-18T15:54:52Z','{"begun":false,"box":null,"cards":55,"row":true,"stories":true,"story_tiles":24,"table":{"first_player":"Inês","fish_tokens":20,"format":"dewan-table/1","lava_markers":8,"map":{"camps":[],"icons":[],"markers":[],"spaces":[]},"players":[{"berries":0,"color":"indigo","fish":0,"hand":[],"hidden_cards":0,"name":"Jonas","stories":[],"team":null,"tucked":[]},{"berries":0,"color":"marigold","fish":0,"hand":[],"hidden_cards":0,"name":"Inês","stories":[],"team":null,"tucked":[]}],"rulings":{},"scenario":"base","water_markers":8},"title":null}');
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