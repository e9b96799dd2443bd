/** The store that the options name: a file, or a database with what further options say of it. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { isPostgres, refuseOtherAddress } from '../../sync-agent/index.ts'
import { option } from '../options.ts'

export interface DatabaseFlags {
  db: string
  dbSchema?: string
  dbPasswordFile?: string
}

/** Its folder is made when it is missing; the folder of another path must exist. */
export const DEFAULT_DB = '.schoolbell/news.db'

export function addDatabaseOptions(command: Command): Command {
  return command
    .addOption(
      option('--db <store>', 'the agent’s store: a file, or as in postgres://user@db.example/school').default(
        DEFAULT_DB,
      ),
    )
    .addOption(option('--db-schema <name>', 'schema of the store in PostgreSQL (default: schoolbell)'))
    .addOption(option('--db-password-file <file>', 'file with the password of PostgreSQL’s user'))
    .hook('preAction', (owner, called) => joinDatabaseOptions(owner, called))
}

/** From here on, `--db` says all of it. */
function joinDatabaseOptions(owner: Command, called: Command): void {
  // `migrate` names its stores itself.
  if (called.name() === 'migrate') return
  const flags = owner.opts<DatabaseFlags>()
  const isTyped = ['db', 'dbSchema', 'dbPasswordFile'].some(
    name => owner.getOptionValueSource(name) === 'cli',
  )
  owner.setOptionValueWithSource(
    'db',
    joined(called, flags.db, flags),
    isTyped ? 'cli' : owner.getOptionValueSource('db'),
  )
}

/** The address with what the other options say of it. */
export function joined(called: Command, db: string, { dbSchema, dbPasswordFile }: DatabaseFlags): string {
  const given = Object.entries({ schema: dbSchema, passwordfile: dbPasswordFile && resolve(dbPasswordFile) })
  const settings = given.filter((one): one is [string, string] => one[1] !== undefined)
  if (settings.length === 0) return db
  const url = isPostgres(db) ? URL.parse(db) : undefined
  if (!url) {
    return called.error(
      'error: --db-schema and --db-password-file, also as SCHOOLBELL_DB_SCHEMA and SCHOOLBELL_DB_PASSWORD_FILE, are for a store in PostgreSQL: --db postgres://…',
    )
  }
  for (const [name, value] of settings) url.searchParams.set(name, value)
  return url.href
}

/** Whether there may be a store: in PostgreSQL, a look tells. */
export const mayHoldStore = (db: string): boolean => isPostgres(db) || existsSync(db)

export function refuseNoStore({ db }: Pick<DatabaseFlags, 'db'>): void {
  refuseOtherAddress(db)
  if (!mayHoldStore(db)) throw new Error(`${db} does not exist; name the agent’s store with --db`)
}
