/** A backup in the place of a store: by the command, and by hand beside the log of an agent that was killed. */

import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { beforeEach, describe, expect, it } from 'vitest'
import { restoreStore } from '../../../sync-agent/index.ts'
import { readLease } from '../../../sync-agent/store/fence.ts'
import { openStore } from '../../../sync-agent/store/open.ts'
import { storedAfter } from '../../../sync-agent/store/reading.ts'
import { agentBefore, beforeEachTest, entry, handClock, news, type Scene } from '../support.ts'

let scene: Scene
beforeEachTest(made => {
  scene = made
})

/** Where the files are as an agent has left them that was killed. */
let killed: string
let backup: string
beforeEach(async () => {
  const { db } = scene
  backup = join(dirname(db), 'backup.db')
  killed = join(dirname(db), 'killed', 'news.db')
  mkdirSync(dirname(killed))
  await term(['old'], agent => agent.backup(backup))
  await term(['old', 'late'], async () => leaveBehind(db))
})

/** Copies the news of a service that has these, and does something while the agent still runs. */
async function term(
  ids: string[],
  meanwhile: (agent: Awaited<ReturnType<typeof agentBefore>>) => unknown = () => undefined,
  db = scene.db,
) {
  scene.upstream.answer(news(ids.map(id => entry(id))))
  await using agent = await agentBefore(scene.upstream, db, { leaseMs: 200 })
  expect(await agent.syncOnce()).toMatchObject([{ outcome: 'done' }])
  await meanwhile(agent)
}

function leaveBehind(db: string): void {
  for (const end of ['', '-wal']) copyFileSync(`${db}${end}`, `${killed}${end}`)
}

async function ids(db: string): Promise<string[]> {
  await using store = await opened(db)
  return (await storedAfter(store, { siteId: 'academy', lang: 'en-US' }, '', 9)).map(({ newsId }) => newsId)
}

async function opened(db: string) {
  const store = await openStore(db, { mustExist: true })
  return Object.assign(store, { [Symbol.asyncDispose]: store.close })
}

const bytes = (db: string) => [readFileSync(db), readFileSync(`${db}-wal`)]
const clock = handClock('2026-09-02T07:00:00Z')
const restore = (from = backup, db = killed) =>
  restoreStore({ db, from, clock, leaseMs: 200 }, AbortSignal.timeout(60_000))

describe('an agent that was killed', () => {
  it('leaves a log that belongs to its file, term after term', async () => {
    for (const last of ['a', 'b', 'c']) {
      expect(await ids(killed)).toContain('late')
      await term(['old', 'late', last], async () => leaveBehind(killed), killed)
    }
    expect(await ids(killed)).toEqual(['a', 'b', 'c', 'late', 'old'])
  })

  it('leaves one as well if others read while its term began, so that the log could not be emptied', async () => {
    const reader = new Database(scene.db)
    reader.exec('BEGIN; SELECT * FROM news')
    for (const last of ['first', 'second'])
      await term(['old', 'late', last], async () => {
        expect(reader.prepare('SELECT count(*) FROM news').pluck().get()).toBe(2)
        leaveBehind(scene.db)
      })
    reader.close()
    expect(await ids(killed)).toEqual(['first', 'late', 'old', 'second'])
  })

  it.each([
    ['of an earlier term', 'backup.db'],
    ['of its last term', 'of-last-term.db'],
    ['copied by hand between two terms', 'between.db'],
  ])(
    'and a backup in the place of its file, %s: no agent takes the log for the backup’s',
    async (_, name) => {
      const db = killed
      const other = join(dirname(scene.db), name)
      copyFileSync(scene.db, join(dirname(scene.db), 'between.db'))
      await term(['old', 'late', 'last'], async agent => {
        await agent.backup(join(dirname(scene.db), 'of-last-term.db'))
        leaveBehind(scene.db)
      })
      copyFileSync(other, db)
      const before = bytes(db)
      await expect(agentBefore(scene.upstream, db)).rejects.toMatchObject({
        code: 'STORE_REPLACED',
        message: expect.stringMatching(
          /news\.db-wal.* is the log of another file.* schoolbell sync restore.*news\.db-shm away/,
        ),
      })
      expect(bytes(db)).toEqual(before)

      // Both ways that the message names.
      const apart = join(dirname(db), 'apart.db')
      copyFileSync(other, apart)
      expect(await restore(apart)).toMatchObject({ setAside: `${db}.before-20260902T070000.000Z` })
      expect(await ids(db)).toEqual(await ids(apart))
      copyFileSync(other, db)
      writeFileSync(`${db}-wal`, before[1] ?? '')
      for (const end of ['-wal', '-shm']) rmSync(`${db}${end}`, { force: true })
      expect(await ids(db)).toEqual(await ids(apart))
    },
  )
})

