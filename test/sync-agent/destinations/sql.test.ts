/** A table of the site's own database is kept equal to the news, whatever becomes of it meanwhile. */
import { once } from 'node:events'
import { chmodSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openFollowerAdmin } from '../../../sync-agent/index.ts'
import { listNews } from '../../../sync-agent/store/reading.ts'
import { scratch } from '../../support/scratch.ts'
import { serve } from '../../support/serve.ts'
import { onPostgres, runsOf } from '../database.ts'
import { ACADEMY, ACADEMY_ZH, ingested, PRE_SCHOOL } from '../support.ts'
import { connectedTo, postgresSite, SIGNAL, type TableBox, tableBox } from './support.ts'

const titles = async (box: TableBox, table = 'school_news') =>
  (await box.site(`SELECT news_id, title FROM ${table} ORDER BY news_id`)).map(
    row => `${row.news_id} ${row.title}`,
  )

const titled = (newsId: string, newsTitle: string) => ingested(newsId, { newsTitle })

it('an entry is a row with a column for each field, and all of it as JSON', async () => {
  await using box = await tableBox()
  await box.add()
  await box.apply([
    ingested('a', {
      newsTitle: 'Gala \u{1f389} 游泳\0',
      newsDate: '20260831',
      newsDateTime: '20260831183000',
    }),
  ])
  await box.work()
  const [row] = await box.site('SELECT * FROM school_news')
  expect(row).toMatchObject({
    site_id: 'academy',
    lang: 'en-US',
    news_id: 'a',
    title: 'Gala \u{1f389} 游泳\ufffd',
  })
  const day = onPostgres ? "to_char(news_date, 'YYYY-MM-DD')" : 'news_date'
  const time = onPostgres
    ? 'to_char(published_at AT TIME ZONE \'UTC\', \'YYYY-MM-DD"T"HH24:MI:SS"Z"\')'
    : 'published_at'
  const item = onPostgres ? "entry ->> 'publishedAt'" : "json_extract(entry, '$.publishedAt')"
  expect(await box.site(`SELECT ${day} AS day, ${time} AS time, ${item} AS item FROM school_news`)).toEqual([
    { day: '2026-08-31', time: '2026-08-31T10:30:00Z', item: '2026-08-31T18:30:00+08:00' },
  ])
})

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ put: fc.constantFrom('a', 'b', 'c', 'd', 'd '), title: fc.nat(5) }) },
  { weight: 3, arbitrary: fc.record({ remove: fc.constantFrom('a', 'b', 'c', 'd', 'd ') }) },
  { weight: 2, arbitrary: fc.record({ away: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ refuses: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ hours: fc.double({ min: 0.001, max: 30, noNaN: true }) }) },
  { weight: 1, arbitrary: fc.record({ rewind: fc.boolean() }) },
)

// Promise: operate/sql-rows
it('in the end the rows are the entries, after any order of changes, refusals and absences', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async steps => {
      await using box = await tableBox()
      await using followers = await openFollowerAdmin(box.db, box.clock)
      await box.add()
      const state = { away: false, refuses: false }
      const set = async ({ away, refuses }: typeof state) => {
        if (state.away && !away) await box.away(false)
        if (state.refuses !== refuses && !(state.away && away)) {
          await box.site(refuses ? RULE : UNRULE)
          state.refuses = refuses
        }
        if (!state.away && away) await box.away(true)
        state.away = away
      }
      for (const each of steps) {
        if ('put' in each) await box.apply([titled(each.put, `${each.title}`)])
        else if ('remove' in each) await box.apply([], [each.remove])
        else if ('away' in each) await set({ ...state, away: each.away })
        else if ('refuses' in each) await set({ ...state, refuses: each.refuses })
        else if ('hours' in each) await box.live(each.hours)
        else await followers.rewind('sql-1', each.rewind ? undefined : 0)
      }
      await set({ away: false, refuses: false })
      await box.live(24 * 4)
      expect(await box.admin.show(1)).toMatchObject({ follower: { behind: 0, aside: 0 } })
      const { entries } = await listNews(box.store, { ...ACADEMY, limit: 99 })
      expect(await titles(box)).toEqual(
        entries
          .toSorted((a, b) => (a.newsId < b.newsId ? -1 : 1))
          .map(({ newsId, title }) => `${newsId} ${title}`),
      )
    }),
    { numRuns: runsOf(15) },
  )
})

