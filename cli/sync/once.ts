/** `schoolbell sync once`: syncs every stream once. */
import type { Command, OptionValues } from 'commander'
import { plainLine } from '../../shared/text/table.ts'
import type { CycleReport } from '../../sync-agent/index.ts'
import { print, streamName } from '../print.ts'
import { cancellable } from '../signals.ts'
import { copyCommand, openAgent, serviceUrlOption } from './options.ts'

export function onceCommand(): Command {
  return copyCommand(
    'once',
    'Syncs every stream once. Exit code 1 when one fails.',
    serviceUrlOption(),
  ).action(runOnce)
}

async function runOnce(flags: OptionValues, command: Command): Promise<void> {
  await using agent = await openAgent(flags, command)
  const reports = await cancellable(signal => agent.syncOnce(signal))
  const isLogged = flags.logLevel !== 'silent'
  const lines = reports.map(report => reportLine(report, isLogged))
  print(flags, reports, lines.join('\n'))
  if (reports.some(report => report.outcome === 'failed')) process.exitCode = 1
}

/** @param isLogged whether standard error has the message of a failure already */
function reportLine(report: CycleReport, isLogged: boolean): string {
  const name = streamName(report)
  if (report.outcome === 'failed') {
    const { code, message } = report.failure
    return plainLine(`${name}  failed: ${isLogged && code !== 'ABORTED' ? code : message}`)
  }
  const { applied } = report
  return `${name}  ${applied.new} new, ${applied.changed} changed, ${applied.deleted} deleted, ${applied.unchanged} unchanged`
}