// Promise: operate/litestream
it('a store under Litestream: its tables and its endless reading disturb nobody, and a copy of its pages is put back', async () => {
  const { db } = scene
  const litestream = new Database(db)
  litestream.exec('CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)')
  litestream.exec('CREATE TABLE _litestream_lock (id INTEGER)')
  litestream.exec('BEGIN; SELECT count(*) FROM _litestream_seq')
  await term(['old', 'late', 'first'])
  await term(['old', 'late', 'first', 'second'])
  const pages = join(dirname(db), 'restored.db')
  await new Database(db).backup(pages)
  await term(['old', 'late', 'first', 'second', 'lost'])
  litestream.close()
  expect(await restore(pages, db)).toMatchObject({ setAside: expect.any(String) })
  expect(await ids(db)).toEqual(['first', 'late', 'old', 'second'])
  await term(['old', 'late', 'first', 'second', 'lost'])
  expect(await ids(db)).toEqual(['first', 'late', 'lost', 'old', 'second'])
})

describe('the log of another file is noticed', () => {
  const refused = { code: 'STORE_REPLACED' }

  it('behind a link to the file', async () => {
    const link = join(dirname(backup), 'link.db')
    symlinkSync(killed, link)
    await term(['old', 'late'], async () => leaveBehind(scene.db))
    copyFileSync(backup, killed)
    await expect(openStore(link)).rejects.toMatchObject(refused)
  })

  // Promise: operate/copied-over
  it('though the backup is of an older schema', async () => {
    writeFileSync(killed, withoutStamps())
    const before = bytes(killed)
    await expect(openStore(killed)).rejects.toMatchObject(refused)
    expect(bytes(killed)).toEqual(before)
  })

  it('where there is no file any more', async () => {
    rmSync(killed)
    await expect(openStore(killed)).rejects.toMatchObject({ message: expect.stringContaining('is missing') })
    expect(existsSync(`${killed}-wal`)).toBe(true)
    const { setAside } = await restore()
    expect(existsSync(`${setAside}-wal`)).toBe(true)
  })

  it('and its own is not taken for another’s after its pages were moved', async () => {
    await term(['old', 'late'], async () => {
      const other = new Database(scene.db)
      other.exec('CREATE TABLE room (x); INSERT INTO room VALUES (zeroblob(100000)); DROP TABLE room; VACUUM')
      other.close()
      leaveBehind(scene.db)
    })
    expect(await ids(killed)).toEqual(['late', 'old'])
  })
})

/** As an agent has left it that knew no stamps. */
function withoutStamps(): Buffer {
  const database = new Database(
    gunzipSync(readFileSync(join(import.meta.dirname, '../store/schema-16.db.gz'))),
  )
  database.exec(`
    ALTER TABLE lease DROP COLUMN file_stamp;
    ALTER TABLE lease DROP COLUMN stamp_before;
    PRAGMA user_version = 15`)
  const bytes = database.serialize()
  database.close()
  return bytes
}

