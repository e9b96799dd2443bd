/** Sizes on the terminal, each beside its limit. */
import { Temporal } from 'temporal-polyfill'
import { popups } from '../../service/sample/popups.ts'
import type { Script } from './bundle.ts'
import { brotli, gzip } from './compress.ts'

export interface Limits {
  /** Brotli bytes of each script, by name. */
  scripts: Record<string, number>
  /** Brotli bytes of everything that a visitor with one message loads. */
  withMessage: number
}

export interface SizeReport {
  rows: { file: string; raw: number; gzip: number; brotli: number; limit: number | undefined }[]
  /** With a message: loader, dialog, largest icon, answer. */
  withMessage: number
  /** One sentence for each limit that is broken. */
  faults: string[]
}

/** @param others scripts that are no part of what a message needs */
export function sizeReport(
  scripts: readonly Script[],
  icons: readonly Buffer[],
  limits: Limits,
  others: readonly Script[] = [],
): SizeReport {
  const rows = [...scripts, ...others].map(({ file, code }) => ({
    file,
    raw: Buffer.byteLength(code),
    gzip: gzip(code).length,
    brotli: brotli(code).length,
    limit: limits.scripts[file],
  }))
  const largestIcon = Math.max(...icons.map(icon => brotli(icon).length))
  const withMessage =
    rows.slice(0, scripts.length).reduce((sum, row) => sum + row.brotli, 0) +
    largestIcon +
    brotli(typicalAnswer()).length
  const faults = rows
    .filter(({ brotli, limit }) => limit === undefined || brotli > limit)
    .map(({ file, brotli, limit }) => `${file} has ${brotli} bytes after brotli and may have ${limit}`)
  if (withMessage > limits.withMessage)
    faults.push(`with a message a visitor loads ${withMessage} bytes and may load ${limits.withMessage}`)
  return { rows, withMessage, faults }
}

/** What a service sends while a typhoon signal is in force. */
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
