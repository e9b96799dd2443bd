/** The news in a table of a real MariaDB, as a site on the same machine has it. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { createConnection, type RowDataPacket } from 'mysql2/promise'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listNews } from '../../../sync-agent/store/reading.ts'
import { scratch } from '../../support/scratch.ts'
import { tableBox } from '../../sync-agent/destinations/support.ts'
import { ACADEMY, ingested } from '../../sync-agent/support.ts'
import { type MariaDb, startMariaDb } from './mariadb.ts'

const files = scratch()
let server: MariaDb
let databases = 0
beforeAll(async () => {
  const folder = files.path('mariadb')
  mkdirSync(folder)
  server = await startMariaDb(folder, 'first')
}, 60_000)
afterAll(async () => {
  await server.stop()
  files[Symbol.dispose]()
})

async function run(sql: string, database?: string) {
  const { socket: socketPath } = server
  const connection = await createConnection({
    ...{ socketPath, user: 'root', charset: 'utf8mb4', dateStrings: true, multipleStatements: true },
    ...(database && { database }),
  })
  try {
    const [rows] = await connection.query<RowDataPacket[]>(sql)
    return rows
  } finally {
    await connection.end()
  }
}

/** A database of its own, and a user with a password who may use nothing else. */
const box = () =>
  tableBox(async scratchFiles => {
    databases += 1
    const passwordFile = scratchFiles.path('password')
    writeFileSync(passwordFile, 'not a secret\n', { mode: 0o600 })
    const name = `site_${databases}`
    await run(`CREATE DATABASE ${name}; CREATE USER ${name}@localhost IDENTIFIED BY 'not a secret';
      GRANT ALL ON ${name}.* TO ${name}@localhost`)
    const locked = (isLocked: boolean) =>
      run(`ALTER USER ${name}@localhost ACCOUNT ${isLocked ? 'LOCK' : 'UNLOCK'}`)
    return {
      address: `mysql://${name}@localhost/${name}?socket=${encodeURIComponent(server.socket)}`,
      site: sql => run(sql, name),
      away: async isAway => void (await locked(isAway)),
      passwordFile,
    }
  })

it('its rows are the entries, with identifiers told apart by each byte, and texts of any length and script', async () => {
  await using at = await box()
  await at.add()
  const long = 'Typhoon \u{1f300} 颱風 '.repeat(20_000)
  await at.apply([
    ingested('a', { newsTitle: 'Lower' }),
    ingested('A', { newsTitle: 'Upper' }),
    ingested('a ', { newsTitle: 'With a space' }),
    ingested('á', { newsTitle: 'Accent', newsContent: `<p>${long}</p>` }),
  ])
  await at.work()
  await at.apply([ingested('a', { newsTitle: 'Edited' })], ['A'])
  await at.work()
  const { entries } = await listNews(at.store, { ...ACADEMY, limit: 9 })
  const rows = await at.site('SELECT news_id, title, html, published_at, news_date FROM school_news')
  expect(new Map(rows.map(({ news_id, title, html }) => [news_id, [title, html]]))).toEqual(
    new Map(entries.map(({ newsId, title, html }) => [newsId, [title, html]])),
  )
})

it('a time is in UTC, and the whole entry is JSON that the database can read', async () => {
  await using at = await box()
  await at.add()
  await at.apply([ingested('a', { newsDate: '20260831', newsDateTime: '20260831073000' })])
  await at.work()
  expect(
    await at.site("SELECT news_date, published_at, json_value(entry, '$.newsId') AS id FROM school_news"),
  ).toEqual([{ news_date: '2026-08-31', published_at: '2026-08-30 23:30:00', id: 'a' }])
})

