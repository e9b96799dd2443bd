/** Counts runs for the metrics. */
import { labelsOf, type Metrics } from '../metrics.ts'
import type { CycleReport, ReconcileReport } from './reports.ts'

export function countRuns(
  { cycles, cycleSeconds, reconciliations, changes }: Metrics,
  reports: readonly (CycleReport | ReconcileReport)[],
): void {
  for (const report of reports) {
    const labels = labelsOf(report)
    if (!('dryRun' in report)) {
      cycles.inc({ ...labels, outcome: outcomeOf(report) })
      cycleSeconds.observe(labels, report.durationMs / 1000)
    } else if (report.dryRun) continue
    else reconciliations.inc({ ...labels, outcome: outcomeOf(report) })
    if (report.outcome === 'failed' || !report.applied) continue
    for (const kind of ['new', 'changed', 'deleted'] as const) {
      changes.inc({ ...labels, kind }, report.applied[kind])
    }
  }
}

function outcomeOf(report: CycleReport | ReconcileReport): string {
  if (report.outcome === 'failed') return report.failure.code === 'ABORTED' ? 'cancelled' : 'failed'
  return 'refused' in report && report.refused ? 'refused' : 'done'
}