/** The site refuses titles with a 3. */
const RULE = onPostgres
  ? "ALTER TABLE school_news ADD CONSTRAINT no_three CHECK (title <> '3') NOT VALID"
  : "CREATE TRIGGER no_three BEFORE INSERT ON school_news WHEN new.title = '3' BEGIN SELECT RAISE(ABORT, 'no three'); END; CREATE TRIGGER no_three_again BEFORE UPDATE ON school_news WHEN new.title = '3' BEGIN SELECT RAISE(ABORT, 'no three'); END"
const UNRULE = onPostgres
  ? 'ALTER TABLE school_news DROP CONSTRAINT no_three'
  : 'DROP TRIGGER no_three; DROP TRIGGER no_three_again'

it('a row that the table refuses is put aside with the database’s words, and the others are written', async () => {
  await using box = await tableBox()
  await box.add()
  await box.site(RULE)
  await box.apply([titled('a', '1'), titled('b', '3'), titled('c', '2')])
  await box.work()
  expect(await titles(box)).toEqual(['a 1', 'c 2'])
  await using followers = await openFollowerAdmin(box.db, box.clock)
  expect(await followers.aside('sql-1', 9)).toMatchObject([
    { newsId: 'b', reason: expect.stringMatching(/^school_news refuses the row: .*no.three/) },
  ])
  await box.site(UNRULE)
  await box.admin.resume(1)
  await box.work()
  expect(await titles(box)).toEqual(['a 1', 'b 3', 'c 2'])
})

// Promise: operate/sql-own
it('columns and rows of the site’s own stay as they are', async () => {
  await using box = await tableBox()
  await box.add()
  await box.apply([titled('a', 'First')])
  await box.work()
  await box.site('ALTER TABLE school_news ADD COLUMN pinned INTEGER')
  await box.site(
    "UPDATE school_news SET pinned = 1; INSERT INTO school_news SELECT site_id, lang, 'own', title, html, news_date, published_at, cover_url, thumbnail_url, attachments, entry, seq, 7 FROM school_news",
  )
  await box.apply([titled('a', 'Second')])
  await box.admin.copy(1, SIGNAL)
  await box.work()
  expect(await box.site('SELECT news_id, title, pinned FROM school_news ORDER BY news_id')).toEqual([
    { news_id: 'a', title: 'Second', pinned: 1 },
    { news_id: 'own', title: 'First', pinned: 7 },
  ])
})

it('with its rows a table loses those that the agent has written, and no others', async () => {
  await using box = await tableBox()
  await box.add()
  await box.apply([titled('a', 'A'), titled('b', 'B')])
  await box.work()
  await box.site(OWN_ROW)
  await box.admin.pause(1)
  await box.apply([], ['b'])
  expect(await box.admin.remove(1, true, SIGNAL)).toBe(2)
  expect(await titles(box)).toEqual(['own A'])
})

const OWN_ROW = `INSERT INTO school_news SELECT site_id, lang, 'own', title, html, news_date, published_at, cover_url,
  thumbnail_url, attachments, entry, seq FROM school_news WHERE news_id = 'a'`

it('an agent that another one has replaced writes nothing more', async () => {
  await using box = await tableBox()
  await box.add()
  await box.apply([titled('a', 'A')])
  await box.work()
  await box.lead()
  await box.apply([titled('a', 'Newer'), titled('b', 'B')])
  await box.work()
  expect(await titles(box)).toEqual(['a A'])
  expect((await box.admin.show(1)).follower).toMatchObject({ behind: 2, failuresInARow: 0 })
})

