/** The sub-commands of `schoolbell sync` before a scripted service; agents, and one of each, as processes of their own. */
import { spawn } from 'node:child_process'
import { once as onceEvent } from 'node:events'
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { call } from '../support/call.ts'
import { MAIN, run, start } from '../support/command.ts'
import { type Scratch, scratch } from '../support/scratch.ts'
import { failure, hang, startUpstream, success, type Upstream } from '../support/scripted-upstream.ts'
import { entry, news, unlessAsked } from '../sync-agent/support.ts'

let place: Scratch
let upstream: Upstream
let db: string
beforeEach(async () => {
  place = scratch()
  db = place.path('news.db')
  upstream = await startUpstream(news())
})
afterEach(async () => {
  await upstream.close()
  place[Symbol.dispose]()
})

const env = () => ({ SCHOOLBELL_DB: db, SCHOOLBELL_LANG: 'en-US', SCHOOLBELL_LOG_LEVEL: 'silent' })
const sync = (...args: string[]) => call(['sync', ...args], env())
const service = () => ['--service-url', `${upstream.url}/cms`]
/** The service has these, and says the same by whatever question. */
const serviceHas = (all: ReturnType<typeof entry>[], odd: unknown[] = []) =>
  upstream.answer(
    unlessAsked(news([...all, ...odd]), wanted => news(all.filter(({ newsId }) => wanted.includes(newsId)))),
  )
const entries = (count: number) => Array.from({ length: count }, (_, index) => entry(`n${index}`))
const storedIds = () => {
  const database = new Database(db, { readonly: true })
  const ids = database.prepare<[], string>('SELECT news_id FROM news ORDER BY news_id').pluck().all()
  database.close()
  return ids
}

describe('sync reconcile', () => {
  it('prints what differs as a table, puts it right, and needs no address twice', async () => {
    serviceHas([entry('a'), entry('b')])
    await sync('once', ...service())
    serviceHas([entry('a', { newsTitle: '風暴\u001b[31m Storm' }), entry('c')])
    const dry = await sync('reconcile', '--dry-run')
    expect(dry.code).toBe(0)
    expect(dry.output.split('\n').map(line => line.split(/ {2,}/))).toEqual([
      ['kind', 'stream', 'newsId', 'title'],
      ['changed', 'academy/en-US', 'a', '風暴 [31m Storm'],
      ['missing', 'academy/en-US', 'c', 'Title of c'],
      ['surplus', 'academy/en-US', 'b', 'Title of b'],
      ['academy/en-US', '3 differences, nothing written'],
      [''],
    ])
    expect(storedIds()).toEqual(['a', 'b'])
    const done = await sync('reconcile', '--json')
    expect(JSON.parse(done.output)).toMatchObject([{ outcome: 'done', applied: { deleted: 1 } }])
    expect(storedIds()).toEqual(['a', 'c'])
  })

  it('that would sweep much away ends with 1, the reason and the way to force it', async () => {
    serviceHas(entries(30))
    await sync('once', ...service())
    serviceHas([])
    const refused = await sync('reconcile')
    expect(refused.code).toBe(1)
    expect(refused.errors).toMatch(/^schoolbell: academy\/en-US refused[^\n]+no entry[^\n]+--force\n$/)
    expect(storedIds()).toHaveLength(30)
    expect((await sync('reconcile', '--force')).code).toBe(0)
    expect(storedIds()).toEqual([])
  })
})

describe('an agent that a restart would not help ends with 2', () => {
  // Promise: operate/exit-2
  it('because its store was moved', async () => {
    serviceHas(entries(1))
    await sync('once', ...service())
    const moved = await call(['sync', 'migrate', '--from', db, '--to', place.path('new.db')])
    expect(moved.code).toBe(0)
    const { code, errors } = await sync(...service(), '--port', '0')
    expect(code).toBe(2)
    expect(errors).toContain('this store was moved to ')
  })

  // Promise: operate/exit-2
  it('because the log beside its store is of another file', async () => {
    writeFileSync(`${db}-wal`, 'of another file')
    const { code, errors } = await sync(...service(), '--port', '0')
    expect(code).toBe(2)
    expect(errors).toContain('is the log of another file')
  })
})

