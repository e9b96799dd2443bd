/** How an agent reaches its database: TLS as libpq has it, passwords that no argument holds, and what happens while it is away. */

import { writeFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { codeOf } from '../../../shared/error-code.ts'
import type { SyncAgent } from '../../../sync-agent/index.ts'
import { lastSeq } from '../../../sync-agent/store/change-marks.ts'
import { beatLease, readLease, takeLease } from '../../../sync-agent/store/fence.ts'
import { openStore } from '../../../sync-agent/store/open.ts'
import { postgresAddress } from '../../../sync-agent/store/postgres/address.ts'
import { connectionsTo } from '../../../sync-agent/store/postgres/connections.ts'
import { openPostgres } from '../../../sync-agent/store/postgres/engine.ts'
import { CERTIFICATES, SELF_SIGNED } from '../../support/bad-certificates.ts'
import { call } from '../../support/call.ts'
import { run, start } from '../../support/command.ts'
import { pass, refuseTls, relayTo, silentRelay } from '../../support/postgres/relay.ts'
import { type Scratch, scratch } from '../../support/scratch.ts'
import { startUpstream } from '../../support/scripted-upstream.ts'
import { execute, newDatabase } from '../database.ts'
import { agentBefore, entry, getJson, logLines, news } from '../support.ts'

let files: Scratch
let db: string
/** The same, under the name in its certificate. */
let named: string
beforeAll(async () => {
  files = scratch()
  db = await newDatabase()
  named = db.replace('127.0.0.1', 'localhost')
  await (await openStore(db)).close()
})
afterAll(() => files[Symbol.dispose]())

/** Whether all that an agent has open to the database is encrypted. */
async function hasTls(): Promise<unknown> {
  const [row] = await execute(
    db,
    `SELECT bool_and(ssl) AS ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
     WHERE application_name = 'schoolbell' AND datname = current_database()`,
  )
  return row?.ssl
}

/** @returns whether the connection is encrypted, or what is wrong */
async function encrypted(address: string): Promise<unknown> {
  try {
    const store = await openStore(address)
    const isEncrypted = await hasTls()
    await store.close()
    return isEncrypted
  } catch (error) {
    return `${Object(error).code} ${Object(error).message}`
  }
}

const certificate = (name: 'authority' | 'strangers') => {
  const path = files.path(`${name}.pem`)
  writeFileSync(path, name === 'authority' ? CERTIFICATES.authority : SELF_SIGNED.cert)
  return encodeURIComponent(path)
}

describe('TLS', () => {
  it.each([
    ['', true],
    ['sslmode=disable', false],
    ['sslmode=allow', true],
    ['sslmode=prefer', true],
    ['sslmode=require', true],
  ])('"%s" asks for no certificate', async (mode, isEncrypted) => {
    expect(await encrypted(`${db}?${mode}`)).toBe(isEncrypted)
  })

  // Promise: operate/tls
  it('verify-ca compares the authority, verify-full the name as well, and require with an authority is verify-ca', async () => {
    const [ours, theirs] = [certificate('authority'), certificate('strangers')]
    expect(await encrypted(`${named}?sslmode=verify-full&sslrootcert=${ours}`)).toBe(true)
    expect(await encrypted(`${db}?sslmode=verify-full&sslrootcert=${ours}`)).toMatch(
      /^STORE_UNREACHABLE.*127\.0\.0\.1/,
    )
    expect(await encrypted(`${db}?sslmode=verify-ca&sslrootcert=${ours}`)).toBe(true)
    expect(await encrypted(`${db}?sslmode=verify-ca&sslrootcert=${theirs}`)).toMatch(/^STORE_UNREACHABLE/)
    expect(await encrypted(`${db}?sslmode=require&sslrootcert=${theirs}`)).toMatch(/^STORE_UNREACHABLE/)
    expect(await encrypted(`${named}?sslmode=verify-full`)).toMatch(/^STORE_UNREACHABLE.*certificate/)
    expect(await encrypted(`${db}?sslmode=verify-ca`)).toMatch(/requires specifying a CA with sslrootcert/)
    expect(await encrypted(`${db}?sslmode=require&sslrootcert=/no/such.pem`)).toMatch(
      /such\.pem.*does not exist/,
    )
    expect(await encrypted(`${db}?sslmode=required`)).toMatch(/has the sslmode required; known are disable/)
  })

  // Promise: operate/tls
  it('prefer takes a server without TLS, require does not', async () => {
    await using plain = await relayTo(db, refuseTls)
    expect(await encrypted(plain.db)).toBe(false)
    expect(await encrypted(`${plain.db}?sslmode=require`)).toMatch(/^STORE_UNREACHABLE.*does not support SSL/)
  })

  it('prefer takes it for all who wait for a first connection', async () => {
    await using plain = await relayTo(db, refuseTls)
    const engine = await openPostgres(plain.db)
    const waiting = [1, 2, 3].map(() => engine.writeAside(db => sql`SELECT 1`.execute(db)))
    const ends = await Promise.allSettled(waiting)
    await engine.close()
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
  })

  it('prefer asks at each connection: after a fail-over, the server may have TLS no more, and then again', async () => {
    let isRefused = false
    await using changing = await relayTo(db, (...ends) => (isRefused ? refuseTls : pass)(...ends))
    const store = await openStore(changing.db)
    await lastSeq(store.reading)
    expect(await hasTls()).toBe(true)
    isRefused = true
    changing.close()
    await changing.open()
    await lastSeq(store.reading)
    expect(await hasTls()).toBe(false)
    await store.close()
  })
})

describe('a server', () => {
  it('is reached by its Unix socket', async () => {
    const [settings] = await execute(db, "SELECT current_setting('unix_socket_directories') AS folder")
    const { pathname, port } = new URL(db)
    const socket = encodeURIComponent(`${settings?.folder}`)
    const store = await openStore(`postgres://postgres@localhost${pathname}?host=${socket}&port=${port}`)
    const connected = await execute(
      db,
      "SELECT client_addr FROM pg_stat_activity WHERE application_name = 'schoolbell' AND datname = current_database()",
    )
    expect(connected).toContainEqual({ client_addr: null })
    await store.close()
  })

  it('older than 15 is refused, by name and version, and 15 is not', async () => {
    const old = await newDatabase()
    // What such a server says of itself.
    await execute(
      old,
      `CREATE SCHEMA older;
       CREATE FUNCTION older.current_setting(name text) RETURNS text LANGUAGE sql RETURN
         CASE name WHEN 'server_version_num' THEN '140019' ELSE pg_catalog.current_setting(name) END;
       DO $$ BEGIN
         EXECUTE format('ALTER DATABASE %I SET search_path = older, pg_catalog', current_database());
       END $$`,
    )
    expect(await encrypted(old)).toMatch(
      /^STORE_UNUSABLE.*\(schema schoolbell\) at 127\.0\.0\.1:\d+ runs on PostgreSQL 14; schoolbell needs 15 or newer/,
    )
    await execute(
      old,
      `CREATE OR REPLACE FUNCTION older.current_setting(name text) RETURNS text LANGUAGE sql RETURN
         CASE name WHEN 'server_version_num' THEN '150000' ELSE pg_catalog.current_setting(name) END`,
    )
    const store = await openStore(old)
    await store.close()
  })
})

it('a database whose encoding lacks letters is refused, with the command that makes a better one', async () => {
  await execute(
    db,
    "CREATE DATABASE western ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' LOCALE_PROVIDER libc TEMPLATE template0",
  )
  expect(await encrypted(db.replace(/[^/]+$/, 'western'))).toMatch(
    /^STORE_UNUSABLE.*has the encoding LATIN1.*createdb --encoding=UTF8/,
  )
})

it('a server with fewer connections than the agent may open serves all visitors with those', async () => {
  await execute(db, 'CREATE ROLE few LOGIN CONNECTION LIMIT 5; CREATE SCHEMA few AUTHORIZATION few')
  const store = await openStore(`${db.replace('postgres@', 'few@')}?schema=few`)
  const token = (await takeLease(store, 'a', await readLease(store.reading))) ?? 0
  // Each of its three kinds of connections is in use.
  await beatLease(store, token)
  const visits = Array.from({ length: 30 }, () => lastSeq(store.reading))
  expect(new Set(await Promise.all(visits))).toEqual(new Set([0]))
  await store.close()
})

it('while a server takes no new connection of the agent’s user, those that are open serve all visitors', async () => {
  await execute(db, 'CREATE ROLE leaving LOGIN; CREATE SCHEMA leaving AUTHORIZATION leaving')
  const store = await openStore(`${db.replace('postgres@', 'leaving@')}?schema=leaving`)
  await lastSeq(store.reading)
  await execute(db, 'ALTER ROLE leaving NOLOGIN')
  const visits = () => Array.from({ length: 30 }, () => lastSeq(store.reading).catch(codeOf))
  expect(new Set(await Promise.all(visits()))).toEqual(new Set([0]))
  await execute(db, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'leaving'")
  // None is open: no visitor waits for that of another, who is refused as well.
  expect(new Set(await Promise.all(visits()))).toEqual(new Set(['STORE_REFUSED']))
  await execute(db, 'ALTER ROLE leaving LOGIN')
  expect(new Set(await Promise.all(visits()))).toEqual(new Set([0]))
  await store.close()
})

it('a store that is dropped while the agent runs is away, and the log says what to do', async () => {
  await using upstream = await startUpstream(news([entry('a')]))
  const dropped = await newDatabase()
  const log = logLines()
  await using agent = await agentBefore(upstream, dropped, { logger: log.logger })
  const address = await agent.listen()
  await agent.syncOnce()
  await execute(dropped, 'DROP SCHEMA schoolbell CASCADE')
  expect((await fetch(`${address}/v1/news?q=a`)).status).toBe(503)
  // Once a look has found it gone as well.
  const said = expect.objectContaining({
    msg: expect.stringMatching(/has no store any more.*put a backup in its place/),
  })
  await expect.poll(() => log.lines).toContainEqual(said)
})

describe('a role that owns nothing but its schema', () => {
  const asGuarded = () => db.replace('postgres@', 'guarded@')
  beforeAll(async () => {
    const name = db.slice(db.lastIndexOf('/') + 1)
    await execute(
      db,
      `CREATE ROLE guarded LOGIN PASSWORD 'sesame, öffne dich'; CREATE SCHEMA own AUTHORIZATION guarded;
       REVOKE ALL ON DATABASE ${name} FROM PUBLIC; GRANT CONNECT ON DATABASE ${name} TO guarded`,
    )
  })

  // Promise: operate/role
  it('is all that the store needs; its password is in a file, which may change, or in the environment', async () => {
    const word = 'sesame, öffne dich'
    const file = files.path('password')
    writeFileSync(files.path('empty'), '\n')
    writeFileSync(files.path('pgpass'), `*:*:*:guarded:${word}\n`, { mode: 0o600 })
    const own = ['--db', asGuarded(), '--db-schema', 'own']
    const status = ['sync', 'status', ...own]
    const inFile = ['--db-password-file', file]
    const add = ['sync', 'webhooks', 'add', 'http://127.0.0.1:9/', '--webhook-allow-host', '127.0.0.1:9']
    const told = (code: number, part = '') => ({ code, errors: expect.stringContaining(part) })
    writeFileSync(file, 'wrong\n')
    const refused = await call([...status, ...inFile])
    expect(refused).toMatchObject({ code: 1, errors: expect.stringMatching(/refuses this user.*guarded/) })
    writeFileSync(file, `${word}\n`)
    expect(await call([...status, ...inFile])).toMatchObject(told(1, 'holds no store yet'))
    const at = (schema: string) =>
      openStore(`${asGuarded()}?schema=${schema}&passwordfile=${encodeURIComponent(file)}`)
    await (await at('own')).close()
    expect(await call([...status, ...inFile])).toMatchObject(told(0))
    expect(await call(status, { PGPASSWORD: word })).toMatchObject(told(0))
    const addInFile = [...add, ...own, ...inFile]
    expect(await call(addInFile)).toMatchObject(told(1, 'name its file with --webhook-key'))
    expect(await call([...addInFile, '--webhook-key', files.path('key')])).toMatchObject(told(0))
    // As a process: a connection that waits for a password would keep it from its end.
    const asked = 'asks for a password; name its file with --db-password-file'
    expect(await run(status)).toMatchObject(told(1, asked))
    const empty = [...status, '--db-password-file', files.path('empty')]
    expect(await run(empty)).toMatchObject(told(1, 'is empty'))
    // As compose files write variables that are not set.
    const unset = { PGPASSWORD: '', PGSSLMODE: '', PGSSLROOTCERT: '' }
    const byPgpass = await run(status, { env: { ...unset, PGPASSFILE: files.path('pgpass') } })
    expect(byPgpass).toMatchObject({ code: 0, errors: '' })
    const noSchema = await call(['sync', 'status', '--db', asGuarded()], { PGPASSWORD: word })
    expect(noSchema).toMatchObject(told(1, 'make the role the owner'))
    await expect(at('nosuch')).rejects.toThrow('CREATE SCHEMA "nosuch" AUTHORIZATION "guarded"')
    const inArgument = asGuarded().replace('guarded@', 'guarded:sesame@')
    const wrong = await call(['sync', 'status', '--db', inArgument])
    expect(wrong).toMatchObject(told(2, '--db-password-file'))
    expect(wrong.errors).not.toContain('sesame')
  })
})

const EACH_SECOND = { schedule: '* * * * * *' }
const entriesAt = async (agent: SyncAgent) => (await agent.status()).streams[0]?.entries

describe('while the database is away', () => {
  // Promise: operate/database-away
  it('the agent runs on, says each cause once, and goes on by itself', async () => {
    await using upstream = await startUpstream(news([entry('a')]))
    await using relay = await relayTo(await newDatabase())
    const log = logLines()
    await using agent = await agentBefore(upstream, relay.db, { logger: log.logger, ...EACH_SECOND })
    const address = await agent.listen()
    agent.start()
    await expect.poll(() => entriesAt(agent)).toBe(1)

    relay.close()
    const page = () => fetch(`${address}/v1/news`)
    await expect.poll(async () => (await page()).status).toBe(503)
    expect((await page()).headers.get('retry-after')).toBe('5')
    expect(await (await page()).json()).toMatchObject({ code: 'STORE_UNREACHABLE' })
    await expect
      .poll(() => getJson(`${address}/livez`))
      .toMatchObject({
        status: 'ok',
        note: expect.stringContaining('cannot be reached since'),
      })
    expect((await fetch(`${address}/readyz`)).status).toBe(503)

    upstream.answer(news([entry('a'), entry('b')]))
    await relay.open()
    await expect.poll(async () => (await page()).status).toBe(200)
    await expect.poll(() => entriesAt(agent)).toBe(2)
    expect(await getJson(`${address}/livez`)).toEqual({ status: 'ok' })
    const said = (text: string) => log.lines.map(({ msg }) => `${msg}`).filter(line => line.includes(text))
    const causes = said('the agent goes on when it is back')
    expect(causes).not.toEqual([])
    expect(causes).toEqual([...new Set(causes)])
    expect(said('the store can be reached again')).toHaveLength(1)
  })

  it.each([
    ['lets the agent in no more', 'ALTER ROLE barred NOLOGIN', 'ALTER ROLE barred LOGIN'],
    [
      'takes the schema from it',
      'REVOKE ALL ON SCHEMA own FROM barred; ALTER SCHEMA own OWNER TO postgres',
      'GRANT ALL ON SCHEMA own TO barred',
    ],
  ])('a server that %s is away as well, until it does again', async (_, bar, admit) => {
    await using upstream = await startUpstream(news([entry('a')]))
    const shared = await newDatabase()
    await execute(shared, 'CREATE ROLE barred LOGIN; CREATE SCHEMA own AUTHORIZATION barred')
    onTestFinished(async () => {
      await execute(shared, 'DROP SCHEMA own CASCADE; DROP ROLE barred')
    })
    const log = logLines()
    await using agent = await agentBefore(upstream, `${shared.replace('postgres@', 'barred@')}?schema=own`, {
      logger: log.logger,
      ...EACH_SECOND,
    })
    const address = await agent.listen()
    agent.start()
    const page = (path: string) => fetch(`${address}${path}`).then(({ status }) => status)
    await expect.poll(() => page('/v1/news')).toBe(200)
    await execute(shared, bar)
    // Apart: statements that are sent together are one transaction, and an agent that is back before its end is let in.
    await execute(shared, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'barred'")
    await expect.poll(() => page('/v1/news')).toBe(503)
    await expect.poll(() => getJson(`${address}/livez`)).toHaveProperty('note')
    expect([await page('/v1/changes'), await page('/feeds/academy/en-US.rss')]).toEqual([503, 503])
    await execute(shared, admit)
    await expect.poll(() => page('/v1/news')).toBe(200)
    const errors = log.lines.filter(({ level }) => Number(level) >= 50).map(({ msg }) => msg)
    expect(errors).toEqual([...new Set(errors)])
    expect(log.lines.filter(({ err }) => err !== undefined && Number(err) >= 50)).toEqual([])
  })

  it('a leader that is cut off without a word is followed by another agent, and goes on behind it', async () => {
    await using upstream = await startUpstream(news([entry('a')]))
    const shared = await newDatabase()
    let isSilent = false
    await using relay = await relayTo(shared, (socket, onwards) => {
      socket.on('data', data => isSilent || onwards.write(data))
      onwards.on('data', data => isSilent || socket.write(data))
    })
    await using first = await agentBefore(upstream, relay.db, EACH_SECOND)
    await using second = await agentBefore(upstream, shared, EACH_SECOND)
    first.start()
    await expect.poll(() => entriesAt(first)).toBe(1)
    second.start()

    isSilent = true
    upstream.answer(news([entry('a'), entry('b')]))
    await expect.poll(() => entriesAt(second)).toBe(2)
    await expect.poll(() => entriesAt(first).catch(({ code }) => code)).toBe('STORE_UNREACHABLE')

    isSilent = false
    upstream.answer(news([entry('a'), entry('b'), entry('c')]))
    await expect.poll(() => entriesAt(first).catch(() => 0)).toBe(3)
    // Each entry was written once, whoever led.
    const store = await openStore(shared)
    expect(await lastSeq(store.reading)).toBe(3)
    await store.close()
  })

  it('a leader that is cut off in the middle of a statement keeps the others from nothing', async () => {
    const all = Array.from({ length: 200 }, (_, index) =>
      entry(`n${index}`, { newsContent: 'x'.repeat(10_000) }),
    )
    await using upstream = await startUpstream(news([entry('a')]))
    const shared = await newDatabase()
    let isSilent = false
    await using relay = await relayTo(shared, (socket, onwards) => {
      let bytes = 0
      socket.on('data', data => {
        if (isSilent) return
        bytes += data.length
        if (bytes > 500_000) {
          // The server waits for the rest of it, and learns of no end.
          isSilent = true
          socket.removeAllListeners('close')
        }
        onwards.write(isSilent ? data.subarray(0, 1_000) : data)
      })
      onwards.on('data', data => {
        bytes = 0
        if (!isSilent) socket.write(data)
      })
    })
    await using first = await agentBefore(upstream, relay.db, EACH_SECOND)
    await using second = await agentBefore(upstream, shared, EACH_SECOND)
    first.start()
    await expect.poll(() => entriesAt(first)).toBe(1)
    second.start()

    upstream.answer(news(all))
    await expect.poll(() => isSilent).toBe(true)
    await expect.poll(() => entriesAt(second)).toBe(1 + all.length)
  })

  it('an agent that starts before it waits for it, and can be stopped meanwhile', async () => {
    await using upstream = await startUpstream(news([entry('a')]))
    await using relay = await relayTo(await newDatabase())
    relay.close()
    const args = ['sync', '--service-url', `${upstream.url}/cms`, '--lang', 'en-US', '--port', '0']
    await using waiting = start([...args, '--db', relay.db])
    await waiting.logged('the agent waits for it')
    expect(await waiting.stop()).toEqual({ code: 0, signal: null })
    await using agent = start([...args, '--db', relay.db])
    await agent.logged('the agent waits for it')
    await relay.open()
    const address = await agent.nextLine()
    await expect.poll(async () => (await fetch(`${address}/v1/news`)).status).toBe(200)
  })
})

it('a server that falls silent keeps no agent from its end', async () => {
  await using relay = await silentRelay(db, { forNew: true })
  await using upstream = await startUpstream(news([entry('a')]))
  const agent = await agentBefore(upstream, relay.db)
  await agent.syncOnce()
  relay.silence()
  const visit = agent.status().catch(error => `${error}`)
  await agent.close()
  // It was cut off, and nobody waited until the question was given up.
  expect(await visit).not.toContain('Query read timeout')
})

it('a connection that is not made yet keeps no agent from its end', async () => {
  let isSilent = false
  const { promise: isAsked, resolve } = Promise.withResolvers<void>()
  await using relay = await relayTo(db, (socket, onwards) => (isSilent ? resolve() : pass(socket, onwards)))
  const limits = { most: 1, isReadOnly: true, statementMs: 60_000 }
  const { queries } = connectionsTo(postgresAddress(relay.db), limits)
  isSilent = true
  const question = sql`SELECT 1`.execute(queries).catch(error => `${error}`)
  await isAsked
  const first = await Promise.race([queries.destroy().then(() => 'the end'), question])
  expect(first).toBe('the end')
  expect(await question).toContain('Connection terminated')
})
