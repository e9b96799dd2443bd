/**
 * Every return code that a call can come to. D20005 (email does not exist) is not among them: the interface has no
 * call that takes an e-mail address.
 */
import Database from 'better-sqlite3'
import pino from 'pino'
import { Check } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FailureEnvelope, RETURN_CODES } from '../../shared/contract/index.ts'
import { scratch } from '../support/scratch.ts'
import { type SmallSchool, startSmallSchool } from '../support/small-school.ts'

let school: SmallSchool
beforeAll(async () => {
  school = await startSmallSchool()
})
afterAll(() => school[Symbol.asyncDispose]())

async function ask(call: string, { addresses }: SmallSchool = school) {
  const answer = await fetch(`${addresses.serviceUrl}/api/v1/${call}`)
  expect(answer.status).toBe(200)
  return await answer.json()
}

async function expectRefusal(call: string, code: string, message: string, at = school) {
  const answer = await ask(call, at)
  expect(answer).toEqual({ txID: expect.stringMatching(/^[0-9a-f-]{36}$/), code, message })
  expect(Check(FailureEnvelope, answer)).toBe(true)
}

const NEWS = 'news/check?siteId=academy&lastSyncTime=20261101000000'

describe('refusals', () => {
  // Promise: silent/several-faults, silent/wording, silent/bad-parameters, silent/parameter-twice
  // Promise: content/sites, content/d20001-site, content/d20001-time, content/d20002, content/d20004
  // Promise: content/failure, news/last-sync-time
  it.each([
    ['popupmsg/check?lang=xx', 'D20001', 'siteId should not be empty'],
    ['popupmsg/check?SITEID=academy', 'D20001', 'siteId should not be empty'],
    ['news/check?siteId=&lastSyncTime=', 'D20001', 'siteId should not be empty'],
    ['news/check?siteId=academy', 'D20001', 'lastSyncTime should not be empty'],
    ['news/check?siteId=academy&lastSyncTime=', 'D20001', 'lastSyncTime should not be empty'],
    ['popupmsg/check?siteId=academy&lang=fr-FR', 'D20002', 'lang is invalid'],
    ['popupmsg/check?siteId=academy&lang=en-us', 'D20002', 'lang is invalid'],
    ['popupmsg/check?siteId=academy&lang=en-US&lang=en-US', 'D20002', 'lang is invalid'],
    ['popupmsg/check?siteId=academy&siteId=academy', 'D20002', 'siteId is invalid'],
    ['news/check?siteId=academy&lang=zh', 'D20002', 'lang is invalid'],
    ['news/check?siteId=academy&lastSyncTime=20260230000000', 'D20002', 'lastSyncTime is invalid'],
    ['news/check?siteId=academy&lastSyncTime=2026-11-01T00:00:00', 'D20002', 'lastSyncTime is invalid'],
    ['news/check?siteId=academy&lastSyncTime=%20', 'D20002', 'lastSyncTime is invalid'],
    [`${NEWS}&lastSyncTime=20261101000000`, 'D20002', 'lastSyncTime is invalid'],
    [`${NEWS}&newsIDs=a&newsIDs=b`, 'D20002', 'newsIDs is invalid'],
    ['popupmsg/check?siteId=Academy&lang=xx', 'D20004', 'siteID does not exist'],
    ['popupmsg/check?siteId=__proto__', 'D20004', 'siteID does not exist'],
    ['news/check?siteId=kindergarten', 'D20004', 'siteID does not exist'],
    ['news/check?siteId=%00%F0%9F%94%94&lastSyncTime=1', 'D20004', 'siteID does not exist'],
  ])('%s is %s %s', async (call, code, message) => {
    await expectRefusal(call, code, message)
  })

  it('parameters that the interface does not know are passed over', async () => {
    const answer = await ask('popupmsg/check?siteId=academy&lang=&lastSyncTime=1&x=1&x=2&newsIDs=,')
    expect(answer.code).toBe('D00000')
  })

  it('a time that does not exist in a zone with a skipped hour is a wall clock all the same', async () => {
    await using vienna = await startSmallSchool({ zone: 'Europe/Vienna' })
    const answer = await ask('news/check?siteId=academy&lastSyncTime=20260329023000', vienna)
    expect(answer.code).toBe('D00000')
  })
})

describe('failures inside', () => {
  // Promise: content/d20000
  it('a broken store is D20000, its reason in the log under the txID and not in the answer', async () => {
    using place = scratch()
    const lines: string[] = []
    const logger = pino({ level: 'error' }, { write: line => lines.push(line) })
    await using broken = await startSmallSchool({ logger, dataDir: place.folder })
    const database = new Database(place.path('service.db'))
    database.exec('DROP TABLE popup_site; DROP TABLE news_site')
    database.close()

    await expectRefusal('popupmsg/check?siteId=academy', 'D20000', 'unknown exception', broken)
    const { txID, ...answer } = await ask(NEWS, broken)
    expect(answer).toEqual({ code: 'D20000', message: 'unknown exception' })
    const line = lines.find(text => text.includes(txID)) ?? ''
    expect(JSON.parse(line)).toMatchObject({
      txID,
      code: 'D20000',
      err: { message: 'no such table: news_site' },
    })
    expect((await fetch(`${broken.addresses.base}/healthz`)).status).toBe(200)
  })

  // Promise: silent/answer-within, content/d20003
  it('an answer that takes longer than the bound is D20003', async () => {
    await using slow = await startSmallSchool({ answerWithinMs: 0 })
    await expectRefusal('popupmsg/check?siteId=academy', 'D20003', 'timeout', slow)
    await expectRefusal('popupmsg/check?siteId=pre-school', 'D20003', 'timeout', slow)
    await expectRefusal('news/check?siteId=academy&lastSyncTime=20991101000000', 'D20003', 'timeout', slow)
    // Who asks wrongly is told so at any speed.
    await expectRefusal('popupmsg/check?siteId=none', 'D20004', RETURN_CODES.D20004, slow)
  })
})
