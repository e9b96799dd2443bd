import { expect, it } from 'vitest'
import { createProgress } from '../../../cli/progress-line.ts'
import { ACADEMY, ACADEMY_ZH, logLines } from '../../sync-agent/support.ts'

function scene(isTTY: boolean) {
  let now = 0
  const written: string[] = []
  const log = logLines()
  const terminal = { isTTY, columns: 80, write: (text: string) => void written.push(text) }
  const progress = createProgress({ terminal, logger: log.logger, now: () => now })
  const at = (
    ms: number,
    entries: number,
    bytes: number,
    totalBytes?: number,
    stream = ACADEMY as Stream,
  ) => {
    now = ms
    progress({
      stream,
      entries,
      bytes,
      elapsedMs: ms % 60_000,
      ...(totalBytes !== undefined && { totalBytes }),
    })
  }
  return { at, written, log }
}
type Stream = typeof ACADEMY | typeof ACADEMY_ZH

it('a terminal shows a bar with entries, size and share, once an answer takes longer than a moment', () => {
  const { at, written, log } = scene(true)
  at(0, 10, 1_000, 10_000_000)
  expect(written).toEqual([])
  at(600, 1_234, 5_000_000, 10_000_000)
  at(650, 1_300, 5_100_000, 10_000_000)
  expect(written).toEqual(['[##########··········]  50 %  1234 entries  5.0 MB\x1b[K\r'])
  at(800, 20, 100_000, undefined, ACADEMY_ZH)
  expect(written.at(-1)).toBe('1320 entries  5.2 MB\x1b[K\r')
  expect(log.lines).toEqual([])
})

it('elsewhere the log tells every few seconds, with the share when the size is known', () => {
  const { at, written, log } = scene(false)
  at(0, 10, 1_000, 10_000_000)
  at(4_000, 900, 4_000_000, 10_000_000)
  at(5_100, 1_234, 5_000_000, 10_000_000)
  at(6_000, 1_500, 6_000_000, 10_000_000)
  at(10_200, 2_000, 9_000_000)
  expect(written).toEqual([])
  expect(log.lines.map(({ msg }) => msg)).toEqual([
    'academy/en-US: 1234 entries so far, 5.0 MB, 50 %',
    'academy/en-US: 2000 entries so far, 9.0 MB',
  ])
  expect(log.lines[0]).toMatchObject({ ...ACADEMY, entries: 1234, bytes: 5_000_000, totalBytes: 10_000_000 })
})

it('short answers, one a minute, never show anything', () => {
  const { at, written } = scene(true)
  const quiet = scene(false)
  for (let minute = 0; minute < 5; minute += 1) {
    for (const scene of [at, quiet.at]) {
      scene(minute * 60_000, 1, 500)
      scene(minute * 60_000 + 20 + minute, 2, 1_000 + minute)
    }
  }
  expect([...written, ...quiet.log.lines]).toEqual([])
})
