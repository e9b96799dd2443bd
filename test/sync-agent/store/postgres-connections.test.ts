/** What becomes of a question when its connection to PostgreSQL is lost, silent or refused. */
import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { codeOf } from '../../../shared/error-code.ts'
import { Availability } from '../../../sync-agent/store/availability.ts'
import { postgresAddress } from '../../../sync-agent/store/postgres/address.ts'
import { type ConnectionLimits, connectionsTo } from '../../../sync-agent/store/postgres/connections.ts'
import { openPostgres } from '../../../sync-agent/store/postgres/engine.ts'
import type { Queries } from '../../../sync-agent/store/tables.ts'
import {
  demandTls,
  forgetfulRelay,
  pass,
  refuseTls,
  relayTo,
  silentRelay,
} from '../../support/postgres/relay.ts'
import { execute, newDatabase } from '../database.ts'
import { NOW } from '../outlets/files/support.ts'
import { handClock } from '../support.ts'

let db: string
beforeAll(async () => {
  db = await newDatabase()
})

/** Connections that end with the test. */
function connected(address: string, limits: Partial<ConnectionLimits> = {}, availability?: Availability) {
  const all = { most: 1, isReadOnly: false, statementMs: 60_000, ...limits }
  const { queries, lost } = connectionsTo(postgresAddress(address), all, () => availability)
  onTestFinished(() => queries.destroy())
  const ask = () => ONE.execute(queries).then(({ rows }) => rows[0]?.one)
  return { queries, lost, ask }
}

const ONE = sql<{ one: number }>`SELECT 1 AS one`

const cutAll = (database: string) =>
  execute(
    database,
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  )

