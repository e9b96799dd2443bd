/** The report in words and as XML: coloured only where asked, and safe from what a service wrote into it. */
import { describe, expect, it } from 'vitest'
import { type ConformanceReport, junitXml, type Look, reportText } from '../../conformance/index.ts'
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
  summary: { passed: 1, failed: 1, notShown: 1, requiredNotShown: 1, observed: 1 },
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

const FAILURES: Look = { columns: 160, coloured: false }
const ALL: Look = { ...FAILURES, verbose: true, openPoints: true }

describe('the report in words', () => {
  it.each([72, 100, 160])('keeps within %i columns, all but what has to be whole', columns => {
    const text = reportText(report, { ...ALL, columns })
    const lines = text.split('\n').filter(line => !/^Conformance/.test(line))
    expect(Math.max(...lines.map(widthOf))).toBeLessThanOrEqual(columns)
  })

  it('shows each finding in its own way, and the failures once more at the end', () => {
    const text = reportText(report, ALL)
    expect(text).toContain('1 passed, 1 FAILED, 1 could not be seen, 1 observed')
    expect(text).toMatch(/^✓ passed +popups\/txid +txID is a string$/m)
    expect(text).toMatch(/^✗ FAILED +popups\/site-id-empty +code is/m)
    expect(text).toMatch(
      /^ +Rule: Errors, rule 1: “An empty siteId gives D20001, and the message names siteId.”$/m,
    )
    expect(text).toMatch(/^– could not be seen +popups\/icon-id +a message with iconId would show it$/m)
    expect(text).toMatch(/^› observed +popups\/cors +not allowed\n +Clients: They ask the relay.$/m)
    expect(text).toContain(
      'Not checked, because the address is missing: Attendance lists, Session resolution.',
    )
    expect(text.split('\n').slice(-3)).toEqual([
      '1 required case has failed: popups/site-id-empty',
      '1 required case could not be seen: --verbose says which data would show more; with --strict this fails.',
      '3 required cases: 1 passed, 1 failed, 1 could not be seen',
    ])
  })

  it('shows failures only, unless the others are wanted', () => {
    const idsIn = (look: Partial<Look>) =>
      [...reportText(report, { ...FAILURES, ...look }).matchAll(/^[✓✗–›] .*?(popups\/[a-z-]+)/gm)].map(
        ([, id]) => id,
      )
    expect(idsIn({})).toEqual(['popups/site-id-empty'])
    expect(idsIn({ verbose: true })).toEqual(['popups/txid', 'popups/site-id-empty', 'popups/icon-id'])
    expect(idsIn({ openPoints: true })).toEqual(['popups/site-id-empty', 'popups/cors'])
    expect(reportText(report, FAILURES)).toContain(
      '1 finding where the interface is silent: see --open-points.',
    )
  })

  it('speaks of no data, and of no findings, where nothing answered', () => {
    const detail = 'a service that answers would show it'
    const cases = report.cases.map(one => ({ ...one, result: 'not shown' as const, detail }))
    const text = reportText({ ...report, cases }, ALL)
    expect(text).not.toMatch(/which data|--open-points/)
    expect(text.split('\n').at(-1)).toBe('3 required cases: 0 passed, 0 failed, 3 could not be seen')
  })

  it('names every failure in the sum', () => {
    const ids = Array.from({ length: 30 }, (_, index) => `popups/case-${index}`)
    const cases = ids.map(id => ({ ...base, id, result: 'failed' as const, detail: 'no' }))
    const text = reportText({ ...report, cases }, { ...FAILURES, columns: 72 })
    const sum = text.slice(text.indexOf('30 required cases have failed: ')).split(/[\s,]+/)
    expect(sum).toEqual(expect.arrayContaining(ids))
    expect(text.split('\n').at(-1)).toBe('30 required cases: 0 passed, 30 failed, 0 could not be seen')
  })

  it('has colours where they are wanted, and never those that a service sent', () => {
    const plain = reportText(report, { ...ALL, columns: 100 })
    expect(plain.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
    const coloured = reportText(report, { columns: 100, coloured: true })
    expect(coloured).toContain('\u001b[31;1m✗ FAILED')
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
