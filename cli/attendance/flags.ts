/** Which days to request, and which options can be combined. */
import type { Command } from 'commander'
import type { Temporal } from 'temporal-polyfill'
import { LONGEST_RANGE } from '../../shared/client/attendance/index.ts'
import { countDays, isDay, whyNotDay } from '../../shared/contract/day.ts'
import { wallClockAt } from '../../shared/contract/wire-time.ts'

export const FORMATS = ['table', 'csv', 'json'] as const

export interface FormatFlags {
  group?: string
  date?: string
  from?: string
  to?: string
  format: (typeof FORMATS)[number]
  bom?: boolean
  output?: string
  summary?: boolean
  watch?: boolean
  zone: string
}

export type AskedDays = { date: string } | { from: string; to: string }

export function askedDays(command: Command, flags: FormatFlags, now: Temporal.Instant): AskedDays {
  const { date, from, to, zone } = flags
  for (const [flag, day] of Object.entries({ date, from, to }))
    if (day !== undefined && !isDay(day))
      command.error(`error: --${flag}: ${JSON.stringify(day)} ${whyNotDay(day)}`)
  const today = wallClockAt(now, zone).toPlainDate().toString()
  if (from === undefined) return { date: date ?? today }
  const range = { from, to: to ?? today }
  const count = countDays(range.from, range.to)
  if (count < 1) command.error(`error: --to: ${range.to} is before --from, ${range.from}`)
  if (count > LONGEST_RANGE)
    command.error(`error: --to: the range has ${count} days, the limit is ${LONGEST_RANGE}`)
  return range
}

export function refuseContradictions(command: Command, flags: FormatFlags): void {
  const { group, date, from, to, format, bom, output, summary, watch } = flags
  const refuse = (reason: string) => command.error(`error: ${reason}`)
  if (group === '.' || group === '..') refuse(`--group: "${group}" cannot be part of a URL`)
  if (date !== undefined && (from ?? to) !== undefined)
    refuse('--date is one day; --from and --to are a range')
  if (to !== undefined && from === undefined) refuse('--to needs --from')
  if (bom && format !== 'csv') refuse('--bom is for --format csv')
  if (!watch) return
  if (from !== undefined) refuse('--watch is for one day, not for a range')
  if (format === 'csv')
    refuse('--watch prints a table or, with --format json, a line of JSON for each change')
  if (output !== undefined || summary)
    refuse(`--watch does not go with ${summary ? '--summary' : '--output'}`)
}
