/** The forms of the log, and what the journal reads from it. */
import { fstatSync, openSync } from 'node:fs'
import { devNull } from 'node:os'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { isJournal, type LogFormat, lineFormat, withPriority } from '../../cli/log-format.ts'

const TIME = '2026-09-01T00:30:00.005Z'

/** What a logger like the command's writes in this form. */
function written(format: LogFormat, log: (logger: pino.Logger) => void): string {
  let text = ''
  const formatted = lineFormat(format)
  const settings = { base: null, timestamp: () => `,"time":"${TIME}"` }
  const write = (line: string) => {
    text += formatted(line)
  }
  log(pino(settings, { write }))
  return text
}

const cycle = (logger: pino.Logger) =>
  logger.warn(
    { siteId: 'academy', entries: 3, stream: { lang: 'zh-HK' }, files: ['a b'] },
    'two "odd" entries',
  )

it('logfmt is pairs in one line, quoted where needed', () => {
  expect(written('logfmt', cycle)).toBe(
    `time=${TIME} level=warn msg="two \\"odd\\" entries" siteId=academy entries=3 stream.lang=zh-HK files="[\\"a b\\"]"\n`,
  )
})

it('pretty is one line for an ordinary event, with the same time', () => {
  expect(written('pretty', cycle)).toBe(
    `[${TIME}] WARN: two "odd" entries {"siteId":"academy","entries":3,"stream":{"lang":"zh-HK"},"files":["a b"]}\n`,
  )
  expect(written('pretty', logger => logger.info('news reconciled'))).toBe(
    `[${TIME}] INFO: news reconciled\n`,
  )
})

it.each(['logfmt', 'pretty'] as const)('%s names an error and where it came from', format => {
  const text = written(format, logger => logger.error({ err: new RangeError('no\u001b[2J room') }, 'failed'))
  expect(text).toContain('no [2J room')
  expect(text).toContain('log-format.unit.test.ts')
  expect(text.split('\n').length > 2).toBe(format === 'pretty')
})

it.each(['logfmt', 'pretty'] as const)('%s holds nothing that a terminal would obey', format => {
  const odd = 'a\u001b]0;own\u0007\u009b2J\u202eb\nlevel=fatal'
  const text = written(format, logger => logger.info({ newsId: odd, [odd]: 1 }, odd))
  expect(text).not.toMatch(/[\p{Cc}\p{Bidi_Control}](?!$)/u)
})

it('each line says to the journal how serious it is', () => {
  const levels = [10, 20, 30, 40, 50, 60]
  expect(levels.map(level => withPriority('a\n', level))).toEqual([
    ...['<7>a\n', '<7>a\n', '<6>a\n', '<4>a\n', '<3>a\n', '<2>a\n'],
  ])
  expect(withPriority('failed\n    at once\n', 50)).toBe('<3>failed\n<3>    at once\n')
})

it('the journal is there if the variable names the very file', () => {
  const fd = openSync(devNull, 'r')
  const { dev, ino } = fstatSync(fd)
  expect(isJournal(`${dev}:${ino}`, fd)).toBe(true)
  for (const other of [undefined, '', `${dev}:${ino + 1}`, `${dev + 1}:${ino}`, `${dev}:${ino}:1`])
    expect({ other, isJournal: isJournal(other, fd) }).toEqual({ other, isJournal: false })
})
