/** Progress of a range, and its failed days. */
import type { AttendanceDay, RangeProgress } from '../../shared/client/attendance/index.ts'
import { counted } from '../../shared/text/counted.ts'
import { plainLine } from '../../shared/text/table.ts'
import { createBar, type Terminal } from '../progress-line.ts'
import { spanText } from '../zone.ts'

export function showRange(terminal: Terminal) {
  const bar = createBar(terminal, { least: 8, all: total => counted(total, 'day') })
  return {
    onProgress({ done, total, waitMs }: RangeProgress): void {
      if (waitMs > 0) {
        bar.clear()
        terminal.write(`schoolbell: too many calls; the service asks for a pause of ${spanText(waitMs)}\n`)
      }
      bar.show(done, total)
    },
    end: bar.clear,
  }
}

/** One line for each failure; days with the same message, apart from their URL, share a line. */
export function failedDays(days: readonly AttendanceDay[]): string[] {
  const alike = new Map<string, { message: string; dates: string[] }>()
  for (const { date, error } of days) {
    if (!error) continue
    const { address, message } = error
    const known = alike.get(message.slice(address.length))
    if (known) known.dates.push(date)
    else alike.set(message.slice(address.length), { message, dates: [date] })
  }
  return [...alike.values()].map(({ message, dates: [first, ...others] }) =>
    plainLine(
      others.length === 0
        ? `${first}: ${message}`
        : `${first} and ${counted(others.length, 'more day')}: ${message}`,
    ),
  )
}
