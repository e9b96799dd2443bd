/** `schoolbell sync migrate`: the store moves from a file to PostgreSQL, or back. */
import { existsSync, realpathSync } from 'node:fs'
import { Command, type OptionValues } from 'commander'
import { counted } from '../../shared/text/counted.ts'
import { formatTable, plainLine } from '../../shared/text/table.ts'
import {
  type CopyProgress,
  isPostgres,
  type MigrateReport,
  migrateStore,
  refuseOtherAddress,
} from '../../sync-agent/index.ts'
import { asWord, print } from '../print.ts'
import { barOf, showLine } from '../progress-line.ts'
import { cancellable } from '../signals.ts'
import { addSchemaOptions, joined } from './store.ts'

export function migrateCommand(): Command {
  const migrate = new Command('migrate')
    .description(
      'Copies the whole store to another place, a file or PostgreSQL; stop the agent first. Followers, webhooks and readers go on where they were. Interrupted, it goes on when it is run again. Exit code 1 when it is refused.',
    )
    .requiredOption('--from <store>', 'the store to copy: a file, or as in postgres://user@db.example/school')
    .requiredOption('--to <store>', 'a new file, or a database without a store')
    .option('--json', 'print the report as JSON')
    .action(runMigrate)
  return addSchemaOptions(migrate)
}

async function runMigrate(flags: OptionValues, command: Command): Promise<void> {
  const { from, to } = bothStores(flags, command)
  const report = await cancellable(
    signal => migrateStore({ from, to, onProgress: showProgress }, signal),
    'cancelled; run it again to go on',
  )
  print(flags, report, inWords(report, flags))
}

function bothStores(flags: OptionValues, command: Command): { from: string; to: string } {
  const { from, to, dbSchema, dbPasswordFile } = flags
  refuseOtherAddress(from)
  if (!isPostgres(from) && !existsSync(from)) throw new Error(`--from: ${from} does not exist`)
  if (dbSchema === undefined && dbPasswordFile === undefined) return { from, to }
  if (isPostgres(from) && isPostgres(to)) {
    return command.error(
      'error: with two stores in PostgreSQL, name schema and password file in their addresses, as in postgres://user@db.example/school?schema=news&passwordfile=/etc/password',
    )
  }
  const whole = (db: string) => (isPostgres(db) ? joined(command, db, flags) : db)
  return { from: whole(from), to: whole(to) }
}

const STEPS = { copying: 'copying', comparing: 'comparing', indexing: 'making the search index' } as const
const showProgress = ({ step, done, total }: CopyProgress) =>
  showLine(process.stderr, `${barOf(total === 0 ? 1 : done / total)}  ${STEPS[step]}`)

function inWords({ seq, tables }: MigrateReport, flags: OptionValues): string {
  const { from } = flags
  const copied = tables.filter(({ rows }) => rows > 0)
  const all = copied.reduce((sum, { rows }) => sum + rows, 0)
  const hasSecrets = copied.some(({ table }) => table === 'webhook_secret')
  return [
    formatTable(
      ['table', 'rows', 'hash in both'],
      copied.map(({ table, rows, hash }) => [table, `${rows}`, hash.slice(0, 16)]),
    ),
    plainLine(`${counted(all, 'row')} copied from ${from}, the same in both; last change: ${seq}`),
    ...(hasSecrets ? [plainLine(keyOf(from))] : []),
    plainLine(`start the agent with ${inOptions(flags)}; none starts with ${from} any more`),
  ].join('\n')
}

/** As the agent is told of the target. */
function inOptions({ to, dbSchema, dbPasswordFile }: OptionValues): string {
  const settings = isPostgres(to) ? { '--db-schema': dbSchema, '--db-password-file': dbPasswordFile } : {}
  const given = Object.entries({ '--db': to, ...settings }).filter(([, value]) => value !== undefined)
  return given.map(([flag, value]) => `${flag} ${asWord(value)}`).join(' ')
}

/** Which the secrets of webhooks are made with. It is in neither store. */
function keyOf(from: string): string {
  const beside = isPostgres(from) ? '' : `${realpathSync(from)}.webhook-key`
  return existsSync(beside)
    ? `the key of the webhooks is still in ${beside}: start the agent with --webhook-key and this file`
    : 'the key of the webhooks is not in the store: start the agent with the same --webhook-key as before'
}
