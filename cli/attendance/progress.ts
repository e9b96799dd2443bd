/** How far a range has come, and which of its days could not be had. */
import type { AttendanceDay, RangeProgress } from '../../shared/client/attendance/index.ts'
import { plainLine } from '../../shared/text/table.ts'
import { createBar } from '../bar.ts'
import { spanText } from '../zone.ts'

export function showRange(terminal: { write(text: string): unknown; isTTY?: boolean }) {
  const bar = createBar(terminal, { least: 8, all: total => `${total} days` })
  return {
    onProgress({ done, total, waitMs }: RangeProgress): void {
      if (waitMs > 0) {
        bar.clear()
        terminal.write(`schoolbell: too many calls; the service wants a pause of ${spanText(waitMs)}\n`)
      }
      bar.show(done, total)
    },
    end: bar.clear,
  }
}

/** A line for each error; days that share one, because they were not asked for any more, share a line. */
export function failedDays(days: readonly AttendanceDay[]): string[] {
  const byError = new Map<Error, string[]>()
  for (const { date, error } of days) if (error) byError.set(error, [...(byError.get(error) ?? []), date])
  return [...byError].map(([{ message }, [first, ...others]]) =>
    plainLine(
      others.length === 0 ? `${first}: ${message}` : `${first} and ${others.length} more days: ${message}`,
    ),
  )
}
