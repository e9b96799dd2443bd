/**
 * `schoolbell sync doctor`: asks the service a few questions, and the web server in front if there is one, and tells what an
 * operator should know. Changes nothing.
 */
import { existsSync } from 'node:fs'
import { Command } from 'commander'
import { systemClock } from '../../shared/clock.ts'
import { formatJson } from '../../shared/text/json.ts'
import { formatTable, wrap } from '../../shared/text/table.ts'
import {
  examinePublicUrl,
  examineService,
  type Finding,
  openWebhookDesk,
  webhookFindings,
} from '../../sync-agent/index.ts'
import { cancellable } from './cancel.ts'
import { withServiceUrl } from './desk.ts'
import { type SyncFlags, streamsOf } from './options.ts'

export function doctorCommand(): Command {
  return new Command('doctor')
    .description(
      'Reaches the service? Site and language accepted? Clocks? And how it decides what its interface leaves open. With --public-url, whether the web server in front passes on what it should. Only asks; ends with 1 when something needed does not work.',
    )
    .option('--json', 'print the findings as JSON')
    .action((_flags, command: Command) => runDoctor(command.optsWithGlobals(), command))
}

async function runDoctor(given: SyncFlags & { json?: boolean }, command: Command): Promise<void> {
  const flags = await withServiceUrl(given, command)
  const { serviceUrl, publicUrl, zone, timeout: timeoutMs, totalTimeout: totalMs, maxBytes } = flags
  const findings = await cancellable(async signal => [
    ...(await examineService(
      { serviceUrl, zone, timeoutMs, totalMs, maxBytes, streams: streamsOf(flags), clock: systemClock },
      signal,
    )),
    ...(publicUrl === undefined ? [] : await examinePublicUrl({ publicUrl }, signal)),
    ...(await examineWebhooks(flags)),
  ])
  console.log(flags.json ? formatJson(findings) : inWords(findings))
  if (findings.some(({ result }) => result === 'failed')) process.exitCode = 1
}

/** Of a store that is there. */
async function examineWebhooks({ db }: SyncFlags): Promise<Finding[]> {
  if (!existsSync(db)) return []
  await using desk = openWebhookDesk(db, { clock: systemClock, allowedHosts: [] })
  return webhookFindings(await desk.list())
}

const CHECK_COLUMNS = 26
const DETAIL_COLUMNS = 38

/** Three columns within 80; a long detail goes on below itself. */
function inWords(findings: readonly Finding[]): string {
  const rows = findings.flatMap(({ check, result, detail }) =>
    wrap(detail, DETAIL_COLUMNS)
      .split('\n')
      .map((line, index) => (index === 0 ? [check, result, line] : ['', '', line])),
  )
  return formatTable(['check'.padEnd(CHECK_COLUMNS), 'result', 'detail'], rows)
}
