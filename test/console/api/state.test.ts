/** The whole state by the console's API, as a program with a console token calls it. */
import { globSync, readdirSync } from 'node:fs'
import { relative } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Snapshot, StateManifest } from '../../../console/index.ts'
import { CONSOLE_TOKEN, consoleCalls } from '../../support/console-calls.ts'
import { openApiJudge } from '../../support/openapi-judge.ts'
import { type Scratch, scratch } from '../../support/scratch.ts'
import { NOW, type SmallSchool, startSmallSchool } from '../../support/small-school.ts'
import { unzip, zipOf } from '../../support/zip.ts'

let place: Scratch
let school: SmallSchool
const { call } = consoleCalls(() => school.addresses.base)
beforeAll(async () => {
  place = scratch()
  school = await startSmallSchool({ consoleToken: CONSOLE_TOKEN, dataDir: place.path('data') })
})
afterAll(async () => {
  await school[Symbol.asyncDispose]()
  place[Symbol.dispose]()
})

interface StateAnswer {
  holds: Record<string, number>
  snapshots: Snapshot[]
}
interface ImportAnswer {
  importId: string
  manifest: StateManifest
  before: Snapshot
  undo: string
}

const POPUP = {
  ...{ sites: ['academy'], displayDate: '20261120080000', onWebsite: true },
  texts: { 'en-US': { msgTitle: 'Tide', msgBody: '' }, 'zh-HK': { msgTitle: '潮汐', msgBody: '' } },
}
const newsCount = async () => (await call<StateAnswer>('GET', '/state')).body.holds.news
const fetchExport = () =>
  fetch(`${school.addresses.base}/console/api/state/export`, {
    headers: { authorization: `Bearer ${CONSOLE_TOKEN}` },
  })
const send = async (body: Buffer, query = '', type = 'application/zip') => {
  const answer = await fetch(`${school.addresses.base}/console/api/state/import${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${CONSOLE_TOKEN}`, 'content-type': type },
    body: new Uint8Array(body),
  })
  return { status: answer.status, body: (await answer.json()) as ImportAnswer & { detail?: string } }
}

describe('an export over HTTP', () => {
  it('is a file of everything, named by the school’s day, which begins eight hours before that of UTC', async () => {
    school.clock.set('2026-11-20T23:30:00Z')
    const answer = await fetchExport()
    school.clock.set(NOW)
    expect(answer.headers.get('content-type')).toBe('application/zip')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="schoolbell-2026-11-21.zip"')
    const names = (await unzip(Buffer.from(await answer.arrayBuffer()))).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['school.db', expect.stringMatching(/letter\.pdf$/)]))
    expect((await fetch(`${school.addresses.base}/console/api/state/export`)).status).toBe(401)
  })

  it('that nobody reads to its end leaves nothing behind', async () => {
    await (await fetchExport()).body?.cancel()
    await (await fetchExport()).arrayBuffer()
    await expect
      .poll(() => globSync('data/.work-*/!(in-use)', { cwd: place.folder }), { message: 'what is left' })
      .toEqual([])
  })
})

describe('an import over HTTP', () => {
  // Promise: integrate/snapshots
  it('says what a file holds, and puts it in place when asked to, which can be undone; or throws it away', async () => {
    const zip = Buffer.from(await (await fetchExport()).arrayBuffer())
    await call('POST', '/state/reset', { to: 'empty' })
    const looked = await send(zip)
    expect(looked).toMatchObject({ status: 201, body: { manifest: { tables: { news: 5, popup: 3 } } } })
    expect(await newsCount()).toBe(0)

    const apply = (importId: string) => call<ImportAnswer>('POST', `/state/import/${importId}/apply`)
    const applied = await apply(looked.body.importId)
    const before = { kind: 'before', name: 'Before the import' }
    expect(applied).toMatchObject({ status: 200, body: { before } })
    expect(await newsCount()).toBe(5)
    expect((await apply(looked.body.importId)).status).toBe(404)
    expect((await call('POST', '/undo', { undo: applied.body.undo })).status).toBe(204)
    expect(await newsCount()).toBe(0)
    expect((await send(zip, '?apply=true')).status).toBe(200)
    expect(await newsCount()).toBe(5)

    // One that is looked at takes the place of another, of which nothing stays.
    const [{ body: first }, { body: second }] = [await send(zip), await send(zip)]
    expect((await call('DELETE', `/state/import/${second.importId}`)).status).toBe(204)
    for (const { importId } of [first, second]) expect((await apply(importId)).status).toBe(404)
    await expect.poll(() => globSync('data/.work-*/part-*', { cwd: place.folder })).toEqual([])
  })

  // Promise: integrate/import
  it('of what is no state is refused and says why', async () => {
    const large = { name: 'school.db', bytes: Buffer.alloc(34_000_000), deflate: true }
    for (const [body, status, says] of [
      [Buffer.from('news'), 422, 'is no .zip file'],
      [zipOf([large]), 413, 'grows more than'],
    ] as const) {
      const answer = await send(body)
      expect(answer).toMatchObject({ status, body: { detail: expect.stringContaining(says) } })
    }
    expect((await send(Buffer.from('{}'), '', 'text/plain')).status).toBe(415)
  })
})