it('a connection that the server ends in the middle of a batch is a pause, and the agent lives', async () => {
  await using box = await tableBox(postgresSite)
  await box.add()
  const db = box.address.replace('?sslmode=disable', '')
  await using other = await connectedTo(db)
  await other.query('BEGIN; LOCK TABLE school_news IN EXCLUSIVE MODE')
  await box.apply([titled('a', 'A')])
  const worked = box.work()
  const waiting =
    "SELECT pid FROM pg_stat_activity WHERE application_name = 'schoolbell' AND wait_event_type = 'Lock'"
  await expect.poll(async () => (await box.site(waiting)).length).toBe(1)
  await box.site(`SELECT pg_terminate_backend(pid) FROM (${waiting}) AS it`)
  await worked
  expect((await box.admin.show(1)).follower.lastFailure?.message).toMatch(
    /^the database \w+ at \S+ does not answer/,
  )
  await other.query('COMMIT')
  await box.live(1)
  expect(await titles(box)).toEqual(['a A'])
})

it('what listens at the address and is no PostgreSQL is told as that', async () => {
  await using box = await tableBox()
  await using website = await serve((_request, response) => response.end())
  const address = `postgres://me@${new URL(website.origin).host}/news`
  await expect(box.add({ address })).rejects.toThrow(
    /^the database news at 127\.0\.0\.1:\d+ does not answer as PostgreSQL does; check host and port \(/,
  )
})

it('the agent’s own store, and a table that is there in another spelling, are refused', async () => {
  await using box = await tableBox()
  await box.add()
  const again = box.address.startsWith('sqlite:')
    ? box.address.replace('sqlite:', 'sqlite://')
    : box.address.replace('?sslmode=disable', '')
  await expect(box.add({ address: again })).rejects.toThrow(/^sql-1 has this table already/)
  if (box.db.startsWith('/'))
    await expect(box.add({ address: `sqlite:${box.db}`, table: 'other' })).rejects.toThrow(
      /is the agent’s own store/,
    )
})

it('deleted entries go, or stay with the time of their deletion where that is wanted', async () => {
  await using box = await tableBox()
  await box.add()
  await box.add({ table: 'history', keepsDeleted: true })
  await box.apply([titled('a', 'A'), titled('b', 'B')])
  await box.work()
  await box.apply([], ['a'])
  await box.work()
  expect(await titles(box)).toEqual(['b B'])
  const gone = async () =>
    (await box.site('SELECT news_id FROM history WHERE deleted_at IS NOT NULL')).map(row => row.news_id)
  expect([await titles(box, 'history'), await gone()]).toEqual([['a A', 'b B'], ['a']])
  await box.apply([titled('a', 'Again')])
  await box.work()
  expect([await titles(box, 'history'), await gone()]).toEqual([['a Again', 'b B'], []])
})

it('a table has the sites and languages that it is for', async () => {
  await using box = await tableBox()
  await box.add({ siteIds: ['academy'], langs: ['zh-HK'] })
  for (const stream of [ACADEMY, ACADEMY_ZH, PRE_SCHOOL])
    await box.apply([titled(stream.lang, 'It')], [], stream)
  await box.work()
  expect(await titles(box)).toEqual(['zh-HK It'])
})

it('a table of another shape is refused with the statements that complete it, and not changed', async () => {
  await using box = await tableBox()
  await box.site('CREATE TABLE school_news (site_id TEXT, lang TEXT, news_id TEXT, title TEXT, html TEXT)')
  await expect(box.add()).rejects.toMatchObject({
    code: 'DESTINATION_OPTION_INVALID',
    message: expect.stringMatching(
      /^the table school_news is there, without news_date, published_at, .*ALTER TABLE school_news ADD COLUMN news_date/,
    ),
  })
  expect(await box.admin.list()).toEqual([])
  await box.site('DROP TABLE school_news')
  expect(await box.add()).toMatchObject({ tableWas: 'made' })
})

it('a table that is gone is said with the remedy, which brings all of it back', async () => {
  await using box = await tableBox()
  await box.add()
  await box.apply([titled('a', 'A')])
  await box.work()
  await box.site('DROP TABLE school_news')
  await box.apply([titled('b', 'B')])
  await box.work()
  const { follower } = await box.admin.show(1)
  expect(follower).toMatchObject({
    behind: 1,
    lastFailure: { message: expect.stringMatching(/school_news is gone .*schoolbell sync sql copy 1/) },
  })
  await box.admin.copy(1, SIGNAL)
  await box.work()
  expect(await titles(box)).toEqual(['a A', 'b B'])
})

it('what changes in a pause is written after it; with the table its rows can go', async () => {
  await using box = await tableBox()
  await box.add()
  await box.admin.pause(1)
  await box.apply([titled('a', 'A')])
  await box.work()
  expect(await titles(box)).toEqual([])
  await box.admin.resume(1)
  await box.work()
  expect(await titles(box)).toEqual(['a A'])
  expect(await box.admin.remove(1, true, SIGNAL)).toBe(1)
  expect([await titles(box), await box.admin.list()]).toEqual([[], []])
})

it.each(['postgres', 'mysql'])(
  'a %s server that says nothing is left when the call is cancelled',
  async engine => {
    const came = Promise.withResolvers<Socket>()
    await using server = createServer(socket => came.resolve(socket.resume())).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    await using box = await tableBox()
    const cancel = new AbortController()
    const added = box.admin.add(
      {
        ...{
          address: `${engine}://site@127.0.0.1:${port}/school`,
          table: 'school_news',
          keepsDeleted: false,
        },
        ...{ passwordFile: undefined, siteIds: undefined, langs: undefined },
      },
      cancel.signal,
    )
    const left = once(await came.promise, 'close')
    cancel.abort(new Error('cancelled'))
    await expect(added).rejects.toThrow('cancelled')
    await left
  },
)

it.each(['postgres', 'mysql'])(
  'a file with the password of %s that every user of the machine can read is refused',
  async engine => {
    await using box = await tableBox()
    using files = scratch()
    const passwordFile = files.path('password')
    writeFileSync(passwordFile, 'secret\n', { mode: 0o600 })
    chmodSync(passwordFile, 0o604)
    const table = { table: 'school_news', keepsDeleted: false, siteIds: undefined, langs: undefined }
    // Nothing listens there.
    const address = `${engine}://site@127.0.0.1:1/school`
    await expect(box.admin.add({ ...table, address, passwordFile }, SIGNAL)).rejects.toThrow(
      /password, the password, cannot be used: every user of this machine can read it; run chmod o= on it$/,
    )
  },
)

// Promise: operate/db-password
it.each([
  ['postgres://site:secret@db.example/school', /must not hold a password, .*--password-file/],
  ['mysql://site@db.example/sch?x=se/cret@db', /must not hold a password/],
  ['mysql://site:se/cret@db.example/school', /is none that is known/],
  ['mysql://site@db.example', /names no database/],
  [
    'sqlite:///nowhere/site.db',
    /^the file \/nowhere\/site.db cannot be used: it does not exist; make it first/,
  ],
  ['mysql://site@db.example/school?passwd=secret', /must not hold a password/],
  ['mysql://site@db.example/school?ssl_ca=ca.pem', /has the parameter ssl_ca; known are socket and ssl-ca/],
  ['mysql://site@db.example/a%zz', /has a % that is no escape/],
  ['mongodb://db.example/school', /is none that is known: postgres:.*mysql:.*sqlite:/],
])('%s is refused in a sentence without secrets', async (address, message) => {
  await using box = await tableBox()
  const error = await box.add({ address }).catch((reason: Error) => reason)
  expect(error).toMatchObject({ name: 'DestinationError', message: expect.stringMatching(message) })
  expect(`${error}`).not.toMatch(/se\/?cret/)
})