describe('restore', () => {
  // Promise: operate/restore
  it('puts the backup in place, keeps it, and sets aside what was there with its log', async () => {
    const kept = readFileSync(backup)
    const { setAside = '', ...report } = await restore()
    expect(report).toEqual({ seq: 1, copiedAt: expect.anything() })
    expect(readFileSync(backup)).toEqual(kept)
    expect(await ids(killed)).toEqual(['old'])
    expect(await ids(setAside)).toEqual(['late', 'old'])
    expect(readdirSync(dirname(killed)).sort()).toEqual([basename(killed), basename(setAside)])
    expect(readdirSync(dirname(backup))).not.toContain('backup.db-shm')
    await term(['old', 'late'], undefined, killed)
    expect(await ids(killed)).toEqual(['late', 'old'])
  })

  it('replaces a damaged file, and one that is missing', async () => {
    writeFileSync(killed, 'SQLite format 3\0'.padEnd(5000, 'x'))
    const { setAside = '' } = await restore()
    expect(readFileSync(setAside, 'latin1')).toContain('xxxx')
    expect(await ids(killed)).toEqual(['old'])
    rmSync(killed)
    expect(await restore()).toMatchObject({ setAside: undefined })
    expect(await ids(killed)).toEqual(['old'])
  })

  it.each([
    ['newer', 999],
    ['much older', 15],
  ])(
    'replaces a store of a %s version, and leaves nobody the lease who had it when the backup was made',
    async (_, schema) => {
      const other = new Database(killed)
      other.pragma(`user_version = ${schema}`)
      other.close()
      await restore()
      await using store = await opened(killed)
      expect(await readLease(store.reading)).toMatchObject({ holder: undefined })
    },
  )

  it('waits for no agent that writes: it is to be stopped first', async () => {
    await term(['old'], async () => {
      await expect(restore(backup, scene.db)).rejects.toMatchObject({ code: 'LEASE_HELD' })
    })
    expect(await ids(scene.db)).toContain('old')
  })

  it.each([
    [
      'a file that is not there',
      () => `${backup}.old`,
      /backup\.db\.old is no file; name one that sync backup/,
    ],
    ['a folder', () => dirname(backup), /is no file/],
    ['an empty file', () => emptied(), /backup\.db is empty; name a file that sync backup has made/],
    ['the store itself', () => killed, /is the store itself/],
    ['a damaged file', () => damaged(), /backup\.db is damaged, or no store; .* name another backup/],
    [
      'another program’s database',
      () => foreign(),
      /other\.db holds something else than the sync agent's store/,
    ],
  ])('refuses %s and changes nothing', async (_, named, message) => {
    const from = named()
    const before = bytes(killed)
    await expect(restore(from)).rejects.toThrow(message)
    expect(bytes(killed)).toEqual(before)
    expect(readdirSync(dirname(killed)).sort()).toEqual(['news.db', 'news.db-wal'])
  })

  it('does not replace another program’s database', async () => {
    const db = foreign()
    await expect(restore(backup, db)).rejects.toMatchObject({ code: 'STORE_FOREIGN' })
    expect(existsSync(db)).toBe(true)
  })

  it('refuses a store in a folder that is not there, and names the folder', async () => {
    await expect(restore(backup, join(dirname(backup), 'gone', 'news.db'))).rejects.toThrow(
      /cannot be copied into \S+gone \(ENOENT\).* see that the folder is there/,
    )
  })

  function emptied(): string {
    writeFileSync(backup, '')
    return backup
  }

  function damaged(): string {
    const whole = readFileSync(backup)
    writeFileSync(backup, whole.fill(7, 8192, whole.length - 100))
    return backup
  }

  function foreign(): string {
    const path = join(dirname(backup), 'other.db')
    const database = new Database(path)
    database.exec('CREATE TABLE somebody (els TEXT)')
    database.close()
    return path
  }
})
