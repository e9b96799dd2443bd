/** Watches a day: prints its list, then one line for each change. */
import type {
  AttendanceChange,
  AttendanceClient,
  AttendanceQuery,
} from '../../shared/client/attendance/index.ts'
import type { Clock } from '../../shared/clock.ts'
import { wallClockAt } from '../../shared/contract/wire-time.ts'
import { lineOfJson } from '../../shared/text/json.ts'
import { plainLine } from '../../shared/text/table.ts'
import { spanText } from '../zone.ts'
import { countLine, type FormatFlags, listText, NO_RECORD, nameOf } from './format.ts'

export async function watchDay(
  client: AttendanceClient,
  query: AttendanceQuery,
  flags: FormatFlags,
  { intervalMs, signal, clock }: { intervalMs: number; signal: AbortSignal; clock: Clock },
): Promise<void> {
  let first = true
  const onFailure = ({ message }: Error, waitMs: number) =>
    void process.stderr.write(`schoolbell: ${plainLine(message)}; next attempt in ${spanText(waitMs)}\n`)
  for await (const { list, changes } of client.watchAttendance(query, { intervalMs, signal, onFailure })) {
    if (flags.format === 'json') {
      process.stdout.write(`${lineOfJson(first ? { list } : { changes })}\n`)
    } else if (first) {
      process.stdout.write(listText(query.date, list, flags))
    } else {
      const time = wallClockAt(clock.now(), flags.zone).toPlainTime().toString({ smallestUnit: 'second' })
      for (const change of changes) process.stdout.write(`${plainLine(`${time}  ${changeText(change)}`)}\n`)
      process.stdout.write(`${time}  ${countLine(list)}\n`)
    }
    first = false
  }
}

/** As in `TB260001  Aldermoor, Wren: no record → Late (Ferry delayed)`. */
function changeText({ kind, student, from, to }: AttendanceChange): string {
  const who = `${student.refNo}  ${nameOf(student)}`
  if (kind === 'left') return `${who}: left the group`
  const now = `${to?.status ?? NO_RECORD}${to?.note ? ` (${to.note})` : ''}`
  if (kind === 'joined') return `${who}: joined the group, ${now}`
  const approved = to?.approvedBy && !from?.approvedBy ? `, approved by ${nameOf(to.approvedBy)}` : ''
  return `${who}: ${from?.status ?? NO_RECORD} → ${now}${approved}`
}