describe('a reset over HTTP', () => {
  it('to a part of a seed is how a test in any language begins', async () => {
    const answer = await call<{ undo: string }>('POST', '/state/reset', { seed: { popups: [POPUP] } })
    expect(answer.status).toBe(200)
    const { serviceUrl } = school.addresses
    const { content } = await (await fetch(`${serviceUrl}/api/v1/popupmsg/check?siteId=academy`)).json()
    expect(content).toMatchObject([{ msgTitle: 'Tide' }])
    await call('POST', '/undo', { undo: answer.body.undo })
  })

  it('reads no file of this machine, not even one that a seed’s own medium could be; nor what is no seed', async () => {
    const [picture = ''] = globSync('data/media/*/*.png', { cwd: place.folder }).map(path =>
      relative('.', place.path(path)),
    )
    expect(picture).not.toBe('')
    const files = { file: picture, thumbnail: picture, screen: picture }
    const media = [{ name: 'taken.png', fileType: 'image/png', ...files, imageWidth: 1, imageHeight: 1 }]
    const before = (await call<StateAnswer>('GET', '/state')).body
    for (const body of [{ seed: { media } }, { to: '/etc/passwd' }, { seed: { news: [{ newsId: 1 }] } }, {}])
      expect({ body, status: (await call('POST', '/state/reset', body)).status }).toEqual({
        body,
        status: 422,
      })
    expect((await call<StateAnswer>('GET', '/state')).body).toEqual(before)
  })
})

describe('snapshots over HTTP', () => {
  // Promise: integrate/snapshots
  it('are taken by a name, gone back to, deleted and brought back; there is none by an id that is none', async () => {
    const taken = await call<Snapshot>('POST', '/state/snapshots', { name: 'Open day' })
    expect(taken).toMatchObject({ status: 201, body: { name: 'Open day', kind: 'kept' } })
    const path = `/state/snapshots/${taken.body.snapshotId}`
    expect((await call('POST', `${path}/apply`)).status).toBe(200)
    const deleted = await call<{ undo: string }>('DELETE', path)
    expect(deleted.status).toBe(200)
    expect((await call('POST', `${path}/apply`)).status).toBe(404)
    expect((await call('POST', '/undo', { undo: deleted.body.undo })).status).toBe(204)
    const { snapshots } = (await call<{ snapshots: Snapshot[] }>('GET', '/state')).body
    expect(snapshots).toContainEqual(taken.body)
    for (const body of [{}, { name: '' }, { name: 'x'.repeat(101) }])
      expect((await call('POST', '/state/snapshots', body)).status).toBe(422)
    for (const id of ['0', '-1', 'x', '1e3', '99999', '../../x'])
      expect((await call('DELETE', `/state/snapshots/${encodeURIComponent(id)}`)).status).toBe(404)
  })
})

it('a reset whose state is gone cannot be taken back, and says so', async () => {
  const { body } = await call<ImportAnswer>('POST', '/state/reset', { to: 'empty' })
  const { body: deleted } = await call<{ undo: string }>(
    'DELETE',
    `/state/snapshots/${body.before.snapshotId}`,
  )
  const detail = `there is no snapshot ${body.before.snapshotId}`
  expect(await call('POST', '/undo', { undo: body.undo })).toMatchObject({ status: 404, body: { detail } })
  expect((await call('POST', '/undo', { undo: deleted.undo })).status).toBe(204)
  expect((await call('POST', '/undo', { undo: body.undo })).status).toBe(204)
})

