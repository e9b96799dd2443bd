/** A service that misses one rule is found out by the case of that rule. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { caseValues, runConformance } from '../../conformance/index.ts'
import type { Service, ServiceAddresses } from '../../console/index.ts'
import { DEFECTS } from './defects.ts'
import { FIELD_DEFECTS } from './field-defects.ts'
import { allOf, startSample } from './sample.ts'
import { students } from './spoil.ts'
import { type SpoilingProxy, startSpoilingProxy } from './spoiling-proxy.ts'

let service: Service
let addresses: ServiceAddresses
let proxy: SpoilingProxy
const everFailed = new Set<string>()

beforeAll(async () => {
  ;({ service, addresses } = await startSample())
  proxy = await startSpoilingProxy(addresses.base)
})
afterAll(async () => {
  await proxy[Symbol.asyncDispose]()
  await service.close()
})

/** Their defects break other cases, too: for them a whole part is asked. */
const BROAD = [
  ...['popups/tx-id', 'popups/code', 'popups/site-id-missing', 'popups/json-text'],
  ...['news/txid-unique', 'news/message', 'news/news-list', 'news/site-id-empty', 'news/json-text'],
  ...['attendance/bare-array', 'attendance/access-key-wrong', 'attendance/app-id-wrong'],
  'session/token-unknown',
]

/** @param only cases or parts */
const failuresOf = async (only: string[], media = false) => {
  const { cases } = await runConformance({ ...allOf(addresses, proxy.base), only, media })
  const failures = cases.filter(({ result }) => result === 'failed')
  for (const { id } of failures) everFailed.add(id)
  return failures
}

it('a service passed on unspoiled has none', async () => {
  proxy.spoiling = {}
  for (const part of ['popups', 'news', 'attendance', 'session'])
    expect(await failuresOf([part], true)).toEqual([])
})

// Promise: integrate/defects
it.each(DEFECTS)('$foundBy finds $what', async ({ foundBy, says, media = false, ask, answer }) => {
  proxy.spoiling = { ...(ask && { ask }), ...(answer && { answer }) }
  const [part = ''] = foundBy.split('/')
  const failures = await failuresOf([BROAD.includes(foundBy) ? part : foundBy], media)
  expect(failures.map(({ id }) => id)).toContain(foundBy)
  const found = failures.find(({ id }) => id === foundBy)
  expect(found?.detail).toMatch(says)
  expect(found?.rule.place).not.toBe('')
})

it('a student without a record who is left out on a Friday is found by the list of the day before', async () => {
  proxy.spoiling = { answer: students(all => all.filter(({ attendanceEntry }) => attendanceEntry)) }
  const friday = { ...allOf(addresses, proxy.base), date: '2026-09-11', only: ['attendance/without-record'] }
  const { cases } = await runConformance(friday)
  expect(cases).toMatchObject([
    { result: 'failed', detail: expect.stringContaining('1 with a record on 2026-09-10 is missing') },
  ])
})

it.each(FIELD_DEFECTS)(
  'an object for each of $fields is found by a case each',
  async ({ foundBy, answer }) => {
    proxy.spoiling = { ...(answer && { answer }) }
    const failures = await failuresOf(Object.keys(foundBy))
    expect(Object.fromEntries(failures.map(({ id, detail }) => [id, detail]))).toEqual(
      Object.fromEntries(
        Object.entries(foundBy).map(([id, field]) => [
          id,
          expect.stringContaining(`${field} is an object, not `),
        ]),
      ),
    )
  },
)

it.each(['popups/need-confirm', 'news/news-date', 'attendance/of-date', 'session/role'])(
  'what %s finds is found by no other case of its part',
  async foundBy => {
    const { ask, answer } = DEFECTS.find(defect => defect.foundBy === foundBy) ?? {}
    proxy.spoiling = { ...(ask && { ask }), ...(answer && { answer }) }
    const [part = ''] = foundBy.split('/')
    expect((await failuresOf([part])).map(({ id }) => id)).toEqual([foundBy])
  },
)

// Promise: integrate/defects
it('no required case is there that none of them fails', () => {
  const required = caseValues().filter(({ level, heavy }) => level === 'required' && !heavy)
  expect(required.map(({ id }) => id).filter(id => !everFailed.has(id))).toEqual([])
})
