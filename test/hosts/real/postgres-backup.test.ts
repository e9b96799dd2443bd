/** The documented backup of a store in PostgreSQL, with Debian's own tools: dumped while the agent runs, put back into an empty database. */
import { execFile, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { systemClock } from '../../../shared/clock.ts'
import { openSqlAdmin, openWebhookAdmin } from '../../../sync-agent/index.ts'
import { freePort } from '../../support/free-port.ts'
import { launch, makeCluster } from '../../support/postgres/server.ts'
import { scratch } from '../../support/scratch.ts'
import { startUpstream } from '../../support/scripted-upstream.ts'
import { execute } from '../../sync-agent/database.ts'
import { startReceiver } from '../../sync-agent/outlets/webhooks/support.ts'
import { agentBefore, entry, getJson, news, servedIds } from '../../sync-agent/support.ts'

const run = promisify(execFile)
const files = scratch()
let bin: string
let server: Awaited<ReturnType<typeof launch>>
let address: string
beforeAll(async () => {
  const found = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' })
  if (found.status !== 0)
    throw new Error(
      'These tests run PostgreSQL and its tools, and there are none: apt-get install postgresql',
    )
  bin = found.stdout.trim()
  // The database's server is another user.
  chmodSync(files.folder, 0o755)
  const folder = files.path('server')
  mkdirSync(folder)
  const cluster = {
    ...{ folder, data: join(folder, 'data') },
    ...{ initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') },
  }
  await makeCluster(cluster)
  const port = await freePort()
  server = await launch(cluster, port, {})
  address = `postgres://postgres@127.0.0.1:${port}`
}, 60_000)
afterAll(() => {
  server?.kill('SIGQUIT')
  files[Symbol.dispose]()
})

async function emptyDatabase(name: string): Promise<string> {
  await execute(`${address}/postgres`, `CREATE DATABASE ${name}`)
  return `${address}/${name}`
}

// Promise: operate/dump
it('what came after the dump is copied again, and followers and destinations go on without doubles', async () => {
  await using upstream = await startUpstream(news())
  await using receiver = await startReceiver()
  const db = await emptyDatabase('website')
  const [webhookKey, table] = [files.path('webhook-key'), files.path('site.db')]
  await execute(table, 'CREATE TABLE page (id INTEGER)')
  const agentOn = (store: string) =>
    agentBefore(upstream, store, { webhookKey, webhookAllowHosts: [receiver.host] })
  const rows = async () =>
    (await execute(table, 'SELECT news_id, title FROM school_news ORDER BY news_id')).map(row =>
      Object.values(row),
    )
  const has = (titles: Record<string, string>, deleted: string[] = []) =>
    upstream.answer(
      news(
        Object.entries(titles).map(([newsId, newsTitle]) => entry(newsId, { newsTitle })),
        deleted,
      ),
    )

  has({ a: 'A', b: 'B' })
  const first = await agentOn(db)
  const firstUrl = await first.listen()
  await first.syncOnce()
  {
    await using webhooks = await openWebhookAdmin(db, {
      ...{ clock: systemClock, keyFile: webhookKey, allowedHosts: [receiver.host] },
    })
    await webhooks.add({ url: receiver.url })
    await using tables = await openSqlAdmin(db, systemClock)
    const settings = { address: `sqlite:${table}`, table: 'school_news', keepsDeleted: false }
    await tables.add(
      { ...settings, ...{ passwordFile: undefined, siteIds: undefined, langs: undefined } },
      new AbortController().signal,
    )
  }
  first.start()
  await expect.poll(rows).toEqual([
    ['a', 'A'],
    ['b', 'B'],
  ])
  has({ b: 'B 2' })
  await first.syncOnce()
  await receiver.until(1)
  await vi.waitUntil(async () => `${await rows()}`.includes('B 2'))

  const dump = files.path('news.dump')
  const dumping = run(join(bin, 'pg_dump'), ['--format=custom', '--schema=schoolbell', `--file=${dump}`, db])
  has({ c: 'C' }, ['a'])
  await dumping
  await first.syncOnce()
  await receiver.until(3)
  await vi.waitUntil(async () => `${await rows()}` === 'b,B 2,c,C')
  const { next } = (await getJson(`${firstUrl}/v1/changes?after=0`)) as { next: string }
  await first.close()
  const before = receiver.told()

  const restored = await emptyDatabase('restored')
  await run(join(bin, 'pg_restore'), ['--exit-on-error', `--dbname=${restored}`, dump])
  const second = await agentOn(restored)
  const url = await second.listen()
  has({ b: 'B 2', c: 'C' }, ['a'])
  await second.syncOnce()
  second.start()
  expect((await servedIds(url)).toSorted()).toEqual(['b', 'c'])
  // What it had told before the dump is not told again; what came later has other numbers now.
  await receiver.until(before.length + 2)
  expect(receiver.told().slice(before.length).toSorted()).toEqual(['news.deleted a', 'news.published c'])
  await vi.waitUntil(async () => `${await rows()}` === 'b,B 2,c,C')
  expect((await fetch(`${url}/v1/changes?after=${next}`)).status).toBe(410)
  await second.close()
}, 60_000)
