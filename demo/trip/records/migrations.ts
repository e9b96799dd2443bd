/** Migrations. A released step is never changed. Instants are epoch milliseconds; times of trips are in the school's zone. */
import type { Migration } from '../../../shared/sqlite/open.ts'

export const MIGRATIONS: readonly Migration[] = [
  database =>
    database.exec(`
      CREATE TABLE setting (
        name  TEXT PRIMARY KEY,
        value TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE student (
        ref_no       TEXT PRIMARY KEY,
        name         TEXT NOT NULL,
        chinese_name TEXT NOT NULL,
        group_name   TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX student_of_group ON student (group_name, ref_no);

      CREATE TABLE family (
        guardian_ref TEXT NOT NULL,
        student_ref  TEXT NOT NULL REFERENCES student,
        PRIMARY KEY (guardian_ref, student_ref)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE trip (
        trip_id    TEXT PRIMARY KEY,
        leaves_at  TEXT NOT NULL,
        returns_at TEXT NOT NULL,
        closes_on  TEXT NOT NULL,
        places     INTEGER NOT NULL CHECK (places > 0),
        fee        INTEGER NOT NULL CHECK (fee >= 0),
        on_water   INTEGER NOT NULL CHECK (on_water IN (0, 1))
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE trip_text (
        trip_id TEXT NOT NULL REFERENCES trip ON DELETE CASCADE,
        lang    TEXT NOT NULL,
        title   TEXT NOT NULL,
        about   TEXT NOT NULL,
        meeting TEXT NOT NULL,
        bring   TEXT NOT NULL,
        PRIMARY KEY (trip_id, lang)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE trip_group (
        trip_id    TEXT NOT NULL REFERENCES trip ON DELETE CASCADE,
        group_name TEXT NOT NULL,
        PRIMARY KEY (trip_id, group_name)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE sign_up (
        sign_up_id   INTEGER PRIMARY KEY,
        trip_id      TEXT NOT NULL REFERENCES trip ON DELETE CASCADE,
        student_ref  TEXT NOT NULL REFERENCES student,
        guardian_ref TEXT,
        signed_by    TEXT NOT NULL,
        consent      TEXT NOT NULL,
        note         TEXT NOT NULL,
        signed_at    INTEGER NOT NULL,
        withdrawn_at INTEGER
      ) STRICT;
      CREATE UNIQUE INDEX sign_up_standing ON sign_up (trip_id, student_ref) WHERE withdrawn_at IS NULL;

      CREATE TABLE draft (
        guardian_ref TEXT NOT NULL,
        trip_id      TEXT NOT NULL REFERENCES trip ON DELETE CASCADE,
        student_ref  TEXT NOT NULL REFERENCES student,
        note         TEXT NOT NULL,
        kept_at      INTEGER NOT NULL,
        PRIMARY KEY (guardian_ref, trip_id, student_ref)
      ) STRICT, WITHOUT ROWID;
    `),
]
