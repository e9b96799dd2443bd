/** `schoolbell sync sql`: keeps a table of another database equal to the news. */
import { Command, type OptionValues } from 'commander'
import { systemClock } from '../../shared/clock.ts'
import { counted } from '../../shared/text/counted.ts'
import { plainLine } from '../../shared/text/table.ts'
import { DestinationError, openSqlAdmin, type SqlAdmin, type SqlReport } from '../../sync-agent/index.ts'
import { languages, listedNumber, siteIds } from '../options.ts'
import { type Said, said } from '../print.ts'
import { cancellable } from '../signals.ts'
import { listText, reportText } from './destinations.ts'
import { SYNC } from './options.ts'
import { onStore, storeCommand } from './store.ts'

export function sqlCommand(): Command {
  const sql = new Command('sql').description(
    'Tables of other databases that are kept equal to the news; the agent may be running.',
  )
  for (const command of tableCommands()) sql.addCommand(command)
  return sql
}

const tableCommands = () => [
  storeCommand('add', 'Makes the table, or checks it; the agent copies all news into it.')
    .argument(
      '<address>',
      'as in postgres://user@db.example/school, mysql://user@db.example/school (also MariaDB), sqlite:/srv/school.db',
    )
    .requiredOption('--table <name>', 'as in school_news')
    .option('--password-file <file>', 'file with the password, which the agent reads as well')
    .option('--keep-deleted', 'rows of deleted entries stay, with the time in deleted_at')
    // Not from the environment: that says what the agent copies, and nothing about this table.
    .option('--site <ids>', 'academy, pre-school or both (default: all)', siteIds)
    .option('--lang <tags>', 'en-US, zh-HK or both (default: all)', languages)
    .action(onCall(add)),
  storeCommand('list', 'All tables and their state.').action(onCall(list)),
  onTable('show', 'One table.').action(onCall(show)),
  onTable('pause', 'Stops writing for now; changes are written after resume.').action(onCall(pause)),
  onTable('resume', 'Writes again at once, also what the table has refused.').action(onCall(resume)),
  onTable('copy', 'Copies all news again, and makes the table when it is missing.').action(onCall(copy)),
  onTable('remove', 'Ends the copying; the table and its rows stay.')
    .option('--with-rows', 'also delete the rows that the agent has written')
    .action(onCall(remove)),
]

const onTable = (name: string, description: string) =>
  storeCommand(name, description).argument('<id>', 'its number in the list', listedNumber('list'))

const onCall = (work: (tables: SqlAdmin, ...given: never[]) => Promise<Said>) =>
  onStore(
    ({ db }) => openSqlAdmin(db, systemClock),
    (tables, ...given) =>
      work(tables, ...given).catch(error => {
        if (!(error instanceof DestinationError) || error.code !== 'DESTINATION_UNKNOWN') throw error
        throw new Error(`${error.message}; see ${SYNC} sql list`, { cause: error })
      }),
  )

const add = async (tables: SqlAdmin, address: string, flags: OptionValues) => {
  const { table, keepDeleted: keepsDeleted = false, passwordFile, site: siteIds, lang: langs } = flags
  const settings = { address, table, keepsDeleted, passwordFile, siteIds, langs }
  const added = await cancellable(signal => tables.add(settings, signal))
  return said(added, ({ id, tableWas }) =>
    plainLine(
      `sql-${id}: the table ${table} is ${tableWas}; the agent copies all news into it. To see how far it is: ${SYNC} followers`,
    ),
  )
}
const list = async (tables: SqlAdmin) => said(await tables.list(), tablesText)
const show = async (tables: SqlAdmin, id: number) => said(await tables.show(id), reportText)
const pause = async (tables: SqlAdmin, id: number) =>
  said(await tables.pause(id), ({ state }) => `sql-${id} is ${state}`)
const resume = async (tables: SqlAdmin, id: number) =>
  said(
    await tables.resume(id),
    ({ state, follower }) => `sql-${id} is ${state}; ${counted(follower.behind, 'change')} waiting`,
  )
const copy = async (tables: SqlAdmin, id: number) =>
  said(
    await cancellable(signal => tables.copy(id, signal)),
    ({ follower }) => `sql-${id}: ${counted(follower.behind, 'change')} to be copied by the agent`,
  )
const remove = async (tables: SqlAdmin, id: number, { withRows = false }: OptionValues) => {
  const rows = await cancellable(signal => tables.remove(id, withRows, signal))
  return said({ id, removed: true, rows }, () => `sql-${id} is removed, with ${counted(rows, 'row')}`)
}

const tablesText = (all: readonly SqlReport[]) =>
  listText(all, { table: ({ table }) => table, address: ({ address }) => address }, 'There are no tables.')
