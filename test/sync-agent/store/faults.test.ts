/** A store that cannot be used: said in one clear line, nothing overwritten, the old copy served where it can be. */

import { execFile } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { Temporal } from 'temporal-polyfill'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { AgentOptionError, openStoreAdmin, StoreError } from '../../../sync-agent/index.ts'
import { apply } from '../../../sync-agent/store/apply.ts'
import { readLease, takeLease } from '../../../sync-agent/store/fence.ts'
import { openStore } from '../../../sync-agent/store/open.ts'
import { listNews } from '../../../sync-agent/store/reading.ts'
import { type Scratch, scratch } from '../../support/scratch.ts'
import { startUpstream, type Upstream } from '../../support/scripted-upstream.ts'
import { cycleAt } from '../cycle-at.ts'
import {
  ACADEMY,
  agentBefore,
  allTables,
  ERROR,
  entry,
  handClock,
  ingested,
  KEEPING_COMPILED,
  logLines,
  news,
  servedIds,
} from '../support.ts'

let files: Scratch
let db: string
let upstream: Upstream
beforeEach(async () => {
  files = scratch()
  db = files.path('news.sqlite')
  upstream = await startUpstream(news([entry('a'), entry('b')]))
})
afterEach(async () => {
  await upstream.close()
  files[Symbol.dispose]()
})

const copyOnce = async () => {
  const agent = await agentBefore(upstream, db)
  await agent.syncOnce()
  await agent.close()
}
const ONE_LINE = /^[^\n]+$/

// Promise: operate/full-disk
it('a full disk keeps what was there, and the next run with room goes on from it', async () => {
  await copyOnce()
  const before = allTables(db)
  const at = Temporal.Instant.from('2026-09-01T00:00:00Z')
  const outcome = cycleAt(at, { serviceUrl: `${upstream.url}/cms` })
  const batch = {
    listed: [ingested('large', { newsContent: `<p>${'x'.repeat(400_000)}</p>` })],
    deleted: ['a'],
  }

  const full = await openStore(db, { maxPages: 60 })
  const token = (await takeLease(full, 'test', await readLease(full.reading))) ?? 0
  const fault = await apply(full, token, ACADEMY, batch, outcome).catch(error => error)
  expect(fault).toBeInstanceOf(StoreError)
  expect(fault).toMatchObject({ code: 'STORE_FULL', message: expect.stringMatching(ONE_LINE) })
  expect(fault.message).toContain('the disk is full')
  expect(allTables(db)).toEqual(before)
  expect((await listNews(full, { ...ACADEMY, limit: 5 })).entries).toHaveLength(2)
  await full.close()

  const roomy = await openStore(db)
  const later = (await takeLease(roomy, 'test', await readLease(roomy.reading))) ?? 0
  expect(await apply(roomy, later, ACADEMY, batch, outcome)).toMatchObject({ new: 1, deleted: 1, seq: 4 })
  await roomy.close()
})

it('a file or a folder that may only be read is served; a sync says why it cannot be done, and what helps, and so do other folders', async () => {
  await copyOnce()
  // The superuser may write everything, so the host below runs as somebody else then.
  const isRoot = process.getuid?.() === 0
  if (isRoot) for (const path of [files.folder, db]) chownSync(path, NOBODY, NOBODY)
  const shut = files.path('shut')
  const agentFile = pathToFileURL(join(import.meta.dirname, '../../../sync-agent/index.ts'))
  const host = `
    import { chmodSync, mkdirSync } from 'node:fs'
    import { createSyncAgent, openStoreAdmin } from ${JSON.stringify(agentFile)}
    const options = { serviceUrl: '${upstream.url}/cms', streams: [{ siteId: 'academy', lang: 'en-US' }], port: 0 }
    // Some modules are loaded at their first use, and nobody may not read them below the superuser's home.
    const first = await createSyncAgent({ ...options, db: ${JSON.stringify(files.path('first.sqlite'))} })
    await first.listen()
    await first.syncOnce()
    await first.close()
    if (${isRoot}) process.setuid(${NOBODY})
    const found = []
    // The last time, the folder has files that SQLite left there when it could.
    for (const [ofFile, ofFolder] of [[0o644, 0o555], [0o444, 0o755], [0o644, 0o555]]) {
      chmodSync(${JSON.stringify(db)}, ofFile)
      chmodSync(${JSON.stringify(files.folder)}, ofFolder)
      const agent = await createSyncAgent({ ...options, db: ${JSON.stringify(db)} })
      const { items } = await (await fetch(await agent.listen() + '/v1/news')).json()
      const fault = await agent.syncOnce().catch(error => error)
      found.push({ served: items.length, code: fault.code, message: fault.message })
      await agent.close()
    }
    const other = await createSyncAgent({ ...options, db: ${JSON.stringify(files.path('other.sqlite'))} }).catch(error => error)
    chmodSync(${JSON.stringify(files.folder)}, 0o755)
    mkdirSync(${JSON.stringify(shut)}, 0o555)
    const places = [
      { publish: { to: ${JSON.stringify(shut)} } },
      { publish: { to: ${JSON.stringify(join(shut, 'new'))} } },
      { media: { dir: ${JSON.stringify(shut)} }, publicUrl: 'https://school.example/' },
      { media: { dir: ${JSON.stringify(join(shut, 'new'))} }, publicUrl: 'https://school.example/' },
    ]
    const refusals = []
    for (const place of places) {
      const { message } = await createSyncAgent({ ...options, db: ${JSON.stringify(db)}, ...place }).catch(error => error)
      refusals.push(message)
    }
    await using admin = await openStoreAdmin(${JSON.stringify(db)}, {})
    const copy = await admin.backup(${JSON.stringify(join(shut, 'copy.db'))}).catch(error => error)
    console.log(JSON.stringify([...found, other.message, ...refusals, copy.message]))`
  const before = readFileSync(db)
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', host], {
    env: KEEPING_COMPILED,
  })
  // So that it can be removed.
  chmodSync(files.folder, 0o755)
  const served = {
    served: 2,
    code: 'STORE_READ_ONLY',
    message: `${db} (the sync agent's store) cannot be written: the file or its folder is read-only for this user; nothing was changed, give it write access to both`,
  }
  const refused = `${files.path('other.sqlite')} (the sync agent's store) cannot be made: its folder is read-only for this user; give it write access`
  const why = `this user is not allowed to use it (EACCES); give this user write access to ${shut}`
  expect(JSON.parse(stdout)).toEqual([
    served,
    served,
    served,
    refused,
    `publish: to: ${shut} cannot be written: ${why}`,
    `publish: to: ${join(shut, 'new')} cannot be written: ${why}`,
    `media: dir: ${shut} cannot be written: ${why}`,
    `media: dir: ${join(shut, 'new')} cannot be used: ${why}`,
    `${join(shut, 'copy.db')}: cannot write the backup: ${why}`,
  ])
  expect(readFileSync(db).equals(before)).toBe(true)
})

