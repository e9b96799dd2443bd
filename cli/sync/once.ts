/** `schoolbell sync once`: syncs every stream once. */
import { Command } from 'commander'
import { formatJson } from '../../shared/text/json.ts'
import { plainLine } from '../../shared/text/table.ts'
import type { CycleReport } from '../../sync-agent/index.ts'
import { clearLine } from '../progress-line.ts'
import { cancellable } from './cancel.ts'
import { addCopyOptions, type CopyFlags, openAgent, serviceUrlOption } from './options.ts'

export function onceCommand(): Command {
  const once = new Command('once')
    .description('Syncs every stream once. Exit code 1 when one fails.')
    .option('--json', 'print the reports as JSON')
    .action(runOnce)
  return addCopyOptions(once, serviceUrlOption())
}

async function runOnce(flags: CopyFlags & { json?: boolean }, command: Command): Promise<void> {
  await using agent = await openAgent(flags, command)
  const reports = await cancellable(signal => agent.syncOnce(signal))
  clearLine(process.stderr)
  const isLogged = flags.logLevel !== 'silent'
  const lines = reports.map(report => reportLine(report, isLogged))
  console.log(flags.json ? formatJson(reports) : lines.join('\n'))
  if (reports.some(report => report.outcome === 'failed')) process.exitCode = 1
}

/** @param isLogged whether standard error has the message of a failure already */
function reportLine(report: CycleReport, isLogged: boolean): string {
  const name = `${report.siteId}/${report.lang}`
  if (report.outcome === 'failed') {
    const { code, message } = report.failure
    return plainLine(`${name}  failed: ${isLogged && code !== 'ABORTED' ? code : message}`)
  }
  const { applied } = report
  return `${name}  ${applied.new} new, ${applied.changed} changed, ${applied.deleted} deleted, ${applied.unchanged} unchanged`
}
