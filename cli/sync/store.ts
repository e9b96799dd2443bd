/** The store that the options name, a file or a database, and opened for an operator. A missing one is not created. */
import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { Command, type OptionValues } from 'commander'
import { systemClock } from '../../shared/clock.ts'
import { isPostgres, openStoreAdmin, refuseOtherAddress, type StoreAdmin } from '../../sync-agent/index.ts'
import { addOptions, endAsMissing, option } from '../options.ts'
import { print, type Said } from '../print.ts'

/** Its folder is made when it is missing; the folder of another path must exist. */
export const DEFAULT_DB = '.schoolbell/news.db'

/** A sub-command about the store, for people and programs. */
export const storeCommand = (name: string, description: string): Command =>
  addStoreOptions(new Command(name).description(description).option('--json', 'print JSON'))

/** `db` then says all of it. */
export function addStoreOptions(command: Command): Command {
  const store = option(
    '--db <store>',
    'the agent’s store: a file in a folder that exists, or as in postgres://user@db.example/school',
  )
  return addSchemaOptions(command.addOption(store.default(DEFAULT_DB))).hook('preAction', (_, called) => {
    const flags = called.opts()
    if (called === command) called.setOptionValue('db', joined(called, flags.db, flags))
  })
}

export const addSchemaOptions = (command: Command): Command =>
  addOptions(
    command,
    option('--db-schema <name>', 'schema of the store in PostgreSQL (default: schoolbell)'),
    option('--db-password-file <file>', 'file with the password of PostgreSQL’s user'),
  )

/** The address with what the other options say of it. */
export function joined(called: Command, db: string, { dbSchema, dbPasswordFile }: OptionValues): string {
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

export function refuseNoStore({ db }: OptionValues): void {
  refuseOtherAddress(db)
  if (mayHoldStore(db)) return
  const folder = dirname(resolve(db))
  const missing = existsSync(folder) ? `${db} does not exist` : `${db}: the folder ${folder} does not exist`
  throw new Error(`${missing}; name the agent’s store with --db`)
}

/**
 * The action of a sub-command: opens the store, or a part of it, and prints what the work on it says.
 *
 * @param work gets the sub-command's arguments after what was opened, and then its options
 */
export const onStore =
  <Opened extends AsyncDisposable>(
    open: (flags: OptionValues) => Promise<Opened>,
    work: (opened: Opened, ...given: never[]) => Promise<Said>,
  ) =>
  async (...given: unknown[]): Promise<void> => {
    const flags = given.at(-2) as OptionValues
    refuseNoStore(flags)
    await using opened = await open(flags)
    print(flags, ...(await work(opened, ...(given.slice(0, -1) as never[]))))
  }

/** With `publishTo`, its status tells of the published folder too. */
export async function openStore({ db, publishTo }: OptionValues): Promise<StoreAdmin> {
  refuseNoStore({ db })
  return openStoreAdmin(db, systemClock, publishTo)
}

/** The flags, with the service URL from the store if the command line has none. */
export async function withServiceUrl(flags: OptionValues, command: Command): Promise<OptionValues> {
  if (flags.serviceUrl !== undefined) return flags
  await using store = mayHoldStore(flags.db) ? await openStore({ db: flags.db }) : undefined
  const serviceUrl = (await store?.serviceUrl()) ?? serviceUrlMissing(command, STORE_KNOWS)
  return { ...flags, serviceUrl }
}

const STORE_KNOWS = '; or name the agent’s store with --db, which knows it'

export const serviceUrlMissing = (command: Command, otherwise = ''): never =>
  endAsMissing(command, '--service-url <url>', otherwise)
