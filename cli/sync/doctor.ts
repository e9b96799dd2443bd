/**
 * `schoolbell sync doctor`: calls the service, the web server in front and a live page if they are given, and reports what an operator
 * should know. Changes nothing.
 */
import type { Command, OptionValues } from 'commander'
import { systemClock } from '../../shared/clock.ts'
import { formatTable, wrap } from '../../shared/text/table.ts'
import {
  examineLivePage,
  examinePublicUrl,
  examineService,
  type Finding,
  storeFindings,
} from '../../sync-agent/index.ts'
import { addOptions, httpUrlAs, option } from '../options.ts'
import { print } from '../print.ts'
import { READ_ON } from '../program.ts'
import { cancellable } from '../signals.ts'
import {
  IN_STORE,
  publicUrlOption,
  publishToOption,
  SYNC,
  serviceUrlOption,
  streamOptions,
  streamsOf,
} from './options.ts'
import { useProxyOfEnvironment } from './proxy.ts'
import { mayHoldStore, openStore, storeCommand, withServiceUrl } from './store.ts'

export const doctorCommand = (): Command =>
  addOptions(
    storeCommand(
      'doctor',
      'Checks the service: reachable, site and language accepted, clocks, time zone, entries by identifier. With --public-url, also checks the web server in front, with --site-url a live page. Changes nothing. Exit code 1 when something required does not work.',
    ),
    serviceUrlOption(IN_STORE),
    publicUrlOption(
      'where readers reach the agent: checks this address as well (default: it is not checked)',
    ),
    option(
      '--site-url <url>',
      'a live page of the website: checks what visitors get there',
      httpUrlAs('https://school.example/'),
    ),
    publishToOption(),
    ...streamOptions(),
  ).action(runDoctor)

async function runDoctor(given: OptionValues, command: Command): Promise<void> {
  const flags = await withServiceUrl(given, command)
  const { serviceUrl, publicUrl, siteUrl, zone } = flags
  const service = { serviceUrl, zone, clock: systemClock }
  useProxyOfEnvironment()
  const findings = await cancellable(async signal => [
    ...(await examineService({ ...service, streams: streamsOf(flags) }, signal)),
    ...(publicUrl === undefined ? [] : await examinePublicUrl({ publicUrl }, signal)),
    ...(siteUrl === undefined ? [] : await examineLivePage({ ...service, siteUrl }, signal)),
    ...(await examineStore(flags)),
  ])
  const needsWork = findings.some(({ result }) => result === 'failed' || result === 'warning')
  const table = findingsTable(findings)
  print(flags, findings, needsWork ? `${table}\n\n${READ_ON}` : table)
  if (findings.some(({ result }) => result === 'failed')) process.exitCode = 1
}

/** Only if the store exists. */
async function examineStore(flags: OptionValues): Promise<Finding[]> {
  if (!mayHoldStore(flags.db)) return []
  await using store = await openStore(flags)
  return storeFindings(await store.status(), SYNC)
}

const CHECK_COLUMNS = 26
const DETAIL_COLUMNS = 38

/** Three columns within 80 characters; a long detail continues on the next line. */
export function findingsTable(findings: readonly Finding[]): string {
  const rows = findings.flatMap(({ check, result, detail }) =>
    wrap(detail, DETAIL_COLUMNS)
      .split('\n')
      .map((line, index) => (index === 0 ? [check, result, line] : ['', '', line])),
  )
  return formatTable(['check'.padEnd(CHECK_COLUMNS), 'result', 'detail'], rows)
}