const NOBODY = 65_534

// Promise: operate/damaged
it.each([
  ['its first page overwritten', (path: string) => writeFileSync(path, 'Dear parents, '.repeat(1000))],
  ['cut off in the middle', (path: string) => truncateSync(path, 6_000)],
])('a file with %s is refused in one line, and not overwritten', async (_, damage) => {
  await copyOnce()
  damage(db)
  const before = readFileSync(db)
  const fault = await agentBefore(upstream, db)
    .then(async agent => {
      await agent.close()
      return undefined
    })
    .catch(error => error)
  expect(fault).toBeInstanceOf(StoreError)
  expect(fault).toMatchObject({ code: 'STORE_CORRUPT', message: expect.stringMatching(ONE_LINE) })
  expect(readFileSync(db).equals(before)).toBe(true)
  await expect(openStoreAdmin(db, handClock('2026-09-01T00:00:00Z'))).rejects.toThrow(StoreError)
})

it('a store holds one service’s news, and is not mixed with another one’s', async () => {
  await copyOnce()
  const before = allTables(db)
  await using other = await startUpstream(news([entry('foreign')]))
  const refusal = await agentBefore(other, db).catch(error => error)
  expect(refusal).toBeInstanceOf(AgentOptionError)
  expect(refusal).toMatchObject({ option: 'serviceUrl' })
  expect(refusal.message).toContain(`${upstream.url}/cms`)
  expect(refusal.message).toContain(
    `if the service has moved there, run: schoolbell sync move --db ${db} --service-url ${other.url}/cms;`,
  )
  expect(allTables(db)).toEqual(before)
  await using same = await agentBefore(upstream, db, { serviceUrl: `${upstream.url.toUpperCase()}/cms/` })
  expect(await same.syncOnce()).toMatchObject([{ outcome: 'done' }])
})

it.each([
  ['removed', () => rmSync(db), 'was removed or replaced'],
  ['replaced by a copy', () => replaceByCopy(db), 'was removed or replaced'],
  // The first ends the agent's locks; so the second takes itself for the last one and tidies up.
  [
    'closed by another SQLite of this process',
    () => openAndCloseTwice(db),
    '-wal, the log of the store, was removed',
  ],
])(
  'a store that is %s under the agent is written no more, and both log and /freshz say so',
  async (_, harm, says) => {
    const log = logLines()
    await using agent = await agentBefore(upstream, db, { logger: log.logger })
    const address = await agent.listen()
    await agent.syncOnce()
    expect((await fetch(`${address}/freshz`)).status).toBe(200)
    await harm()
    upstream.answer(news([entry('late')]))
    expect(await agent.syncOnce()).toMatchObject([{ outcome: 'failed', failure: { code: 'STORE_REPLACED' } }])
    expect(log.at(ERROR).map(({ msg }) => msg)).toEqual([expect.stringContaining(says)])
    const answer = await fetch(`${address}/freshz`)
    expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining(says)])
    // What it had is served on.
    expect(await servedIds(address)).toEqual(['b', 'a'])
  },
)

function replaceByCopy(path: string): void {
  copyFileSync(path, `${path}.copy`)
  renameSync(`${path}.copy`, path)
}

/** In this process, then in another one. */
async function openAndCloseTwice(path: string): Promise<void> {
  const other = new DatabaseSync(path)
  other.exec('SELECT * FROM published_news')
  other.close()
  const script = `const db = new (require('node:sqlite').DatabaseSync)(process.argv[1]); db.exec('SELECT * FROM published_news'); db.close()`
  await promisify(execFile)(process.execPath, ['-e', script, path])
}
