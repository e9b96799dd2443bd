/** Times for people, in the school's time zone. */
import type { Option } from 'commander'
import { Temporal } from 'temporal-polyfill'
import { parseWireDateTime, wallClockAt } from '../shared/contract/wire-time.ts'
import { option, zoneName } from './options.ts'

export const zoneOption = (description = 'the school’s time zone'): Option =>
  option('--zone <name>', description).argParser(zoneName).default('Asia/Hong_Kong')

/** An ISO 8601 timestamp as `2026-11-20 09:30:00`; other text unchanged. */
export function inZone(timestamp: string, zone: string): string {
  const instant = instantIn(timestamp)
  return instant ? wallText(wallClockAt(instant, zone)) : timestamp
}

/** `YYYYMMDDhhmmss` as `2026-11-20 09:30:00`; other text unchanged. */
export function wireTimeText(text: string): string {
  try {
    return wallText(parseWireDateTime(text))
  } catch {
    return text
  }
}

export function instantIn(timestamp: string): Temporal.Instant | undefined {
  try {
    return Temporal.Instant.from(timestamp)
  } catch {
    return undefined
  }
}

export function wallText(wall: Temporal.PlainDateTime): string {
  return wall.toString({ smallestUnit: 'second' }).replace('T', ' ')
}

/** The two largest units, as in `2 days 3 h`, `1 h 5 min`, `40 s`. */
export function spanText(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000)
  const parts = [
    [Math.floor(seconds / 86_400), seconds < 172_800 ? 'day' : 'days'],
    [Math.floor(seconds / 3600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ] as const
  const first = parts.findIndex(([count]) => count > 0)
  const shown = first === -1 ? parts.slice(-1) : parts.slice(first, first + 2)
  return shown
    .filter(([count], index) => index === 0 || count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ')
}
