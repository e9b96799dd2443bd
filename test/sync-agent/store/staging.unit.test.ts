/** What a large answer has brought before it is whole, and which faults of a database put an entry aside. */

import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { apply } from '../../../sync-agent/store/apply.ts'
import { writeOrRefuse } from '../../../sync-agent/store/quarantine-rows.ts'
import { clearStaged, stage } from '../../../sync-agent/store/staging.ts'
import type { AgentStore } from '../../../sync-agent/store/store.ts'
import type { InvalidEntry } from '../../../sync-agent/store/types.ts'
import type { Stream } from '../../../sync-agent/stream.ts'
import { cycleAt } from '../cycle-at.ts'
import { tablesOf } from '../database.ts'
import { ACADEMY, ACADEMY_ZH, ingested } from '../support.ts'
import { beforeEachLedStore } from './led-store.ts'

let db: string
let store: AgentStore
let token: number
beforeEachLedStore(led => {
  ;({ db, store, token } = led)
})

const edited = (newsId: string) => ingested(newsId, { newsTitle: 'Edited' })
const misfit = (key: string, reason: string): InvalidEntry => ({
  key,
  reason,
  newsId: undefined,
  raw: '7',
  path: '',
})
const staged = async () => {
  const { staged: entries = [], staged_misfit: misfits = [] } = await tablesOf(db)
  return [
    entries.map(({ lang, news_id, title }) => `${lang} ${news_id} ${title}`),
    misfits.map(({ lang, key, reason }) => `${lang} ${key} ${reason}`),
  ]
}
const stageBoth = (stream: Stream) =>
  stage(store, token, stream, { listed: [ingested('a')], invalid: [misfit('bad', 'no')] })

it('what comes again takes the last place, as it is by then', async () => {
  await stage(store, token, ACADEMY, {
    listed: [ingested('a'), ingested('b')],
    invalid: [misfit('bad', 'no title'), misfit('worse', 'no')],
  })
  await stage(store, token, ACADEMY, { listed: [edited('a')], invalid: [misfit('bad', 'no text')] })
  await stage(store, token, ACADEMY_ZH, { listed: [ingested('a')], invalid: [] })
  const [entries = [], misfits = []] = await staged()
  expect(entries).toEqual(['en-US b Title of b', 'en-US a Edited', 'zh-HK a Title of a'])
  expect(misfits).toEqual(['en-US worse no', 'en-US bad no text'])
  const batch = { listed: [], deleted: [], staged: { except: [] } }
  const outcome = cycleAt(Temporal.Instant.from('2026-09-01T00:00:00Z'))
  expect(await apply(store, token, ACADEMY, batch, outcome)).toMatchObject({ new: 2, quarantined: 2 })
  expect(await staged()).toEqual([['zh-HK a Title of a'], []])
})

describe('what is not published', () => {
  it('is forgotten with its stream’s answer, and no other stream’s is', async () => {
    await stageBoth(ACADEMY)
    await stageBoth(ACADEMY_ZH)
    await clearStaged(store, token, ACADEMY)
    expect(await staged()).toEqual([['zh-HK a Title of a'], ['zh-HK bad no']])
  })

  it('stays where it is when an answer that was not staged is published', async () => {
    await stageBoth(ACADEMY)
    const outcome = cycleAt(Temporal.Instant.from('2026-09-01T00:00:00Z'))
    const batch = { listed: [ingested('b')], deleted: [] }
    expect(await apply(store, token, ACADEMY, batch, outcome)).toMatchObject({ new: 1, quarantined: 0 })
    expect(await staged()).toEqual([['en-US a Title of a'], ['en-US bad no']])
  })

  it('is forgotten also where only entries that do not fit have come', async () => {
    await stage(store, token, ACADEMY, { listed: [], invalid: [misfit('bad', 'no')] })
    await clearStaged(store, token, ACADEMY)
    expect(await staged()).toEqual([[], []])
  })

  it('stays with who does not lead, and without any nothing is written', async () => {
    await clearStaged(store, token + 1, ACADEMY)
    await stageBoth(ACADEMY)
    await expect(clearStaged(store, token + 1, ACADEMY)).rejects.toMatchObject({ code: 'LEASE_LOST' })
    expect(await staged()).toEqual([['en-US a Title of a'], ['en-US bad no']])
  })
})

describe('a row', () => {
  const writing = (fault: unknown) =>
    store.write(queries => writeOrRefuse(queries, ['one', 'two'], () => Promise.reject(fault)))

  it.each(['SQLITE_CONSTRAINT_TRIGGER', 'SQLITE_TOOBIG', 'SQLITE_MISMATCH', '22001', '23505', '54000'])(
    'is refused for what is in it with %s, also where that is the cause of another error',
    async code => {
      const refusal = Object.assign(new Error('no'), { code })
      const refused = ['one', 'two'].map(row => ({ row, reason: 'no' }))
      expect(await writing(refusal)).toEqual(refused)
      expect(await writing(new Error('no', { cause: refusal }))).toEqual(refused)
    },
  )

  it.each([
    Object.assign(new Error('the disk fails'), { code: 'SQLITE_IOERR' }),
    Object.assign(new Error('of the class of connections'), { code: '08006' }),
    Object.assign(new Error('a number in the middle'), { code: 'X22001' }),
    new Error('a mistake'),
    'a text',
  ])('is not refused when something else is wrong: %s', async fault => {
    await expect(writing(fault)).rejects.toBe(fault)
  })
})
