/** A service that moved to another address: what the store keeps, and when the new address is refused. */
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { MoveError, moveService, openWebhookAdmin, publishStore } from '../../../sync-agent/index.ts'
import { isSecured, serviceAddress } from '../../../sync-agent/service-address.ts'
import { call } from '../../support/call.ts'
import { failure, reset, type Script, startUpstream, type Upstream } from '../../support/scripted-upstream.ts'
import {
  agentBefore,
  allTables,
  beforeEachTest,
  entry,
  getJson,
  handClock,
  news,
  type Scene,
  unlessAsked,
} from '../support.ts'

const clock = handClock('2026-09-02T00:00:00Z')
/** A service with these entries: all to the first question, and those that `newsIDs` names. */
const serving = (entries: { newsId: string }[], deleted: string[] = []): Script =>
  unlessAsked(news(entries), ids =>
    news(
      entries.filter(({ newsId }) => ids.includes(newsId)),
      deleted.filter(newsId => ids.includes(newsId)),
    ),
  )
const ENTRIES = ['a', 'b', 'c', 'd', 'e'].map(newsId => entry(newsId))

let scene: Scene
beforeEachTest(next => {
  scene = next
})

async function copyOnce(entries = ENTRIES): Promise<void> {
  scene.upstream.answer(serving(entries))
  await using agent = await agentBefore(scene.upstream, scene.db, { clock })
  expect(await agent.syncOnce()).toMatchObject([{ outcome: 'done' }])
}

const moveTo = ({ url }: Pick<Upstream, 'url'>) =>
  moveService({ db: scene.db, serviceUrl: `${url}/cms/`, clock }, new AbortController().signal)

describe('a service at a new address', () => {
  // Promise: operate/moved-service
  it('goes on with cursor, seq, webhooks, feed GUIDs and published folder', async () => {
    await copyOnce()
    {
      await using webhooks = await openWebhookAdmin(scene.db, { clock, allowedHosts: ['127.0.0.1:9'] })
      await webhooks.add({ url: 'https://127.0.0.1:9/hook', backlog: false })
    }
    const to = scene.files.path('public')
    const publish = () =>
      publishStore({ db: scene.db, to, streams: [{ siteId: 'academy', lang: 'en-US' }], clock })
    const published = await publish()
    const before = allTables(scene.db)
    const guids = await feedIds(scene.upstream)

    await using moved = await startUpstream(serving(ENTRIES))
    const report = await moveTo(moved)
    expect(report).toMatchObject({
      from: `${scene.upstream.url}/cms`,
      to: `${moved.url}/cms`,
      streams: [{ siteId: 'academy', lang: 'en-US', compared: 5, same: 5 }],
    })
    const { store, news: stored, stream, destination } = before
    expect(allTables(scene.db)).toMatchObject({
      ...{ news: stored, stream, destination },
      store: [
        {
          ...Object(store?.[0]),
          service_url: `${moved.url}/cms`,
          first_service_url: `${scene.upstream.url}/cms`,
        },
      ],
    })
    expect(await publish()).toMatchObject({ written: 0, removed: 0, unchanged: published.written })
    expect(await feedIds(moved)).toEqual(guids)
    await using agent = await agentBefore(moved, scene.db, { clock })
    expect(await agent.syncOnce()).toMatchObject([
      { from: '20260902075000', applied: { new: 0, changed: 0, unchanged: 5 } },
    ])
    await expect(agentBefore(scene.upstream, scene.db)).rejects.toThrow(`holds news from ${moved.url}/cms`)
  })

  it('may have edited and deleted some entries, and moved their files', async () => {
    await copyOnce()
    const edited = [
      entry('a', { newsTitle: 'Edited' }),
      entry('b', { newsDateTime: '20260901093000' }),
      entry('c', { mobileScreenImageUrl: 'https://new.school.example/c.jpg' }),
    ]
    await using moved = await startUpstream(serving(edited, ['d']))
    expect((await moveTo(moved)).streams).toMatchObject([{ compared: 5, same: 4 }])
  })
})