it('makes no store in a folder that does not exist, except in the default one', async () => {
  serviceHas(entries(1))
  const folder = place.path('scholbell')
  const { code, errors } = await sync('once', ...service(), '--db', join(folder, 'news.db'))
  expect(code).toBe(1)
  expect(errors).toContain(`the folder ${folder} does not exist; correct the path, or make the folder first`)
  const status = await sync('status', '--db', join(folder, 'news.db'))
  expect(status.errors).toContain(`the folder ${folder} does not exist; name the agent’s store with --db\n`)
  expect(existsSync(folder)).toBe(false)
  const cwd = place.path('site')
  mkdirSync(cwd)
  const lang = { SCHOOLBELL_LANG: 'en-US' }
  expect(await run(['sync', 'once', ...service()], { cwd, env: lang })).toMatchObject({ code: 0 })
  expect(existsSync(join(cwd, '.schoolbell', 'news.db'))).toBe(true)
})

describe('sync quarantine', () => {
  it('lists, shows, asks again and forgets', async () => {
    expect((await sync('quarantine', 'list')).code).toBe(1)
    expect(existsSync(db)).toBe(false)
    serviceHas([entry('good')], [{ ...entry('odd'), newsTitle: 7 }, { newsTitle: 'no id' }])
    await sync('once', ...service())

    const [list, listed] = await Promise.all([
      sync('quarantine', 'list'),
      sync('quarantine', 'list', '--json'),
    ])
    expect(list.output).toMatch(/^id {2}stream +newsId +seen +last \(UTC\) +fault\n/)
    const all: { id: number; newsId?: string }[] = JSON.parse(listed.output)
    const odd = `${all.find(({ newsId }) => newsId === 'odd')?.id}`
    const nameless = `${all.find(({ newsId }) => newsId === undefined)?.id}`
    const [shown, asJson] = await Promise.all([
      sync('quarantine', 'show', odd),
      sync('quarantine', 'show', odd, '--json'),
    ])
    expect(shown.output).toContain('/newsTitle')
    expect(shown.output).toContain('"newsTitle": 7')
    expect(JSON.parse(asJson.output).raw).toContain('"newsTitle":7')

    serviceHas([entry('good'), entry('odd')])
    const retried = await sync('quarantine', 'retry', odd)
    expect(retried).toMatchObject({ code: 0, errors: '' })
    expect(retried.output).toContain('is valid now and is published')
    expect(storedIds()).toEqual(['good', 'odd'])
    const { code, output } = await sync('quarantine', 'drop', nameless, '--json')
    expect([code, JSON.parse(output)]).toEqual([0, { id: Number(nameless), dropped: true }])
    const [none, noNumber, ...unknown] = await Promise.all([
      sync('quarantine', 'list'),
      sync('quarantine', 'show', 'first'),
      ...['show', 'drop', 'retry'].map(order => sync('quarantine', order, odd)),
    ])
    expect(none.output).toBe('The quarantine is empty.\n')
    expect(noNumber.code).toBe(2)
    for (const { code, errors } of unknown) {
      expect(code).toBe(1)
      expect(errors).toMatch(/^schoolbell: entry \d+ is not in quarantine[^\n]+\n$/)
    }
  })

  it('names an entry without what a terminal would obey', async () => {
    serviceHas([], [{ newsId: 'a\u001b]0;own\u0007\u009b2J' }])
    await sync('once', ...service())
    for (const call of [['list'], ['show', '1'], ['retry', '1']]) {
      const { output } = await sync('quarantine', ...call)
      expect(output).toContain('a ]0;own 2J')
      expect(output.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
    }
  })
})

describe('sync remarks', () => {
  it('lists what was odd in published entries; status and doctor count them', async () => {
    serviceHas([entry('good')])
    await sync('once', ...service())
    expect((await sync('remarks', 'list')).output).toBe('There are no remarks.\n')
    expect((await sync('status')).output).not.toContain('remarks')

    serviceHas([], [{ ...entry('odd\u009b2J'), newsDate: 'soon\u0007', attachments: 7 }])
    await sync('once', ...service())
    const { output } = await sync('remarks', 'list')
    expect(output).toMatch(/^stream +newsId +field +came +done\n/)
    expect(output).toMatch(/odd 2J +\/newsDate +"soon\\u0007" +made from newsDateTime: \d{8}\n/)
    expect(output).toMatch(/\/attachments +7 +left out: not a list\n/)
    const listed = JSON.parse((await sync('remarks', 'list', '--json')).output)
    const which = { siteId: 'academy', lang: 'en-US', newsId: 'odd\u009b2J' }
    expect(listed).toMatchObject([
      { ...which, path: '/newsDate', came: '"soon\\u0007"' },
      { ...which, path: '/attachments', came: '7', done: 'left out: not a list' },
    ])
    expect((await sync('status')).output).toMatch(
      /^academy\/en-US: 1 entry with remarks: see [^:]* remarks\s+list$/m,
    )
    const { output: found } = await sync('doctor', '--json')
    expect(JSON.parse(found)).toContainEqual({
      check: 'remarks',
      result: 'warning',
      detail: expect.stringMatching(/^1 published entry has remarks: see .* remarks list$/),
    })
  })
})

describe('sync status, backup and doctor', () => {
  it('status fits 80 columns, and the copy made by backup tells the same', async () => {
    serviceHas(entries(3))
    await sync('once', ...service())
    await upstream.close()
    await sync('once', ...service())
    const { output } = await sync('status')
    expect(Math.max(...output.split('\n').map(line => line.length))).toBeLessThanOrEqual(80)
    expect(output).toMatch(/^academy\/en-US {2}failing \(1\) .* 3 +0 +0 /m)
    expect(output).toContain('last error ')
    expect(output).toContain('written by nobody now')

    const copy = place.path('copy.db')
    expect((await sync('backup', copy)).code).toBe(0)
    const again = await sync('backup', copy)
    expect(again).toMatchObject({ code: 1, output: '' })
    expect(again.errors).toContain('choose another name')
    const [one, two] = [await sync('status', '--json'), await sync('status', '--json', '--db', copy)]
    const withoutLag = (text: string) => text.replaceAll(/"(?:lag|age)Ms": [\d.]+/g, '')
    expect(withoutLag(two.output)).toBe(withoutLag(one.output))
  })

  // Promise: operate/backup-keep
  it('of the backups in a folder the newest stay, and the key of the webhooks goes there and comes back', async () => {
    serviceHas(entries(1))
    await sync('once', ...service())
    expect(await sync('webhooks', 'add', 'https://site.example/hook')).toMatchObject({ code: 0 })
    const folder = place.path('backups')
    const refused = async (path: string) => (await sync('backup', path, '--keep', '2')).errors
    expect(await refused(folder)).toMatch(/the folder .*backups does not exist; correct the path, or make it/)
    expect(await refused(place.path('news.db'))).toMatch(/news.db is no folder; --keep needs/)
    mkdirSync(folder)
    const older = ['news.db-20260101T000000Z', 'news.db-20260102T000000Z']
    const others = ['news.db-20260101T000000Z.txt', 'other.db-20260101T000000Z', 'news.db']
    for (const name of [...older, ...others, `${older[0]}.webhook-key`]) writeFileSync(join(folder, name), '')
    const kept = await sync('backup', folder, '--keep', '2')
    expect(kept).toMatchObject({ code: 0, errors: '' })
    const [copied, removed] = kept.output.split('\n')
    const [, copy = ''] =
      /copied to (\S+Z), and the key of its webhooks to \S+Z\.webhook-key$/.exec(copied ?? '') ?? []
    expect(removed).toBe(`removed ${join(folder, older[0] ?? '')}`)
    expect(readdirSync(folder).toSorted()).toEqual(
      [...others, older[1], basename(copy), `${basename(copy)}.webhook-key`].toSorted(),
    )
    const key = readFileSync(`${db}.webhook-key`, 'utf8')
    expect(statSync(`${copy}.webhook-key`).mode & 0o777).toBe(0o600)

    for (const file of [db, `${db}.webhook-key`]) rmSync(file)
    const restored = await sync('restore', copy)
    expect(restored.output).toContain('the key of its webhooks is the backup’s\n')
    expect(readFileSync(`${db}.webhook-key`, 'utf8')).toBe(key)
    writeFileSync(`${db}.webhook-key`, 'another')
    expect((await sync('restore', copy)).output).toContain(
      'the one that was there; that of the backup is another one',
    )
    expect(readFileSync(`${db}.webhook-key`, 'utf8')).toBe('another')
  })

  // Promise: operate/copied-over
  it('a killed agent starts on no backup that was copied over its file, and on one that restore puts there', async () => {
    const kept = place.path('kept.db')
    serviceHas(entries(1))
    await sync('once', ...service())
    await sync('backup', kept)
    serviceHas(entries(2))
    await using killed = start(['sync', ...service(), '--port', '0', '--schedule', '* * * * * *'], {
      env: env(),
    })
    await killed.nextLine()
    await expect.poll(storedIds, { message: 'both are copied' }).toHaveLength(2)
    await killed.stop('SIGKILL')

    copyFileSync(kept, db)
    const refused = await run(['sync', ...service()], { env: env() })
    expect(refused.code).toBe(2)
    expect(refused.errors).toMatch(/^schoolbell: \S+news\.db-wal is the log of another file.* sync restore/)
    const restored = await sync('restore', kept)
    expect(restored).toMatchObject({ code: 0, errors: '' })
    expect(restored.output).toMatch(
      /^\S+news\.db is \S+kept\.db now; last change: 1, last copied: 20\d\d-\S+Z\nwhat was there is in \S+news\.db\.before-\d{8}T\d{6}\.\d{3}Z\nstart the agent, /,
    )
    expect(storedIds()).toEqual(['n0'])
    await sync('once', ...service())
    expect(storedIds()).toEqual(['n0', 'n1'])
  })

  // Promise: operate/db-password
  it.each(['postgres:clerk:sesame@db.example/school', 'POSTGRES://clerk:sesame@db.example/school'])(
    'a password is not shown as part of a file’s name: %s',
    async address => {
      for (const args of [
        ['status', '--db', address],
        ['migrate', '--from', address, '--to', db],
      ]) {
        const refused = await sync(...args)
        expect(refused).toMatchObject({ code: 2, output: '' })
        expect(refused.errors).toContain('neither a file nor an address of PostgreSQL')
        expect(refused.errors).not.toContain('sesame')
      }
    },
  )

  // Promise: operate/errors
  it('a fault of the store or the service, and a copy that is not well, end with the guide that says what to do', async () => {
    const readOn = /\nWhat to do: (.*fix\.md)\n$/
    writeFileSync(place.path('notes.db'), 'no database at all '.repeat(100))
    const foreign = await sync('status', '--db', place.path('notes.db'))
    const [, guide = ''] = readOn.exec(foreign.errors) ?? []
    expect(readFileSync(guide, 'utf8')).toMatch(/^# /)
    await sync('once', ...service())
    expect((await sync('status')).output).not.toMatch(readOn)
    upstream.answer(failure('D20000', 'unknown exception'))
    await sync('once', ...service())
    expect((await sync('status')).output).toMatch(readOn)
    expect((await sync('status', '--nothing')).errors).not.toMatch(readOn)
  })

  it('an address of the service that is missing may come from the store', async () => {
    expect(await sync('doctor')).toMatchObject({
      code: 2,
      errors: expect.stringContaining(
        "'--service-url <url>' not specified; or name the agent’s store with --db, which knows it\n",
      ),
    })
  })

  // Promise: operate/status
  it('status --check is one line on standard output, and an exit code', async () => {
    expect(await sync('status', '--check')).toEqual({
      ...{ code: 1, errors: '' },
      output: `not well: ${db} does not exist; name the agent’s store with --db\n`,
    })
    expect(existsSync(db)).toBe(false)
    serviceHas(entries(3))
    await sync('once', ...service())
    const well = await sync('status', '--check')
    expect(well).toMatchObject({ code: 0, errors: '' })
    expect(well.output).toMatch(/^well: academy\/en-US copied \d+ s ago\n$/)
    const database = new Database(db)
    database.exec('UPDATE stream SET last_success_at = last_success_at - 16 * 60000')
    database.close()
    const old = await sync('status', '--check')
    expect(old.output).toBe('not well: academy/en-US copied 16 min ago\n')
    expect(old.code).toBe(1)
    await upstream.close()
    await sync('once', ...service())
    const failing = await sync('status', '--check', '--json')
    expect(failing.code).toBe(1)
    expect(JSON.parse(failing.output)).toEqual({
      well: false,
      line: expect.stringMatching(/^academy\/en-US failing \(1\), copied 16 min ago: .*cannot be reached/),
    })
  })

  // Promise: operate/doctor
  it('doctor prints a table and ends with 0 when all that is needed works, with 1 when not', async () => {
    upstream.answer(success({ newsList: [], delNewsIds: [] }))
    const well = await sync('doctor', ...service())
    expect(well).toMatchObject({ code: 0, errors: '' })
    expect(well.output).toMatch(/^check +result +detail\nreaches the service +ok +HTTP 200 in \d+ ms\n/)
    expect(well.output).toMatch(/^known newsIDs +cannot tell +the service lists no entry to ask for$/m)
    expect(Math.max(...well.output.split('\n').map(line => line.length))).toBeLessThanOrEqual(80)
    const findings = JSON.parse((await sync('doctor', '--json', ...service())).output)
    expect(findings[0]).toMatchObject({ check: 'reaches the service', result: 'ok' })
    await upstream.close()
    const gone = await sync('doctor', ...service())
    expect(gone.code).toBe(1)
    expect(gone.output).toContain('broke the connection off')
    expect(existsSync(db)).toBe(false)
  })
})

describe('a running agent', () => {
  const daemon = (more: string[] = [], moreEnv: Record<string, string> = {}) =>
    start(['sync', ...service(), '--port', '0', ...more], { env: { ...env(), ...moreEnv } })

  // Promise: operate/stops
  it('told to stop while the service hangs ends with 0, and the store is as it was', async () => {
    serviceHas(entries(3))
    await sync('once', ...service())
    const asked = Promise.withResolvers<void>()
    upstream.answer((response, request) => {
      // Half an answer, and then nothing.
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('{"txID":"t","code":"D00000","message":"","content":{"newsList":[')
      response.write(`${JSON.stringify(entry('half'))},`, () => asked.resolve())
      hang(response, request)
    })
    await using agent = daemon()
    await agent.nextLine()
    await asked.promise
    expect(await agent.stop('SIGTERM')).toEqual({ code: 0, signal: null })
    expect(storedIds()).toEqual(['n0', 'n1', 'n2'])
    const database = new Database(db)
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
    database.close()
    expect((await sync('status')).output).toContain('written by nobody now')
  })

  it('one pass that Ctrl-C cancels ends with 1 and says so, and gives the lease back', async () => {
    const asked = Promise.withResolvers<void>()
    upstream.answer(() => asked.resolve())
    await using once = start(['sync', 'once', ...service()], { env: env() })
    await asked.promise
    once.process.kill('SIGINT')
    expect(await once.nextLine()).toContain('failed: cancelled')
    expect(await once.ended).toEqual({ code: 1, signal: null })
    expect((await sync('status')).output).toContain('written by nobody now')
  })

  it('logs to systemd’s journal with priorities, in the form that is asked for', async () => {
    await upstream.close()
    const file = place.path('journal')
    const journal = openSync(file, 'w')
    const { dev, ino } = fstatSync(journal)
    const once = spawn(process.execPath, [MAIN, 'sync', 'once', ...service(), '--log-format', 'logfmt'], {
      stdio: ['ignore', 'ignore', journal],
      env: { ...process.env, ...env(), SCHOOLBELL_LOG_LEVEL: 'info', JOURNAL_STREAM: `${dev}:${ino}` },
    })
    closeSync(journal)
    await onceEvent(once, 'close')
    expect(readFileSync(file, 'utf8')).toMatch(
      /^(<[34]>time=\S+Z level=(warn|error) msg=.* siteId=academy lang=en-US .*\n)+$/,
    )
  })

  // Promise: operate/systemd
  it('tells systemd when it is up, that it lives, and that it stops', async () => {
    const told = place.path('told')
    const program = place.path('systemd-notify')
    writeFileSync(program, `#!/bin/sh\necho "$NOTIFY_SOCKET $*" >> '${told}'\n`)
    chmodSync(program, 0o755)
    serviceHas(entries(1))
    await using agent = daemon([], {
      PATH: `${place.folder}:${process.env.PATH}`,
      NOTIFY_SOCKET: '/run/example/notify',
      WATCHDOG_USEC: '100000',
    })
    const address = await agent.nextLine()
    const lines = () => (existsSync(told) ? readFileSync(told, 'utf8') : '')
    // Each line is written by a process of its own.
    const isTold = (text: string) => expect.poll(lines).toContain(text)
    await isTold(`/run/example/notify READY=1 STATUS=serving at ${address}`)
    await isTold(`STATUS=serving current news at ${address}`)
    await isTold('WATCHDOG=1')
    expect(await (await fetch(`${address}/readyz`)).json()).toEqual({ status: 'ready' })
    expect(await (await fetch(`${address}/metrics`)).text()).toContain('schoolbell_sync_lease_held 1')
    expect(await agent.stop()).toEqual({ code: 0, signal: null })
    await isTold('STOPPING=1')
  })
})
