/** What a visitor loads, in bytes after brotli, and the limits. */
import { Temporal } from 'temporal-polyfill'
import { popups } from '../../service/sample/popups.ts'
import type { BuiltScript } from '../../widget/tags.ts'
import { brotli } from './compress.ts'
import type { ScriptName } from './integrity.ts'

export interface Limit {
  /** As in `a message`. */
  what: string
  /** `icon` is the largest one, `answer` is one message of the service. */
  parts: readonly (ScriptName | 'icon' | 'answer')[]
  bytes: number
}

export interface SizeReport {
  /** One line for each limit. */
  rows: { what: string; bytes: number; limit: number }[]
  /** One sentence for each exceeded limit. */
  faults: string[]
}

export function sizeReport(
  scripts: Readonly<Record<ScriptName, Pick<BuiltScript, 'brotliBytes'>>>,
  icons: readonly Buffer[],
  limits: readonly Limit[],
): SizeReport {
  const sizeOf = (part: Limit['parts'][number]): number => {
    if (part === 'icon') return Math.max(...icons.map(icon => brotli(icon).length))
    if (part === 'answer') return brotli(typicalAnswer()).length
    return scripts[part].brotliBytes
  }
  const rows = limits.map(({ what, parts, bytes }) => ({
    what,
    bytes: parts.reduce((sum, part) => sum + sizeOf(part), 0),
    limit: bytes,
  }))
  const faults = rows
    .filter(({ bytes, limit }) => bytes > limit)
    .map(({ what, bytes, limit }) => `${what} has ${bytes} bytes after brotli and may have ${limit}`)
  return { rows, faults }
}

/** The service's response during a typhoon signal. */
function typicalAnswer(): string {
  const [draft] = popups(Temporal.PlainDateTime.from('2026-09-01T07:30'))
  if (!draft) throw new Error('the sample has no popup message')
  const { iconId, needConfirm, displayDate, texts } = draft
  const content = [{ ...texts['en-US'], displayDate, iconId, needConfirm }]
  return JSON.stringify({
    txID: '0a8b2d0e-7a52-4f0e-9a55-3f1f0b7c9d21',
    code: 'D00000',
    message: 'successful return',
    content,
  })
}
