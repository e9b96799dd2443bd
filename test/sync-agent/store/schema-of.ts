/** All that a store's database is made of, in the words of its engine. */
import { isPostgres } from '../../../sync-agent/is-postgres.ts'
import { execute } from '../database.ts'

const SQLITE = [
  `SELECT list.name, list.wr, list.strict, col.name AS col, col.type, col."notnull", col.dflt_value, col.pk
   FROM pragma_table_list AS list, pragma_table_xinfo(list.name) AS col
   WHERE list.schema = 'main' AND list.name NOT LIKE 'sqlite_s%' ORDER BY 1, col.cid`,
  `SELECT it.tbl_name, list.name, list."unique", list.origin, list.partial, col.name AS col, col.desc, col.coll
   FROM sqlite_schema AS it, pragma_index_list(it.tbl_name) AS list, pragma_index_xinfo(list.name) AS col
   WHERE it.type = 'table' AND it.name NOT LIKE 'search_terms%' ORDER BY 1, 2, col.seqno`,
  `SELECT it.name, key.* FROM sqlite_schema AS it, pragma_foreign_key_list(it.name) AS key
   WHERE it.type = 'table' ORDER BY 1, 2`,
  "SELECT name, sql FROM sqlite_schema WHERE type <> 'table' AND sql IS NOT NULL ORDER BY 1",
]

const POSTGRES = [
  `SELECT table_name, column_name, data_type, collation_name, is_nullable, column_default, is_identity
   FROM information_schema.columns WHERE table_schema = 'schoolbell' ORDER BY table_name, ordinal_position`,
  "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'schoolbell' ORDER BY 1",
  `SELECT conrelid::regclass::text AS on_table, conname, pg_get_constraintdef(oid) AS text FROM pg_constraint
   WHERE connamespace = 'schoolbell'::regnamespace AND contype <> 'n' ORDER BY 1, 2`,
  "SELECT viewname, definition FROM pg_views WHERE schemaname = 'schoolbell' ORDER BY 1",
  `SELECT tgname, pg_get_triggerdef(oid) AS text FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1`,
  `SELECT proname, pg_get_functiondef(oid) AS text FROM pg_proc
   WHERE pronamespace = 'schoolbell'::regnamespace ORDER BY 1`,
]

/** Spaces and line breaks count as one space. */
export async function schemaOf(db: string): Promise<unknown[]> {
  const found: unknown[] = []
  for (const query of isPostgres(db) ? POSTGRES : SQLITE) {
    const rows = await execute(db, query)
    found.push(rows.map(row => JSON.stringify(row).replaceAll(/(\\n|\s)+/g, ' ')))
  }
  return found
}
