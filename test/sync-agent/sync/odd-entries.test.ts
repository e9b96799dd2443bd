/** An entry with something odd in it is published everywhere, and the store says what was odd. What is odd: test/shared/client/news-entry.unit.test.ts. */

import { expect, it } from 'vitest'
import type { SyncAgent } from '../../../sync-agent/index.ts'
import { openStore } from '../../../sync-agent/store/open.ts'
import { listRemarks } from '../../../sync-agent/store/remark-rows.ts'
import type { Upstream } from '../../support/scripted-upstream.ts'
import { ACADEMY, agentBefore, beforeEachTest, entry, getJson, news, servedIds } from '../support.ts'

let db: string
let upstream: Upstream
beforeEachTest(scene => {
  ;({ db, upstream } = scene)
})

async function remarks() {
  const store = await openStore(db)
  const all = await listRemarks(store)
  await store.close()
  return all
}

const url = 'https://files.example/a.docx'
const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const odd = (newsId: string) => ({
  ...entry(newsId),
  attachments: [{ url, fileType: word, fileSize: '48213' }, 7],
})

async function facts(agent: SyncAgent, address: string) {
  const [stream] = (await agent.status()).streams
  const metrics = await (await fetch(`${address}/metrics`)).text()
  const name = 'schoolbell_sync_remarked_entries{site_id="academy",lang="en-US"}'
  expect(metrics.split('\n')).toContain(`${name} ${stream?.remarked}`)
  return { remarked: stream?.remarked, quarantined: stream?.quarantined }
}

it('is in the API, by the school’s zone, and in the feeds with what is known of it', async () => {
  const late = '2026-08-31T23:30:00Z'
  upstream.answer(news([{ ...entry('a'), newsDateTime: late, attachments: [{ url, fileType: word }] }]))
  await using agent = await agentBefore(upstream, db, { zone: 'Europe/London' })
  await agent.syncOnce()
  const address = await agent.listen()
  expect(await getJson(`${address}/v1/news`)).toMatchObject({
    items: [{ publishedAt: '2026-09-01T00:30:00+01:00', attachments: [{ url, fileType: word }] }],
  })
  const feed = async (ending: string) => (await fetch(`${address}/feeds/academy/en-US.${ending}`)).text()
  expect(await feed('rss')).toContain(`<enclosure url="${url}" length="0" type="${word}"/>`)
  expect(await feed('rss')).toContain(`<media:content url="${url}" type="${word}" medium="document"/>`)
  expect(await feed('atom')).toContain(`<link rel="enclosure" type="${word}" href="${url}"/>`)
  expect(JSON.parse(await feed('json')).items[0].attachments).toEqual([{ url, mime_type: word }])
})

// Promise: operate/odd-entries
it('remarks are counted by entry, stay with its last good version, and go when it comes clean or is deleted', async () => {
  upstream.answer(news([odd('a'), odd('b'), odd('d'), entry('c')]))
  await using agent = await agentBefore(upstream, db)
  const address = await agent.listen()
  await agent.syncOnce()
  expect(await facts(agent, address)).toEqual({ remarked: 3, quarantined: 0 })
  const ofA = (await remarks()).filter(({ newsId }) => newsId === 'a')
  expect(ofA).toEqual([
    { ...ACADEMY, newsId: 'a', path: '/attachments/0/fileType', came: `"${word}"`, done: expect.any(String) },
    { ...ACADEMY, newsId: 'a', path: '/attachments/0/fileSize', came: '"48213"', done: 'read as 48213' },
    { ...ACADEMY, newsId: 'a', path: '/attachments/1', came: '7', done: 'left out: not an attachment' },
  ])
  upstream.answer(news([entry('a'), { ...odd('d'), newsContent: null }], ['b']))
  await agent.syncOnce()
  expect(await facts(agent, address)).toEqual({ remarked: 1, quarantined: 1 })
  expect(new Set((await remarks()).map(({ newsId }) => newsId))).toEqual(new Set(['d']))
})

it('remarks are kept of an answer that is staged, too', async () => {
  upstream.answer(news(Array.from({ length: 600 }, (_, index) => odd(`${index}`))))
  await using agent = await agentBefore(upstream, db)
  const address = await agent.listen()
  await agent.syncOnce()
  expect(await facts(agent, address)).toEqual({ remarked: 600, quarantined: 0 })
})

it('an entry whose identifier is a number is published under its text, and deleted by the number', async () => {
  upstream.answer(news([{ ...entry(''), newsId: 7 }, entry('8')]))
  await using agent = await agentBefore(upstream, db)
  await agent.syncOnce()
  const address = await agent.listen()
  expect(await servedIds(address)).toEqual(['8', '7'])
  upstream.answer(news([], [7]))
  await agent.syncOnce()
  expect(await servedIds(address)).toEqual(['8'])
})
