BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0004');
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
INSERT INTO "codes" VALUES('ab56ec115fabf099568b2a27763ee0cd4af6bba3f81e4f51f04fd0d3f8655ab0','y49gXW4B5DMqN6PZ','host',NULL,1,'2026-11-19T05:09:53Z','2026-11-19T05:09:53Z');
INSERT INTO "codes" VALUES('be638e9e2507ea648dee9b43acb1905b51ee7527ad29c568e0ffa9da49bb98c2','y49gXW4B5DMqN6PZ','seat','Jonas',1,'2026-11-19T05:09:53Z',NULL);
INSERT INTO "codes" VALUES('686c63b012e4a2c5bac61411d553765f7953386b0574ba9eb6abe4c2d94123bf','y49gXW4B5DMqN6PZ','spectator',NULL,1,'2026-11-19T05:09:53Z',NULL);
INSERT INTO "codes" VALUES('d46265065e333fb7c08f639f96cc682d368acea65ef23add69ded0c9ea4f36e6','y49gXW4B5DMqN6PZ','recorder',NULL,1,'2026-11-19T05:09:54Z',NULL);
INSERT INTO "codes" VALUES('3d7a4a71fe4837c8f03fe2678523a7efa0a7084a064ee548596daad4b83e4bc9','y49gXW4B5DMqN6PZ','seat','Inês',1,'2026-11-19T05:09:54Z',NULL);
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
INSERT INTO "entries" VALUES('y49gXW4B5DMqN6PZ',1,'hand-1','tell','{"row":["mountain:artifact","mountain:pigment","mountain:crystal","mountain:berry","mountain:fire","badlands:artifact"]}',NULL,'2026-11-19T05:09:53Z','dewan/1',NULL);
INSERT INTO "entries" VALUES('y49gXW4B5DMqN6PZ',2,'hand-2','tell','{"story_row":[{"done":null,"fire":0,"id":"T01","needs":{"badlands":1,"mountain":1,"pigment":1},"points":3},{"done":null,"fire":1,"id":"T02","needs":{"badlands":1,"crystal":1,"desert":1},"points":2},{"done":null,"fire":0,"id":"T03","needs":{"artifact":1,"desert":1,"forest":1},"points":3},{"done":null,"fire":1,"id":"T04","needs":{"crystal":1,"forest":1,"mountain":1},"points":2},{"done":null,"fire":1,"id":"T05","needs":{"artifact":2,"mountain":2},"points":4}]}',NULL,'2026-11-19T05:09:53Z','dewan/1',NULL);
INSERT INTO "entries" VALUES('y49gXW4B5DMqN6PZ',3,'hand-3','action','{"do":"take-story","place":1,"player":"Mara"}',NULL,'2026-11-19T05:09:53Z','dewan/1',NULL);
INSERT INTO "entries" VALUES('y49gXW4B5DMqN6PZ',4,'hand-4','action','{"do":"take-story","place":1,"player":"Inês"}',NULL,'2026-11-19T05:09:53Z','dewan/1',NULL);
INSERT INTO "entries" VALUES('y49gXW4B5DMqN6PZ',5,'hand-5','action','{"do":"take-story","place":1,"player":"Jonas"}',NULL,'2026-11-19T05:09:53Z','dewan/1',NULL);
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
	seen_at TEXT NOT NULL, came INTEGER DEFAULT '0' NOT NULL, 
	PRIMARY KEY (device, table_id, role), 
	FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "members" VALUES('4adf7203b62bb6776a3d6b0ff212f129fca0c97fd547e432081095aafe3d12c2','y49gXW4B5DMqN6PZ','host',NULL,NULL,'2026-11-19T05:09:53Z','2026-11-19T05:09:53Z',1);