describe('the store keeps its address', () => {
  // Promise: operate/moved-service
  it('for another school, and the message names what differs', async () => {
    await copyOnce()
    const before = allTables(scene.db)
    const others = ['b', 'e'].map(newsId =>
      entry(newsId, { newsTitle: `Other ${newsId}`, newsDateTime: '20250101000000' }),
    )
    await using other = await startUpstream(serving(others))
    const refusal = await moveTo(other).catch(error => error)
    expect(refusal).toBeInstanceOf(MoveError)
    expect(refusal.message).toBe(
      `${other.url}/cms looks like another school's service: of the newest 5 entries of academy/en-US, 0 are the same (e is "Title of e" here and "Other e" there; d "Title of d" is not there; c "Title of c" is not there; and 2 more); the store keeps ${scene.upstream.url}/cms`,
    )
    expect(allTables(scene.db)).toEqual(before)
  })

  it('while the new address refuses the site or does not answer', async () => {
    await copyOnce()
    await using other = await startUpstream(failure('D20004', 'siteID does not exist'))
    await expect(moveTo(other)).rejects.toThrow('siteID does not exist')
    other.answer(reset)
    await expect(moveTo(other)).rejects.toThrow('broke the connection off')
    await using agent = await agentBefore(scene.upstream, scene.db)
    expect(await agent.syncOnce()).toMatchObject([{ outcome: 'done' }])
  })

  it('before anything was copied, there is nothing to move', async () => {
    await (await agentBefore(scene.upstream, scene.db)).close()
    await expect(moveTo(scene.upstream)).rejects.toMatchObject({ code: 'NOTHING_COPIED' })
  })
})

it('the command says what it compared, and the refusal of a foreign address names it', async () => {
  await copyOnce()
  await using moved = await startUpstream(serving(ENTRIES))
  const moving = ['--db', scene.db, '--service-url', `${moved.url}/cms`]
  const args = [...moving, '--lang', 'en-US', '--log-level', 'silent']
  const once = await call(['sync', 'once', ...args])
  expect(once.code).toBe(2)
  expect(once.errors).toMatch(
    /if the service has moved there, run: \S.* sync move --db \S+ --service-url http/,
  )
  expect(await call(['sync', 'move', ...moving])).toMatchObject({
    code: 0,
    output: `academy/en-US  5 of the newest 5 entries are the same
${scene.db} goes on with ${moved.url}/cms (was ${scene.upstream.url}/cms)
start the agent with --service-url ${moved.url}/cms
`,
  })
  expect(await call(['sync', 'once', ...args])).toMatchObject({ code: 0 })
})

describe('one address in two spellings', () => {
  it.each([
    ['HTTPS://Information.School.example:443/cms/', 'https://information.school.example/cms'],
    ['http://information.school.example:80/cms//', 'http://information.school.example/cms'],
    ['http://127.0.0.1:4010/cms', 'http://127.0.0.1:4010/cms'],
  ])('%s is %s', (spelling, address) => {
    expect(serviceAddress(spelling)).toBe(address)
  })

  it.each([
    ['http://school.example/cms', 'https://school.example/cms', true],
    ['http://school.example:8080/cms', 'https://school.example:8080/cms', true],
    ['https://school.example/cms', 'http://school.example/cms', false],
    ['http://school.example/cms', 'https://other.example/cms', false],
    ['http://school.example/cms', 'https://school.example/other', false],
  ])('%s, now %s: the same service is %s', (known, next, same) => {
    expect(isSecured(known, next)).toBe(same)
  })

  it('https in place of http is taken over with the first complete answer, not before', async () => {
    await copyOnce()
    const { url } = scene.upstream
    const secure = url.replace('http:', 'https:')
    const agentWithTls = () =>
      agentBefore({ url: secure }, scene.db, {
        fetch: (input, init) => fetch(String(input).replace('https:', 'http:'), init),
        logger: pino({ level: 'silent' }),
      })
    const known = () => Object(allTables(scene.db).store?.[0]).service_url
    await using agent = await agentWithTls()
    scene.upstream.answer(reset)
    expect(await agent.syncOnce()).toMatchObject([{ outcome: 'failed' }])
    expect(known()).toBe(`${url}/cms`)
    scene.upstream.answer(serving(ENTRIES))
    expect(await agent.syncOnce()).toMatchObject([{ outcome: 'done' }])
    expect(known()).toBe(`${secure}/cms`)
  })
})

async function feedIds(service: Pick<Upstream, 'url'>): Promise<string[]> {
  await using agent = await agentBefore(service, scene.db, { clock })
  const feed = await getJson(`${await agent.listen()}/feeds/academy/en-US.json`)
  return (feed as { items: { id: string }[] }).items.map(({ id }) => id)
}
