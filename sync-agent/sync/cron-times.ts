/** The times that a cron expression means, in UTC. node-cron reads it; the clock is the caller's. */
import { createTask, parse } from 'node-cron'

export interface CronTimes {
  /** The last time after `after` and not after `until`, all in epoch milliseconds; undefined if there is none. */
  lastBetween(after: number, until: number): number | undefined
  /** To be called when they are no longer needed: node-cron keeps a list of its tasks. */
  forget(): void
}

const DAY_MS = 86_400_000

export function cronTimes(expression: string): CronTimes {
  const { hour, minute, second } = parse(expression)
  const inDay = hour
    .flatMap(h => minute.flatMap(m => second.map(s => ((h * 60 + m) * 60 + s) * 1_000)))
    .toSorted((one, other) => one - other)
  const tasks = dayPatterns(expression).map(pattern => createTask(pattern, () => {}, { timezone: 'UTC' }))
  const isOnDay = (day: number) => tasks.some(task => task.match(new Date(day + (inDay[0] ?? 0))))
  return {
    lastBetween(after, until) {
      // Backwards, so that a jump of years is as cheap as a second.
      for (let day = Math.floor(until / DAY_MS) * DAY_MS; day + DAY_MS > after; day -= DAY_MS) {
        const last = inDay.findLast(time => day + time <= until)
        if (last !== undefined && isOnDay(day)) return day + last > after ? day + last : undefined
      }
      return undefined
    },
    forget() {
      for (const task of tasks) void task.destroy()
    },
  }
}

/**
 * With a day of the month and a day of the week, cron runs on either; node-cron runs only on days that are both. So each
 * gets a pattern of its own. Like in cron, a field that begins with `*` names no day.
 */
function dayPatterns(expression: string): string[] {
  const fields = expression.trim().split(/\s+/)
  const namesDay = (field: string | undefined) => field !== undefined && !/^[*?]/.test(field)
  if (!namesDay(fields.at(-3)) || !namesDay(fields.at(-1))) return [expression]
  return [fields.with(-1, '*').join(' '), fields.with(-3, '*').join(' ')]
}
