/** A service that limits calls breaks no rule: a run says what it could not see, and how to see it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { reportText, runConformance } from '../../conformance/index.ts'
import type { Service, ServiceAddresses } from '../../console/index.ts'
import { allOf, startSample } from './sample.ts'
import { type SpoilingProxy, startSpoilingProxy } from './spoiling-proxy.ts'

let service: Service
let addresses: ServiceAddresses
let proxy: SpoilingProxy
beforeAll(async () => {
  ;({ service, addresses } = await startSample())
  proxy = await startSpoilingProxy(addresses.base)
})
afterAll(async () => {
  await proxy[Symbol.asyncDispose]()
  await service.close()
})

const ADVICE = 'HTTP 429, too many calls: a run with a longer --pause would show it'

/** @param isRefused whether the call with this number is one too many, counted from 1; `isFirst` of its path */
function limit(isRefused: (call: number, isFirst: boolean) => boolean): void {
  let calls = 0
  const paths = new Set<string>()
  proxy.spoiling = {
    answer(passing, { url }) {
      calls += 1
      const isFirst = !paths.has(url.pathname)
      paths.add(url.pathname)
      if (isRefused(calls, isFirst))
        Object.assign(passing, { status: 429, headers: {}, body: 'Too many requests' })
    },
  }
}

it('a case that got HTTP 429 has not been seen, and the report advises a pause without --verbose', async () => {
  // Not the first call of a part: its case would fail.
  limit((call, isFirst) => call % 4 === 3 && !isFirst)
  const report = await runConformance({ ...allOf(addresses, proxy.base), media: false })
  expect(report.cases.filter(({ result }) => result === 'failed')).toEqual([])
  const limited = report.cases.filter(({ detail }) => detail === ADVICE)
  expect(limited.length).toBeGreaterThan(10)
  expect(new Set(limited.map(({ result }) => result))).toEqual(new Set(['not shown']))
  expect(reportText(report, { columns: 200, coloured: false })).toContain(
    `${limited.length} cases got HTTP 429, too many calls: run again with a longer --pause, as --pause 500.`,
  )
})

it('a wrong key that gets HTTP 429 is not taken for refused', async () => {
  proxy.spoiling = {
    answer(passing) {
      if (passing.status === 401) passing.status = 429
    },
  }
  const only = ['attendance/access-key-wrong', 'session/token-unknown']
  const { cases } = await runConformance({ ...allOf(addresses, proxy.base), only })
  expect(cases).toMatchObject([
    { result: 'not shown', detail: ADVICE },
    { result: 'not shown', detail: ADVICE },
  ])
})

it('a call that got HTTP 429 is sent again for the next case', async () => {
  const only = ['attendance/answers', 'attendance/id', 'attendance/status']
  limit(call => call === 1)
  const { cases } = await runConformance({ ...allOf(addresses, proxy.base), only })
  expect(cases.map(({ result }) => result)).toEqual(['failed', 'passed', 'passed'])
  expect(cases[0]?.detail).toBe(ADVICE)
})

it('a service that answers nothing but HTTP 429 fails, with the same advice and no other', async () => {
  limit(() => true)
  const { summary, cases } = await runConformance(allOf(addresses, proxy.base))
  expect(summary).toMatchObject({ passed: 0, failed: 4, observed: 0 })
  expect(new Set(cases.map(({ detail }) => detail))).toEqual(new Set([ADVICE]))
})

it('with --strict what could not be seen fails, with the advice', async () => {
  limit(() => true)
  const only = ['attendance/status']
  const { cases } = await runConformance({ ...allOf(addresses, proxy.base), only, strict: true })
  expect(cases).toMatchObject([{ result: 'failed', detail: `could not be seen: ${ADVICE}` }])
})