describe('a connection that is lost while it is idle', () => {
  it('is followed by another one, over which the question is answered', async () => {
    await using relay = await forgetfulRelay(db)
    const { ask, lost } = connected(relay.db)
    await ask()
    relay.forget()
    expect(await ask()).toBe(1)
    expect(lost()).toBe(1)
  })

  it('lets a transaction begin on another one', async () => {
    await using relay = await forgetfulRelay(db)
    const { ask, queries } = connected(relay.db)
    await ask()
    relay.forget()
    const { rows } = await queries.transaction().execute(queries => ONE.execute(queries))
    expect(rows).toEqual([{ one: 1 }])
  })

  it('is waited for by nobody where the server lets in no new one', async () => {
    await execute(db, 'CREATE ROLE leaver LOGIN')
    const { ask, lost } = connected(db.replace('postgres@', 'leaver@'))
    await ask()
    await execute(db, 'ALTER ROLE leaver NOLOGIN')
    await execute(db, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'leaver'")
    await expect.poll(lost).toBe(1)
    await expect(ask()).rejects.toMatchObject({ code: 'STORE_REFUSED' })
  })

  it('is counted, of those that write and of those for signs of life', async () => {
    const engine = await openPostgres(db)
    onTestFinished(() => engine.close())
    const nothing = async () => undefined
    await Promise.all([engine.write(nothing), engine.writeSign(nothing)])
    await cutAll(db)
    await expect.poll(() => engine.writers.lost).toBe(2)
  })
})

it('a statement that the server refuses has lost no connection', async () => {
  const { ask, lost, queries } = connected(db)
  await expect(sql`SELECT 1 / 0`.execute(queries)).rejects.toMatchObject({ code: '22012' })
  expect(await ask()).toBe(1)
  expect(lost()).toBe(0)
})

describe('a server that falls silent', () => {
  it('is away for the first question, and all others go over new connections', async () => {
    await using relay = await silentRelay(db)
    const { ask, lost } = connected(relay.db, { most: 3, statementMs: 500 })
    const three = (end: string) => [1, 2, 3].map(() => ask().then(() => end, codeOf))
    await Promise.all(three('answered'))
    relay.silence()
    expect(await ask().catch(codeOf)).toBe('STORE_UNREACHABLE')
    expect(await Promise.all(three('answered'))).toEqual(['answered', 'answered', 'answered'])
    expect(lost()).toBe(1)
  })

  it('leaves as much room for later questions as before', async () => {
    await using relay = await silentRelay(db)
    const { ask, queries } = connected(relay.db, { most: 2, statementMs: 500 })
    await Promise.all([ask(), ask()])
    relay.silence()
    await expect(ask()).rejects.toMatchObject({ code: 'STORE_UNREACHABLE' })
    expect(await queries.transaction().execute(() => ask())).toBe(1)
  })

  it('is away for no question that waited for the connection meanwhile', async () => {
    await using relay = await silentRelay(db)
    const { ask } = connected(relay.db, { statementMs: 500 })
    await ask()
    relay.silence()
    expect(await Promise.all([ask().catch(codeOf), ask()])).toEqual(['STORE_UNREACHABLE', 1])
  })

  it('lets a transaction begin on another connection, long before a statement would be given up', async () => {
    await using relay = await silentRelay(db)
    const { ask, queries } = connected(relay.db)
    await ask()
    relay.silence()
    const { rows } = await queries.transaction().execute(queries => ONE.execute(queries))
    expect(rows).toEqual([{ one: 1 }])
  })
})

it('with sslmode prefer, a server may have TLS no more, and later take nobody without it', async () => {
  let change: typeof refuseTls = pass
  await using relay = await relayTo(db, (...ends) => change(...ends))
  const { queries } = connected(relay.db)
  const isEncrypted = async () => {
    const { rows } = await sql<{ ssl: boolean }>`
      SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()`.execute(queries)
    return rows[0]?.ssl
  }
  const seen = [await isEncrypted()]
  for (const next of [refuseTls, demandTls]) {
    change = next
    relay.close()
    await relay.open()
    seen.push(await isEncrypted())
  }
  expect(seen).toEqual([true, false, true])
})

describe('whether the store is there', () => {
  /** What is noted of answers and faults; a test itself looks again. */
  class Noted extends Availability {
    answers = 0
    faults = 0
    look: () => Promise<unknown> = async () => undefined

    constructor() {
      super(handClock(NOW), pino({ enabled: false }))
    }
    override noteAnswer() {
      this.answers += 1
    }
    override noteFault(_error: unknown, look: () => Promise<unknown>) {
      this.faults += 1
      this.look = look
    }
  }

  it('is told by an answer, and not by the beginning and the end of a transaction', async () => {
    const noted = new Noted()
    const { ask, queries } = connected(db, {}, noted)
    await queries.transaction().execute(async () => undefined)
    expect(noted.answers).toBe(0)
    await ask()
    expect(noted.answers).toBe(1)
  })

  it('is no question before it is open: who opens it gets the error', async () => {
    const availability = new Noted()
    const relay = await relayTo(db)
    relay.close()
    await expect(openPostgres(relay.db, { availability })).rejects.toMatchObject({
      code: 'STORE_UNREACHABLE',
    })
    expect(availability.faults).toBe(0)
  })

  it('is asked of the store itself: a server without it is not enough', async () => {
    const noted = new Noted()
    const empty = await newDatabase()
    const { queries } = connected(empty, {}, noted)
    await expect(readSeq(queries)).rejects.toMatchObject({ code: 'STORE_UNREACHABLE' })
    for (const _ of [1, 2]) await expect(noted.look()).rejects.toMatchObject({ code: 'STORE_UNREACHABLE' })
    await execute(empty, 'CREATE SCHEMA schoolbell; CREATE TABLE schoolbell.store AS SELECT 0 AS seq')
    for (const _ of [1, 2]) await noted.look()
    expect(await readSeq(queries)).toEqual([{ seq: 0 }])
  })

  it('is asked again on another connection, once the one of a look is silent', async () => {
    const noted = new Noted()
    const store = await newDatabase()
    await using relay = await silentRelay(store)
    const { ask, queries } = connected(relay.db, {}, noted)
    await expect(readSeq(queries)).rejects.toMatchObject({ code: 'STORE_UNREACHABLE' })
    relay.silence()
    await expect(noted.look()).rejects.toThrow()
    expect(await ask()).toBe(1)
  })
})

const readSeq = (queries: Queries) => sql`SELECT seq FROM store`.execute(queries).then(({ rows }) => rows)