it('a column that is too short refuses its row alone, in strict mode, whatever the server has', async () => {
  await using at = await box()
  await at.add()
  await at.site("SET GLOBAL sql_mode = ''; ALTER TABLE school_news MODIFY title VARCHAR(5)")
  await at.apply([ingested('a', { newsTitle: 'Short' }), ingested('b', { newsTitle: 'Too long' })])
  await at.work()
  expect(await at.site('SELECT title FROM school_news')).toEqual([{ title: 'Short' }])
  expect(await at.admin.show(1)).toMatchObject({
    follower: {
      aside: 1,
      lastFailure: { message: expect.stringMatching(/refuses the row: Data too long for column 'title'/) },
    },
  })
})

// Promise: operate/sql-text
it('no text of an entry becomes a part of a statement, whatever mode the server has', async () => {
  await using at = await box()
  await at.add()
  await at.site("SET GLOBAL sql_mode = 'NO_BACKSLASH_ESCAPES,ANSI_QUOTES'; CREATE TABLE member (name TEXT)")
  await at.apply([ingested('a', { newsTitle: 'First' })])
  await at.work()
  const title = "x', title = (SELECT 'taken') WHERE news_id = 'a' -- "
  await at.apply([ingested('b', { newsTitle: title }), ingested('c', { newsTitle: '"quoted" \\' })])
  await at.work()
  await at.apply([ingested('b', { newsTitle: `${title}again` })])
  await at.work()
  await at.site('SET GLOBAL sql_mode = DEFAULT')
  expect(await at.site('SELECT news_id, title FROM school_news ORDER BY news_id')).toEqual([
    { news_id: 'a', title: 'First' },
    { news_id: 'b', title: `${title}again` },
    { news_id: 'c', title: '"quoted" \\' },
  ])
})

it('a rule or a trigger of the table refuses its row alone', async () => {
  await using at = await box()
  await at.add()
  await at.site(`ALTER TABLE school_news ADD CONSTRAINT short CHECK (char_length(title) < 9);
    CREATE TRIGGER no_gala BEFORE INSERT ON school_news FOR EACH ROW
      IF new.title = 'Gala' THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'no gala'; END IF`)
  const named = (newsId: string, newsTitle: string) => ingested(newsId, { newsTitle })
  await at.apply([named('a', 'Short'), named('b', 'Much too long'), named('c', 'Gala'), named('d', 'Last')])
  await at.work()
  expect(await at.site('SELECT title FROM school_news ORDER BY news_id')).toEqual([
    { title: 'Short' },
    { title: 'Last' },
  ])
  expect((await at.admin.show(1)).follower).toMatchObject({ aside: 2, behind: 0 })
})

it('where the key of a table of one’s own takes two identifiers for the same, the second is put aside', async () => {
  await using at = await box()
  await at.add()
  await at.site('ALTER TABLE school_news MODIFY news_id VARCHAR(50) COLLATE utf8mb4_general_ci NOT NULL')
  await at.apply([ingested('Case', { newsTitle: 'Upper' })])
  await at.work()
  await at.apply([ingested('case', { newsTitle: 'Lower' })])
  await at.work()
  await at.apply([], ['case'])
  await at.work()
  expect(await at.site('SELECT news_id, title FROM school_news')).toEqual([
    { news_id: 'Case', title: 'Upper' },
  ])
})

it('a table in another database of the server is made there, and found', async () => {
  await using at = await box()
  await run('CREATE DATABASE IF NOT EXISTS elsewhere')
  const [user] = /site_\d+/.exec(at.address) ?? []
  await run(`GRANT ALL ON elsewhere.* TO ${user}@localhost`)
  await at.add({ table: 'elsewhere.school_news' })
  await at.apply([ingested('a')])
  await at.work()
  expect(await at.site('SELECT news_id FROM elsewhere.school_news')).toEqual([{ news_id: 'a' }])
})

it('a user who is locked out is a pause with the remedy; afterwards nothing is missing', async () => {
  await using at = await box()
  await at.add()
  await at.away(true)
  await at.apply([ingested('a')])
  await at.work()
  expect((await at.admin.show(1)).follower.lastFailure?.message).toMatch(/refuses this user|does not let/)
  await at.away(false)
  await at.live(24)
  expect(await at.site('SELECT news_id FROM school_news')).toEqual([{ news_id: 'a' }])
})
