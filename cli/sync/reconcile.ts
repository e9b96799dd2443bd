/** `schoolbell sync reconcile`: compares the store with all news of the service, and corrects it. */
import type { Command, OptionValues } from 'commander'
import { counted } from '../../shared/text/counted.ts'
import { formatTable, plainLine } from '../../shared/text/table.ts'
import type { ReconcileReport } from '../../sync-agent/index.ts'
import { print, streamName } from '../print.ts'
import { cancellable } from '../signals.ts'
import { copyCommand, openAgent } from './options.ts'
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
