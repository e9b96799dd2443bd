/** The store's tables, as the history that made them. */
import type { Migration } from '../../shared/sqlite/open.ts'
import { newsWords } from '../office/news-search.ts'
import type { TextColumns } from '../office/texts.ts'

/** "sbsv": schoolbell service. */
export const APPLICATION_ID = 0x73627376

export const MIGRATIONS: readonly Migration[] = [
  database => {
    database.exec(`
      -- One row: the school itself and what the console's App Settings hold.
      CREATE TABLE school (
        only INTEGER PRIMARY KEY CHECK (only = 1),
        name_en TEXT NOT NULL,
        name_zh TEXT NOT NULL,
        app_id TEXT NOT NULL,
        more_enabled INTEGER NOT NULL,
        entrance_url TEXT NOT NULL
      ) STRICT;

      CREATE TABLE media (
        name TEXT PRIMARY KEY,
        file_type TEXT NOT NULL,
        file_size INTEGER NOT NULL,
        -- Paths are below the media folder: content hash, slash, file name.
        path TEXT NOT NULL,
        thumbnail_path TEXT NOT NULL,
        screen_path TEXT NOT NULL,
        image_width INTEGER,
        image_height INTEGER,
        image_date_time TEXT
      ) STRICT;

      CREATE TABLE unit (unit_id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
      CREATE TABLE year (year_id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;

      CREATE TABLE person (
        user_id INTEGER PRIMARY KEY,
        role TEXT NOT NULL,
        ref_no TEXT NOT NULL,
        first_name TEXT NOT NULL,
        last_name TEXT NOT NULL,
        chinese_name TEXT NOT NULL,
        email TEXT NOT NULL,
        avatar TEXT REFERENCES media
      ) STRICT;

      CREATE TABLE guardian_child (
        guardian INTEGER NOT NULL REFERENCES person,
        position INTEGER NOT NULL,
        child INTEGER NOT NULL REFERENCES person,
        PRIMARY KEY (guardian, position)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE student_group (
        group_id INTEGER PRIMARY KEY,
        unit_id INTEGER NOT NULL REFERENCES unit,
        year_id INTEGER NOT NULL REFERENCES year,
        group_name TEXT NOT NULL,
        UNIQUE (unit_id, year_id, group_name)
      ) STRICT;

      CREATE TABLE group_student (
        group_id INTEGER NOT NULL REFERENCES student_group,
        position INTEGER NOT NULL,
        user_id INTEGER NOT NULL REFERENCES person,
        PRIMARY KEY (group_id, position)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE attendance_entry (
        entry_id INTEGER PRIMARY KEY,
        user_id INTEGER NOT NULL REFERENCES person,
        date TEXT NOT NULL,
        status TEXT NOT NULL,
        entry_date TEXT NOT NULL,
        note TEXT NOT NULL,
        approved_by INTEGER REFERENCES person,
        approved_at TEXT,
        UNIQUE (user_id, date)
      ) STRICT;

      -- Secrets are kept as SHA-256 only. "sample" marks those that anybody can read in this project.
      CREATE TABLE access_key (
        key_id INTEGER PRIMARY KEY,
        label TEXT NOT NULL,
        key_hash BLOB NOT NULL UNIQUE,
        sample INTEGER NOT NULL
      ) STRICT;

      CREATE TABLE session (
        environment TEXT NOT NULL,
        token_hash BLOB NOT NULL,
        user_id INTEGER NOT NULL REFERENCES person,
        created_at TEXT NOT NULL,
        expire_at TEXT NOT NULL,
        sample INTEGER NOT NULL,
        PRIMARY KEY (environment, token_hash)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE popup (
        popup_id INTEGER PRIMARY KEY,
        display_date TEXT NOT NULL,
        on_website INTEGER NOT NULL,
        icon_id TEXT,
        need_confirm TEXT,
        title_en TEXT NOT NULL,
        body_en TEXT NOT NULL,
        title_zh TEXT NOT NULL,
        body_zh TEXT NOT NULL
      ) STRICT;

      CREATE TABLE popup_site (
        popup_id INTEGER NOT NULL REFERENCES popup,
        site TEXT NOT NULL,
        PRIMARY KEY (popup_id, site)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE news (
        news_id TEXT PRIMARY KEY,
        news_date_time TEXT NOT NULL,
        deleted INTEGER NOT NULL,
        title_en TEXT NOT NULL,
        body_en TEXT NOT NULL,
        title_zh TEXT NOT NULL,
        body_zh TEXT NOT NULL,
        cover TEXT REFERENCES media
      ) STRICT;

      -- One row a site that shows the entry or once did: a site that it was taken off must hear of that.
      CREATE TABLE news_site (
        news_id TEXT NOT NULL REFERENCES news,
        site TEXT NOT NULL,
        shown INTEGER NOT NULL,
        -- Epoch seconds.
        changed_at INTEGER NOT NULL,
        PRIMARY KEY (news_id, site)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX news_site_by_change ON news_site (site, changed_at);

      CREATE TABLE news_attachment (
        news_id TEXT NOT NULL REFERENCES news,
        position INTEGER NOT NULL,
        media TEXT NOT NULL REFERENCES media,
        PRIMARY KEY (news_id, position)
      ) STRICT, WITHOUT ROWID;
    `)
  },
  database => {
    // A deleted popup message is kept, so that its deletion can be undone.
    database.exec('ALTER TABLE popup ADD COLUMN deleted INTEGER NOT NULL DEFAULT 0')
  },
  database => {
    database.exec(`
      -- Epoch milliseconds; absent for keys older than this column, and for those never used since.
      ALTER TABLE access_key ADD COLUMN created_at INTEGER;
      ALTER TABLE access_key ADD COLUMN last_used_at INTEGER;

      -- What a person is looked up by, and where one is used.
      CREATE INDEX person_by_name ON person (last_name, first_name, user_id);
      CREATE INDEX person_by_ref_no ON person (ref_no);
      CREATE INDEX guardian_child_by_child ON guardian_child (child);
      CREATE INDEX group_student_by_student ON group_student (user_id);
      CREATE INDEX session_by_user ON session (user_id);
      CREATE INDEX attendance_entry_by_approver ON attendance_entry (approved_by) WHERE approved_by IS NOT NULL;
    `)
  },
  database => {
    database.exec(`
      -- Websites hear of "deleted" alone. An entry is that while it is a draft or in the bin; one that was never published
      -- has no row in news_site, so that no website ever hears of it, and the sites it is meant for stand by themselves.
      ALTER TABLE news ADD COLUMN draft INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE news ADD COLUMN binned INTEGER NOT NULL DEFAULT 0;
      UPDATE news SET binned = deleted;
      CREATE TABLE news_draft_site (
        news_id TEXT NOT NULL REFERENCES news,
        site TEXT NOT NULL,
        PRIMARY KEY (news_id, site)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX news_by_date ON news (news_date_time, news_id);

      -- Beside the entries and not among them: what is searched is not read when websites ask.
      CREATE TABLE news_words (news_id TEXT PRIMARY KEY REFERENCES news, words TEXT NOT NULL) STRICT, WITHOUT ROWID;

      -- Epoch seconds. A medium that was removed is served no more and can be brought back.
      ALTER TABLE media ADD COLUMN added_at INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE media ADD COLUMN removed_at INTEGER;
      -- By the hash that a path begins with, and where a medium is used.
      CREATE INDEX media_by_path ON media (path);
      CREATE INDEX media_by_thumbnail ON media (thumbnail_path);
      CREATE INDEX media_by_screen ON media (screen_path);
      CREATE INDEX news_by_cover ON news (cover) WHERE cover IS NOT NULL;
      CREATE INDEX news_attachment_by_media ON news_attachment (media);
      CREATE INDEX person_by_avatar ON person (avatar) WHERE avatar IS NOT NULL;
    `)
    const keep = database.prepare('INSERT INTO news_words VALUES (?, ?)')
    for (const row of database.prepare<[], TextColumns & { news_id: string }>('SELECT * FROM news').all())
      keep.run(row.news_id, newsWords(row))
  },
  database => {
    database.exec(`
      -- Who is signed in to the console. No part of the school's state: a reset or an import leaves it alone.
      CREATE TABLE console_session (
        token_hash BLOB PRIMARY KEY,
        -- Epoch milliseconds.
        created_at INTEGER NOT NULL,
        expire_at INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
    `)
  },
  database => {
    // How many there are in each state, and the newest of one, without a look at the entries themselves.
    database.exec('CREATE INDEX news_by_state ON news (binned, draft, news_date_time, news_id)')
  },
  database => {
    database.exec(`
      -- States kept to go back to; the rows themselves are in a file each, below the data folder. No part of the state.
      CREATE TABLE snapshot (
        snapshot_id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        -- 'kept': somebody asked for it; 'before': taken before the state was replaced.
        kind TEXT NOT NULL,
        -- Epoch milliseconds.
        taken_at INTEGER NOT NULL,
        file TEXT NOT NULL,
        -- Rows by table, as JSON.
        holds TEXT NOT NULL,
        -- Epoch milliseconds; absent while it is there. The file goes a little later.
        deleted_at INTEGER
      ) STRICT;
    `)
  },
  database => {
    database.exec(`
      -- The half of a session that is no cookie. Whoever signed in before it was there signs in again.
      DELETE FROM console_session;
      ALTER TABLE console_session ADD COLUMN key_hash BLOB NOT NULL DEFAULT x'';
    `)
  },
  database => {
    database.exec(`
      -- Entries that a replaced state had and the present one does not: websites are sent them as deleted. No part of the
      -- state: what follows from a replacement stays when the state is replaced again.
      CREATE TABLE news_tombstone (
        site TEXT NOT NULL,
        news_id TEXT NOT NULL,
        -- Epoch seconds.
        changed_at INTEGER NOT NULL,
        PRIMARY KEY (site, news_id)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX news_tombstone_by_change ON news_tombstone (site, changed_at);
    `)
  },
  database => {
    database.exec(`
      -- AUTOINCREMENT: the number of a revoked key is not given again.
      CREATE TABLE numbered_key (
        key_id INTEGER PRIMARY KEY AUTOINCREMENT,
        label TEXT NOT NULL,
        key_hash BLOB NOT NULL UNIQUE,
        sample INTEGER NOT NULL,
        -- Epoch milliseconds; absent for keys older than this column, and for those never used since.
        created_at INTEGER,
        last_used_at INTEGER
      ) STRICT;
      INSERT INTO numbered_key (key_id, label, key_hash, sample, created_at, last_used_at)
      SELECT key_id, label, key_hash, sample, created_at, last_used_at FROM access_key;
      DROP TABLE access_key;
      ALTER TABLE numbered_key RENAME TO access_key;
    `)
  },
  database => {
    database.exec(`
      -- Epoch seconds: from when until when websites get a message; absent: at once, and for good.
      ALTER TABLE popup ADD COLUMN starts_at INTEGER;
      ALTER TABLE popup ADD COLUMN ends_at INTEGER;
    `)
  },
  database => {
    database.exec(`
      -- Those that the school has changed; the words of the others are the program's.
      CREATE TABLE popup_template (
        template_id TEXT PRIMARY KEY,
        need_confirm TEXT,
        title_en TEXT NOT NULL,
        body_en TEXT NOT NULL,
        title_zh TEXT NOT NULL,
        body_zh TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
    `)
  },
  database => {
    database.exec(`
      -- Epoch seconds: from when until when websites get an entry that is published; absent: at once, and for good.
      ALTER TABLE news ADD COLUMN publish_at INTEGER;
      ALTER TABLE news ADD COLUMN unpublish_at INTEGER;
      CREATE INDEX news_by_publication ON news (publish_at) WHERE publish_at IS NOT NULL;
      CREATE INDEX news_by_end ON news (unpublish_at) WHERE unpublish_at IS NOT NULL;
      -- Epoch second before which the site has never had the entry, so that it is not told of a deletion either: 0 unless
      -- its publication was planned. Absent: it was deleted before it was published.
      ALTER TABLE news_site ADD COLUMN sent_from INTEGER DEFAULT 0;
    `)
  },
  database => {
    database.exec(`
      -- AUTOINCREMENT: the number of a deleted snapshot is not given again.
      CREATE TABLE numbered_snapshot (
        snapshot_id INTEGER PRIMARY KEY AUTOINCREMENT,
        name TEXT NOT NULL,
        -- 'kept': somebody asked for it; 'before': taken before the state was replaced.
        kind TEXT NOT NULL,
        -- Epoch milliseconds.
        taken_at INTEGER NOT NULL,
        file TEXT NOT NULL,
        -- Rows by table, as JSON.
        holds TEXT NOT NULL,
        -- Epoch milliseconds; absent while it is there. The file goes a little later.
        deleted_at INTEGER,
        -- Counts up each time one is taken or gone back to: a clock may be set back.
        last_use INTEGER NOT NULL
      ) STRICT;
      INSERT INTO numbered_snapshot (snapshot_id, name, kind, taken_at, file, holds, deleted_at, last_use)
      SELECT snapshot_id, name, kind, taken_at, file, holds, deleted_at,
        row_number() OVER (ORDER BY taken_at, snapshot_id)
      FROM snapshot;
      DROP TABLE snapshot;
      ALTER TABLE numbered_snapshot RENAME TO snapshot;
    `)
  },
  database => {
    database.exec(`
      -- By table, the highest identifier of its deleted rows: it is not given again.
      CREATE TABLE highest_deleted (table_name TEXT PRIMARY KEY, id INTEGER NOT NULL) STRICT, WITHOUT ROWID;
      -- Until now, only access keys remembered theirs.
      INSERT INTO highest_deleted SELECT name, seq FROM sqlite_sequence WHERE name = 'access_key' AND seq > 0;`)
    const note = (table: string, id: string, when: string) =>
      database.exec(`
        CREATE TRIGGER ${table}_deleted AFTER DELETE ON ${table} WHEN ${when} BEGIN
          INSERT INTO highest_deleted VALUES ('${table}', ${id})
          ON CONFLICT (table_name) DO UPDATE SET id = max(id, excluded.id);
        END`)
    // No safe number follows the highest one, which a school may have given.
    for (const [table, key] of [
      ['unit', 'unit_id'],
      ['year', 'year_id'],
      ['person', 'user_id'],
      ['student_group', 'group_id'],
      ['attendance_entry', 'entry_id'],
      ['popup', 'popup_id'],
      ['access_key', 'key_id'],
    ] as const)
      note(table, `OLD.${key}`, `OLD.${key} < ${Number.MAX_SAFE_INTEGER}`)
    // Of identifiers that the service gave.
    note(
      'news',
      'CAST(substr(OLD.news_id, 6) AS INTEGER)',
      "OLD.news_id GLOB 'NEWS-[0-9]*' AND length(OLD.news_id) <= 14",
    )
  },
  database => {
    // What a new message can start with is the program's alone.
    database.exec('DROP TABLE popup_template')
  },
  database => {
    // Names of media that are gone: none is given to another file.
    database.exec('CREATE TABLE former_media (name TEXT PRIMARY KEY) STRICT, WITHOUT ROWID')
  },
]