describe('snapshots over HTTP that were taken by themselves', () => {
  it('are gone back to as well when they are the oldest of ten', async () => {
    const goBack = async (snapshotId: number) => {
      const { status, body } = await call<{ before: Snapshot }>(
        'POST',
        `/state/snapshots/${snapshotId}/apply`,
      )
      expect(status).toBe(200)
      return body.before
    }
    const { snapshotId } = (await call<Snapshot>('POST', '/state/snapshots', { name: 'Ten' })).body
    const news = await newsCount()
    const oldest = await goBack(snapshotId)
    for (let time = 0; time < 9; time += 1) await goBack(snapshotId)
    await goBack(oldest.snapshotId)
    expect(await newsCount()).toBe(news)
  })
})

describe('a disk that is full', () => {
  const files = () => readdirSync(place.path('data', 'snapshots')).toSorted()
  it('is named as the reason, and all goes on as soon as there is room', async () => {
    const { popupId } = (await call<{ popupId: number }>('POST', '/popups', POPUP)).body
    const taken = files()
    using disk = fullDisk('popup')
    expect(await call('POST', '/popups', POPUP)).toMatchObject({
      status: 507,
      body: { title: 'Insufficient Storage', detail: expect.stringContaining('no room left') },
    })
    // Of what could not be kept as a whole nothing stays, which would take the room of something else.
    expect((await call('POST', '/state/snapshots', { name: 'Full' })).status).toBeGreaterThanOrEqual(500)
    expect((await call('POST', '/state/reset', { to: 'empty' })).status).toBeGreaterThanOrEqual(500)
    expect(files()).toEqual(taken)
    disk.makeRoom()
    expect(await call('POST', '/popups', POPUP)).toMatchObject({
      status: 201,
      body: { popupId: popupId + 1 },
    })
    expect((await call('POST', '/state/snapshots', { name: 'Roomy' })).status).toBe(201)
  })

  /** SQLite has no row numbers left for a table, which it calls a full disk as well. */
  function fullDisk(table: string): Disposable & { makeRoom(): void } {
    const store = new Database(place.path('data', 'service.db'))
    store.exec(`
      CREATE TABLE filler (id INTEGER PRIMARY KEY AUTOINCREMENT);
      INSERT INTO filler VALUES (9223372036854775807);
      CREATE TRIGGER fill BEFORE INSERT ON ${table} BEGIN INSERT INTO filler VALUES (NULL); END`)
    const makeRoom = () => store.exec('DROP TRIGGER IF EXISTS fill; DROP TABLE IF EXISTS filler')
    return {
      makeRoom,
      [Symbol.dispose]() {
        makeRoom()
        store.close()
      },
    }
  }
})

it('a snapshot comes back only when there is room for it', async () => {
  await using other = await startSmallSchool({ consoleToken: CONSOLE_TOKEN })
  const { call } = consoleCalls(() => other.addresses.base)
  const { snapshots } = other.service.state
  const taken = Array.from({ length: 50 }, (_, count) => snapshots.take(`${count}`).snapshotId)
  const deleted = await call<{ undo: string }>('DELETE', `/state/snapshots/${taken.pop()}`)
  const { snapshotId } = snapshots.take('Instead')
  expect(await call('POST', '/undo', { undo: deleted.body.undo })).toMatchObject({
    ...{ status: 409, body: { detail: '50 snapshots are kept at most; delete one first' } },
  })
  snapshots.delete(snapshotId)
  expect((await call('POST', '/undo', { undo: deleted.body.undo })).status).toBe(204)
})

it('answers as the OpenAPI document promises', async () => {
  const judge = openApiJudge(await (await fetch(`${school.addresses.base}/openapi-service.json`)).json())
  const { snapshotId } = (await call<Snapshot>('POST', '/state/snapshots', { name: 'Judged' })).body
  for (const [path, sent] of [
    ['snapshots', { name: 'Judged' }],
    ['snapshots', {}],
    [`snapshots/${snapshotId}/apply`],
    ['snapshots/99999/apply'],
    ['reset', { to: 'empty' }],
    ['reset', { to: 'x' }],
  ] as const) {
    const { status, headers, body } = await call('POST', `/state/${path}`, sent)
    const raw = { status, headers: Object.fromEntries(headers), body: Buffer.from(JSON.stringify(body)) }
    expect(judge.faultOf(`/console/api/state/${path}`, raw, 'POST'), path).toBeUndefined()
  }
})
