/** One element that is odd in a way that no schema speaks of stops nothing: the others are published as ever. */
import { expect, it } from 'vitest'
import { body, type Script, type Upstream } from '../../support/scripted-upstream.ts'
import { newDatabase } from '../database.ts'
import {
  agentBefore,
  allTables,
  beforeEachTest,
  entry,
  logLines,
  news,
  servedIds,
  unlessAsked,
  WARN,
} from '../support.ts'

let db: string
let upstream: Upstream
beforeEachTest(scene => {
  ;({ db, upstream } = scene)
})

const ids = () =>
  allTables(db)
    .news?.map(row => `${Reflect.get(Object(row), 'news_id')}`)
    .sort()
const asJson = (text: string): Script => body(text, 'application/json')
const deepArray = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
const deepObject = (levels: number) => `${'{"x":'.repeat(levels)}7${'}'.repeat(levels)}`

/** An answer with a deep value in one field of the second of three entries, and after them. */
function withDeep(field: string, deep: string): string {
  const newsList = [entry('a'), { ...entry('b'), [field]: '@deep@' }, entry('c')]
  const content = { newsList, delNewsIds: ['gone'], other: '@deep@' }
  return JSON.stringify({ txID: 't', code: 'D00000', message: '', content }).replaceAll('"@deep@"', deep)
}

// Promise: operate/odd-entries
it.each([
  { what: '20,000 objects in an unknown field', field: 'extra', deep: deepObject(20_000) },
  { what: '65 levels, the entry itself being the first', field: 'extra', deep: deepArray(64) },
])('an entry with $what is put aside, and the rest is published', async ({ field, deep }) => {
  upstream.answer(asJson(withDeep(field, deep)))
  await using agent = await agentBefore(upstream, db)
  expect(await agent.syncOnce()).toMatchObject([
    { outcome: 'done', applied: { new: 2, deleted: 1, quarantined: 1 } },
  ])
  expect(ids()).toEqual(['a', 'c'])
  const [kept] = await agent.quarantine.list()
  expect(kept).toMatchObject({ newsId: 'b', reason: expect.stringContaining('nested more than 64 levels') })
  const raw = JSON.parse((await agent.quarantine.show(kept?.id ?? 0))?.raw ?? '')
  expect(raw).toMatchObject({ ...entry('b'), [field]: expect.anything() })
})

it('an element of nothing but depth is put aside too, and once for all times that it comes', async () => {
  const answer = withDeep('extra', '0').replace('"newsList":[', `"newsList":[${deepArray(20_000)},`)
  upstream.answer(asJson(answer))
  await using agent = await agentBefore(upstream, db)
  await agent.syncOnce()
  expect(await agent.syncOnce()).toMatchObject([{ outcome: 'done' }])
  expect(ids()).toEqual(['a', 'b', 'c'])
  expect(await agent.quarantine.list()).toHaveLength(1)
})

it('an entry of 64 levels is an entry like any other', async () => {
  upstream.answer(asJson(withDeep('extra', deepArray(63))))
  await using agent = await agentBefore(upstream, db)
  expect(await agent.syncOnce()).toMatchObject([{ applied: { new: 3, quarantined: 0 } }])
})

it('a title cut inside a character is published with a sign for what is lost', async () => {
  const whole = Buffer.from(JSON.stringify({ ...entry('cut'), newsTitle: '中@' }))
  const at = whole.indexOf('@')
  const cut = Buffer.concat([whole.subarray(0, at - 1), whole.subarray(at + 1)])
  const before = Buffer.from(`{"txID":"t","code":"D00000","message":"","content":{"newsList":[`)
  const after = Buffer.from(`,${JSON.stringify(entry('b', { newsTitle: '停課' }))}],"delNewsIds":[]}}`)
  upstream.answer(response => response.end(Buffer.concat([before, cut, after])))
  await using agent = await agentBefore(upstream, db)
  expect(await agent.syncOnce()).toMatchObject([{ outcome: 'done', applied: { new: 2, quarantined: 0 } }])
  expect(allTables(db).news).toMatchObject([{ title: '\ufffd' }, { title: '停課' }])
})

it('an element whose identifier is no text does not spoil the answer to a question by identifier', async () => {
  const odd = [{ newsId: { toString: 1 } }, { newsId: ['a'] }, {}, null, 7]
  upstream.answer(unlessAsked(news([entry('a'), entry('b')], ['a']), () => news([...odd, entry('a')])))
  await using agent = await agentBefore(upstream, db)
  expect(await agent.syncOnce()).toMatchObject([{ outcome: 'done', applied: { new: 2, quarantined: 0 } }])
  expect(ids()).toEqual(['a', 'b'])
})

it('an identifier that has become a number still says that its entry is there', async () => {
  const entries = [entry('1'), entry('2')]
  const numbered = { ...entry('1'), newsId: 1 }
  upstream.answer(news(entries))
  await using agent = await agentBefore(upstream, db)
  await agent.syncOnce()
  upstream.answer(unlessAsked(news([numbered, entry('2')]), () => news([numbered])))
  expect(await agent.reconcile()).toMatchObject([{ outcome: 'done', applied: { deleted: 0 } }])
  expect(ids()).toEqual(['1', '2'])
})

it.each([
  ['a file', () => db],
  ['PostgreSQL', newDatabase],
])('an identifier that no key can hold keeps nothing else back: %s', async (_, store) => {
  const long = Array.from({ length: 1_000 }, (_, n) => `${n * 7919}`).join('')
  const broken = { ...entry(long), newsTitle: 7 }
  upstream.answer(news([entry(long), broken, entry('good')], [long, 'gone']))
  await using agent = await agentBefore(upstream, await store())
  expect(await agent.syncOnce()).toMatchObject([{ applied: { new: 1, deleted: 1, quarantined: 2 } }])
  expect(await servedIds(await agent.listen())).toEqual(['good'])
  const [{ quarantined = 0 } = {}] = (await agent.status()).streams
  expect(quarantined).toBe(2)
})

// Promise: silent/del-news-ids
it('a deletion that cannot be read holds back neither the others nor new entries, and is told once', async () => {
  const log = logLines()
  const number = '9007199254740993'
  const answer = JSON.stringify({
    txID: 't',
    code: 'D00000',
    content: { newsList: [entry('new')], delNewsIds: ['\0', {}, 'gone', '@'] },
  })
  upstream.answer(news([entry('gone'), entry(number)]))
  await using agent = await agentBefore(upstream, db, { logger: log.logger })
  await agent.syncOnce()
  upstream.answer(asJson(answer.replace('"@"', number)))
  await agent.syncOnce()
  expect(await agent.syncOnce()).toMatchObject([{ outcome: 'done' }])
  expect(ids()).toEqual(['new'])
  expect(log.at(WARN).map(({ msg }) => msg)).toEqual([
    expect.stringContaining('academy/en-US: /content/delNewsIds/0 "\\u0000" is left out'),
    expect.stringContaining('academy/en-US: /content/delNewsIds/1 {} is left out'),
  ])
})
