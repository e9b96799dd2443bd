/** `schoolbell sync reconcile` and `once`: one pass over all news of the service, or over what has changed. */
import type { Command, OptionValues } from 'commander'
import { counted } from '../../shared/text/counted.ts'
import { formatTable, plainLine } from '../../shared/text/table.ts'
import type { CycleReport, ReconcileReport } from '../../sync-agent/index.ts'
import { print, streamName } from '../print.ts'
import { cancellable } from '../signals.ts'
import { copyCommand, openAgent, serviceUrlOption } from './options.ts'
import { withServiceUrl } from './store.ts'

export function reconcileCommand(): Command {
  return copyCommand(
    'reconcile',
    'Compares the store with all news of the service and corrects the differences, while a running agent waits. Exit code 1 when this fails or is refused.',
  )
    .option('--dry-run', 'only print the differences')
    .option('--force', 'delete even a large part of the store')
    .action(runReconcile)
}

async function runReconcile(given: OptionValues, command: Command): Promise<void> {
  const flags = await withServiceUrl(given, command)
  const { dryRun = false, force = false } = flags
  await using agent = await openAgent(flags, command)
  const reports = await cancellable(signal => agent.reconcile({ dryRun, force, takeOver: true, signal }))
  print(flags, reports, inWords(reports))
  for (const report of reports) {
    const problem = problemOf(report)
    if (problem === undefined) continue
    process.stderr.write(`schoolbell: ${plainLine(`${streamName(report)} ${problem}`)}\n`)
    process.exitCode = 1
  }
}

function inWords(reports: readonly ReconcileReport[]): string {
  const rows = reports.flatMap(({ siteId, lang, differences }) =>
    differences.map(({ kind, newsId, title }) => [kind, `${siteId}/${lang}`, newsId, title]),
  )
  const table = rows.length > 0 ? [formatTable(['kind', 'stream', 'newsId', 'title'], rows)] : []
  return [...table, ...reports.map(summary)].join('\n')
}

function summary(report: ReconcileReport): string {
  const name = streamName(report)
  if (report.outcome === 'failed') return `${name}  failed`
  const { applied, differences } = report
  if (!applied) return `${name}  ${counted(differences.length, 'difference')}, nothing written`
  return `${name}  ${counted(differences.length, 'difference')}; ${applied.new} new, ${applied.changed} changed, ${applied.deleted} deleted`
}

function problemOf(report: ReconcileReport): string | undefined {
  if (report.outcome === 'failed') return `failed: ${report.failure.message}`
  if (!report.refused) return undefined
  const { reason } = report.refused
  return `refused to delete: ${reason}; check the service, and if this is right, run it again with --force`
}

/** Syncs every stream once. */
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