INSERT INTO "members" VALUES('1a6923c22d8a22a7b34042b28ac8e957c15ebb917fa53883a424f1520d949a16','y49gXW4B5DMqN6PZ','seat','Jonas','be638e9e2507ea648dee9b43acb1905b51ee7527ad29c568e0ffa9da49bb98c2','2026-11-19T05:09:53Z','2026-11-19T05:09:53Z',2);
INSERT INTO "members" VALUES('cb139c11b0f8e3f6d70ab48bed6dace0c959f84624e507c0f38287c82000f14c','y49gXW4B5DMqN6PZ','spectator',NULL,'686c63b012e4a2c5bac61411d553765f7953386b0574ba9eb6abe4c2d94123bf','2026-11-19T05:09:53Z','2026-11-19T05:09:53Z',3);
INSERT INTO "members" VALUES('e18f910636bc49a4578684dad0da5a674c7ba69b26d6fb118e180014b133c5b1','y49gXW4B5DMqN6PZ','recorder',NULL,'d46265065e333fb7c08f639f96cc682d368acea65ef23add69ded0c9ea4f36e6','2026-11-19T05:09:54Z','2026-11-19T05:09:54Z',4);
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
INSERT INTO "summaries" VALUES('y49gXW4B5DMqN6PZ','summary/3 dewan/1',5,'2026-11-19T05:09:53','recorded',0,NULL,' jonas inês mara','{"at_turn":true,"box":null,"colors":["indigo","marigold","raspberry"],"counts":{"draw_pile":43},"first":"Jonas","mode":"recorded","over":false,"players":["Jonas","Inês","Mara"],"round":1,"scenario":"base","tables":[],"title":null,"turn":"Jonas"}','null');
CREATE TABLE tables (
	id TEXT NOT NULL, 
	game TEXT NOT NULL, 
	created_at TEXT NOT NULL, 
	header TEXT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('y49gXW4B5DMqN6PZ','dewan','2026-11-19T05:09:53Z','{"begun":false,"box":null,"cards":55,"lot":false,"row":true,"rules":2,"stories":true,"story_tiles":24,"table":{"first_player":"Jonas","fish_tokens":20,"format":"dewan-table/1","lava_markers":8,"map":{"camps":[],"icons":[{"between":[[0,1],[1,0]],"kind":"artifact"},{"between":[[-1,0],[0,-1]],"kind":"pigment"},{"between":[[0,-1],[1,-1]],"kind":"crystal"},{"between":[[3,2],[3,3]],"kind":"artifact"},{"between":[[3,2],[4,1]],"kind":"pigment"},{"between":[[4,1],[5,1]],"kind":"crystal"},{"between":[[-1,5],[-1,6]],"kind":"artifact"},{"between":[[-2,7],[-1,6]],"kind":"pigment"},{"between":[[-3,7],[-2,7]],"kind":"crystal"},{"between":[[2,0],[3,0]],"kind":"artifact"},{"between":[[1,1],[1,2]],"kind":"pigment"},{"between":[[1,2],[2,1]],"kind":"crystal"},{"between":[[1,3],[1,4]],"kind":"artifact"},{"between":[[1,4],[2,4]],"kind":"pigment"},{"between":[[0,5],[1,5]],"kind":"crystal"},{"between":[[-2,3],[-2,4]],"kind":"artifact"},{"between":[[-2,3],[-1,2]],"kind":"pigment"},{"between":[[-1,3],[0,2]],"kind":"crystal"}],"markers":[],"spaces":[{"at":[-3,6],"terrain":"desert"},{"at":[-3,7],"terrain":"desert"},{"at":[-2,3],"berries":2,"terrain":"badlands"},{"at":[-2,4],"terrain":"desert"},{"at":[-2,5],"terrain":"water"},{"at":[-2,6],"terrain":"start"},{"at":[-2,7],"berries":2,"terrain":"mountain"},{"at":[-1,0],"berries":2,"terrain":"badlands"},{"at":[-1,1],"terrain":"water"},{"at":[-1,2],"terrain":"desert"},{"at":[-1,3],"terrain":"mountain"},{"at":[-1,4],"terrain":"water"},{"at":[-1,5],"terrain":"forest"},{"at":[-1,6],"terrain":"badlands"},{"at":[0,-1],"terrain":"forest"},{"at":[0,0],"terrain":"start"},{"at":[0,1],"terrain":"mountain"},{"at":[0,2],"terrain":"forest"},{"at":[0,3],"terrain":"water"},{"at":[0,4],"terrain":"water"},{"at":[0,5],"terrain":"forest"},{"at":[1,-1],"terrain":"mountain"},{"at":[1,0],"terrain":"desert"},{"at":[1,1],"terrain":"mountain"},{"at":[1,2],"berries":2,"terrain":"forest"},{"at":[1,3],"terrain":"desert"},{"at":[1,4],"terrain":"mountain"},{"at":[1,5],"terrain":"badlands"},{"at":[2,0],"terrain":"mountain"},{"at":[2,1],"terrain":"badlands"},{"at":[2,2],"terrain":"water"},{"at":[2,3],"terrain":"water"},{"at":[2,4],"terrain":"badlands"},{"at":[3,0],"terrain":"desert"},{"at":[3,1],"terrain":"water"},{"at":[3,2],"terrain":"mountain"},{"at":[3,3],"berries":2,"terrain":"forest"},{"at":[4,1],"terrain":"desert"},{"at":[4,2],"terrain":"start"},{"at":[4,3],"terrain":"water"},{"at":[5,1],"terrain":"badlands"},{"at":[5,2],"terrain":"badlands"}]},"players":[{"berries":0,"color":"indigo","fish":0,"hand":[],"hidden_cards":0,"name":"Jonas","stories":[],"team":null,"tucked":[]},{"berries":0,"color":"marigold","fish":0,"hand":[],"hidden_cards":0,"name":"Inês","stories":[],"team":null,"tucked":[]},{"berries":0,"color":"raspberry","fish":0,"hand":[],"hidden_cards":0,"name":"Mara","stories":[],"team":null,"tucked":[]}],"rulings":{},"scenario":"base","water_markers":8},"title":null}');
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
CREATE INDEX codes_by_table ON codes (table_id);
CREATE INDEX members_by_table ON members (table_id);
CREATE INDEX notes_by_end ON notes (ends_at);
COMMIT;
