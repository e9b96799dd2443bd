/** The log's lines about refused entrances: few enough for a log, and with nothing in them that does not belong there. */
import { describe, expect, it } from 'vitest'
import { ExtensionError, type ExtensionFault, logRefusals, VisitRefused } from '../../extension/index.ts'
import { heldClock } from '../support/held-clock.ts'

const NOON = '2026-11-21T04:00:00Z'

function logged() {
  const clock = heldClock(NOON)
  const lines: string[] = []
  const log = {
    warn: (line: string) => void lines.push(`warn ${line}`),
    error: (line: string) => void lines.push(`error ${line}`),
  }
  const report = logRefusals(log, clock)
  const refused = (code: ExtensionFault, times = 1) => {
    for (let time = 0; time < times; time += 1) report(new ExtensionError(code, 'a reason'))
    return lines.splice(0)
  }
  return { clock, lines, report, refused }
}

describe('a refused entrance', () => {
  it('is one line with code, status and reason: a warning, or an error when something failed', () => {
    const { refused } = logged()
    expect(refused('TOKEN_REJECTED')).toEqual([
      'warn schoolbell: entrance refused: TOKEN_REJECTED 401: a reason',
    ])
    expect(refused('VISIT_TIMEOUT')).toEqual([
      'error schoolbell: entrance refused: VISIT_TIMEOUT 504: a reason',
    ])
  })

  it('of a user whom the web-app refuses is a line, a visit and a visitor who disconnects are none', () => {
    const { report, lines, refused } = logged()
    report(new VisitRefused())
    expect(lines.splice(0)).toEqual([expect.stringContaining('VISIT_REFUSED 403')])
    report('visit')
    expect(refused('ABORTED')).toEqual([])
  })

  // Promise: web-app/logged
  it('with a cause names it and its place, in one line of bounded length without control characters', () => {
    const { report, lines } = logged()
    const cause = new TypeError(`a\nb\u001b[31m\u202e\r${'x'.repeat(9_000)}`)
    report(new ExtensionError('VISIT_FAILED', 'onVisit failed', { cause }))
    const [line = ''] = lines
    expect(line).toContain('VISIT_FAILED 500: onVisit failed: TypeError: a b [31m')
    expect(line).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u)
    expect(line.length).toBeLessThan(700)
    for (const odd of [null, 'a text', Object.create(null), Object.assign(new Error('e'), { stack: 7 })])
      report(new ExtensionError('VISIT_FAILED', 'onVisit failed', { cause: odd }))
    expect(lines.length).toBe(5)
    expect(lines[2]).toBe('error schoolbell: entrance refused: VISIT_FAILED 500: onVisit failed: a text')
  })

  it('is cut where a message or a cause is too long, and ends with no blank', () => {
    const { report, lines } = logged()
    const long = 'x'.repeat(9_000)
    report(new ExtensionError('VISIT_FAILED', long))
    report(new ExtensionError('VISIT_FAILED', 'onVisit failed', { cause: long }))
    report(new ExtensionError('VISIT_FAILED', 'onVisit failed', { cause: new Error(long) }))
    report(new ExtensionError('VISIT_FAILED', 'onVisit failed \n'))
    expect(lines[0]).toHaveLength('error '.length + 600)
    const shown = lines.slice(1, 3).map(line => /x{9,}/.exec(line)?.[0].length)
    expect(shown).toEqual([300, 300 - 'Error: '.length])
    expect(lines[3]).toMatch(/onVisit failed$/)
  })

  it('names the first place in the code, not a message that looks like one', () => {
    const { report, lines } = logged()
    const cause = Object.assign(new Error('see it at home'), {
      stack: 'Error: see it at home\n    at visit (app.js:1:2)\n    at other (app.js:3:4)',
    })
    report(new ExtensionError('VISIT_FAILED', 'onVisit failed', { cause }))
    expect(lines[0]).toMatch(/: Error: see it at home \(at visit \(app\.js:1:2\)\)$/)
  })
})

describe('a flood of refused entrances', () => {
  // Promise: web-app/logged
  it('is ten lines a minute, and the next line tells how many there were', () => {
    const { clock, refused } = logged()
    expect(refused('TOKEN_REJECTED', 5_000).length).toBe(10)
    clock.set('2026-11-21T04:00:59Z')
    expect(refused('TOKEN_REJECTED')).toEqual([])
    clock.set('2026-11-21T04:01:00Z')
    expect(refused('TOKEN_REJECTED', 2)).toEqual([
      'warn schoolbell: entrance refused: TOKEN_REJECTED 401 (and 4991 more before): a reason',
      'warn schoolbell: entrance refused: TOKEN_REJECTED 401: a reason',
    ])
  })

  it('hides no other code', () => {
    const { refused } = logged()
    refused('APP_MISMATCH', 5_000)
    expect(refused('VISIT_FAILED').length).toBe(1)
  })

  it('ends with its minute also where the clock was set back', () => {
    const { clock, refused } = logged()
    refused('APP_MISMATCH', 5_000)
    clock.set('2026-11-21T03:00:00Z')
    expect(refused('APP_MISMATCH').length).toBe(1)
  })
})
