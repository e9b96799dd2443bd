/** The forms of a log line: pino writes JSON, the others are made from it, and in systemd's journal each says how serious it is. */
import { fstatSync } from 'node:fs'
import { pino } from 'pino'
import { prettyFactory } from 'pino-pretty'
import { plainLine } from '../shared/text/table.ts'

export const LOG_FORMATS = ['json', 'logfmt', 'pretty'] as const
export type LogFormat = (typeof LOG_FORMATS)[number]

/** @returns what is written for a line of pino's JSON */
export function lineFormat(format: LogFormat, { colour = false } = {}): (line: string) => string {
  if (format === 'json') return line => line
  if (format === 'logfmt') return line => logfmt(harmless(line))
  const pretty = prettyFactory({
    ...{ colorize: colour, colorizeObjects: false, singleLine: true, translateTime: false },
  })
  return line => pretty(harmless(line))
}

type Fields = Record<string, unknown>

/** The line's fields, without control characters, which a terminal would obey. */
const harmless = (line: string) => plain(JSON.parse(line)) as Fields

function plain(value: unknown, name = ''): unknown {
  if (typeof value === 'string')
    return name === 'stack' ? value.split('\n').map(plainLine).join('\n') : plainLine(value)
  if (Array.isArray(value)) return value.map(item => plain(item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [plainLine(key), plain(held, key)]))
}

/** As in `time=2026-09-01T00:30:00.000Z level=info msg="news reconciled" siteId=academy`. */
function logfmt({ time, level, msg, ...rest }: Fields): string {
  const all = { time, level: pino.levels.labels[Number(level)] ?? level, msg, ...rest }
  return `${pairs(all).join(' ')}\n`
}

/** Fields of an object within are named as in `err.message`. */
function pairs(fields: object, prefix = ''): string[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    if (value === undefined) return []
    const key = prefix + name.replaceAll(/[\s="]/g, '_')
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return pairs(value, `${key}.`)
    return [`${key}=${quoted(typeof value === 'string' ? value : JSON.stringify(value))}`]
  })
}

const quoted = (text: string) => (/^[^\s="\\]+$/.test(text) ? text : JSON.stringify(text))

/**
 * Whether what is written to a file arrives in the journal. A program that a service starts may inherit the variable and write
 * elsewhere, so the file must be the one that the variable names (systemd.exec(5), `$JOURNAL_STREAM`).
 */
export function isJournal(variable: string | undefined, fd: number): boolean {
  if (variable === undefined) return false
  try {
    const { dev, ino } = fstatSync(fd, { bigint: true })
    return variable === `${dev}:${ino}`
  } catch {
    return false
  }
}

/** Each line begins with its priority as in syslog(3); the journal removes it. */
export function withPriority(text: string, level: number): string {
  return text.replaceAll(/^(?!$)/gm, `<${priorityOf(level)}>`)
}

function priorityOf(level: number): number {
  if (level >= 60) return 2
  if (level >= 50) return 3
  if (level >= 40) return 4
  return level >= 30 ? 6 : 7
}
