/** The report in words and as XML: coloured only where asked, and safe from what a service wrote into it. */
import { describe, expect, it } from 'vitest'
import { type ConformanceReport, junitXml, reportText } from '../../conformance/index.ts'
import { widthOf } from '../../shared/text/table.ts'
import { allOf as childrenOf, oneOf, parseXml } from '../support/xml.ts'

const HOSTILE = 'code is "\u001b[2J\u0007<x> & ]]>\ud800\uffff"'
const rule = { place: 'Errors, rule 1', says: 'An empty siteId gives D20001, and the message names siteId.' }
const base = { part: 'popups', level: 'required', rule, ms: 3 } as const

const report: ConformanceReport = {
  startedAt: '2026-11-20T01:30:00Z',
  addresses: { serviceUrl: 'http://127.0.0.1:4010/cms' },
  complete: true,
  asked: 4,
  notAsked: ['attendance', 'session'],
  leftOut: 1,
  summary: { passed: 1, failed: 1, notShown: 1, observed: 1 },
  cases: [
    { ...base, id: 'popups/txid', result: 'passed', detail: 'txID is a string' },
    { ...base, id: 'popups/site-id-empty', result: 'failed', detail: HOSTILE },
    { ...base, id: 'popups/icon-id', result: 'not shown', detail: 'a message with iconId would show it' },
    {
      ...base,
      id: 'popups/cors',
      level: 'silent',
      result: 'observed',
      detail: 'not allowed',
      clients: 'They ask the relay.',
    },
  ],
}

describe('the report in words', () => {
  it.each([72, 100, 160])('keeps within %i columns, all but what has to be whole', columns => {
    const text = reportText(report, { lang: 'en-US', columns, coloured: false })
    const lines = text.split('\n').filter(line => !/^(Conformance|Not checked|1 )/.test(line))
    expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(columns)
  })

  it('shows each finding in its own way, and the failures once more at the end', () => {
    const text = reportText(report, { lang: 'en-US', columns: 160, coloured: false })
    expect(text).toContain('1 passed, 1 FAILED, 1 not shown, 1 observed')
    expect(text).toMatch(/^✓ passed +popups\/txid +txID is a string$/m)
    expect(text).toMatch(/^✗ FAILED +popups\/site-id-empty +code is/m)
    expect(text).toMatch(
      /^ +Rule: Errors, rule 1: “An empty siteId gives D20001, and the message names siteId.”$/m,
    )
    expect(text).toMatch(/^– not shown +popups\/icon-id +a message with iconId would show it$/m)
    expect(text).toMatch(/^› observed +popups\/cors +not allowed\n +Clients: They ask the relay.$/m)
    expect(text).toContain(
      'Not checked, because the address is missing: Attendance lists, Session resolution.',
    )
    expect(text.split('\n').at(-1)).toBe('1 required case has failed: popups/site-id-empty')
  })

  it('has colours where they are wanted, and never those that a service sent', () => {
    const plain = reportText(report, { lang: 'zh-HK', columns: 100, coloured: false })
    expect(plain.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
    const coloured = reportText(report, { lang: 'zh-HK', columns: 100, coloured: true })
    expect(coloured).toContain('\u001b[31;1m✗ 不通過')
    expect(coloured).not.toContain('\u001b[2J')
  })
})

describe('the report as JUnit XML', () => {
  it('is well-formed whatever a service wrote, and counts the same', () => {
    const suites = parseXml(junitXml(report))
    expect(suites.attributes).toMatchObject({ tests: '4', failures: '1', skipped: '1', time: '0.012' })
    const suite = oneOf(suites, 'testsuite')
    expect(suite.attributes).toMatchObject({ name: 'popups', timestamp: '2026-11-20T01:30:00' })
    const cases = childrenOf(suite, 'testcase')
    expect(cases.map(({ children }) => children.map(({ name }) => name))).toEqual([
      ['system-out'],
      ['failure'],
      ['skipped'],
      ['system-out'],
    ])
    const [failure] = cases[1]?.children ?? []
    expect(failure?.attributes.message).toBe('code is "\ufffd[2J\ufffd<x> & ]]>\ufffd\ufffd"')
    expect(failure?.text).toContain('Errors, rule 1: An empty siteId gives D20001')
  })
})
