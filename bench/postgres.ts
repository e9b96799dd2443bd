/** The store in PostgreSQL, compared with bare servers and with a SQLite file in the same run. */

import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { serverIn } from '../test/support/postgres/server.ts'
import { syncOnce } from './first-sync.ts'
import { against, aSecond, ask, bareLimit, HEADERS } from './http/against.ts'
import { serveStore } from './http/agents.ts'
import { madeUpLanguage } from './http/language.ts'
import { load } from './http/load.ts'
import { timed } from './http/timed.ts'
import { ingestRates } from './ingest.ts'
import { batchesOf, fillStore } from './stores.ts'
import { inTurn, type Measured, median, type Place, rounded } from './suite.ts'
import { cycles } from './unchanged-cycle.ts'

/** As an operator runs it. */
const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', shared_buffers: '128MB' }

interface Server extends Pick<Place, 'start'> {
  /** A store in PostgreSQL of this name. Without TLS, as on one machine, because SQLite has none either. */
  db(name: string): string
  file(name: string): string
  /** What the server itself does within a minute after a table has changed. */
  vacuum(): Promise<void>
}

export async function postgres({ folder, start }: Place): Promise<Measured> {
  // The server may run as another user.
  chmodSync(folder, 0o755)
  const server = serverIn(folder, DURABLE)
  try {
    const address = `postgres://postgres@127.0.0.1:${await server.port()}/postgres?sslmode=disable`
    const parts: Server = {
      start,
      db: name => `${address}&schema=${name}`,
      file: name => join(folder, `${name}.sqlite`),
      async vacuum() {
        const client = new pg.Client(address)
        await client.connect()
        await client.query('VACUUM ANALYZE')
        await client.end()
      },
    }
    const found: Measured[] = []
    for (const part of [ingest, firstSync, cycle, pages, search, nodes]) found.push(await part(parts))
    return {
      rows: Object.assign({}, ...found.map(({ rows }) => rows)),
      limits: found.flatMap(({ limits = [] }) => limits),
    }
  } finally {
    await server.end()
  }
}

/** Ours reaches 0.4 of the rate of bare SQLite. */
const MOST_INGEST = rounded(1 / 0.4)
const FIRST_SYNC_MB = 20
/** A cycle with a large store, compared with a small one. */
const MOST_GROWTH = 1.15

async function ingest({ db, file }: Server): Promise<Measured> {
  const { bare, store, times } = await ingestRates({
    bare: round => file(`bare_${round}`),
    store: round => db(`ingest_${round}`),
  })
  return {
    rows: {
      'ingest, bare SQLite': { 'a second': bare },
      'ingest, PostgreSQL': { 'a second': store, ratio: rounded(1 / times) },
    },
    limits: [{ what: 'ingest: bare SQLite to PostgreSQL', found: times, limit: MOST_INGEST }],
  }
}

/** With the built command. */
async function firstSync({ db, file, start }: Server): Promise<Measured> {
  const rowOf = async (store: string) => {
    const { entries, seconds, peakMb } = await syncOnce(FIRST_SYNC_MB, store, start)
    return { entries, 'a second': Math.round(entries / seconds), 'peak memory, MB': Math.round(peakMb) }
  }
  const sqlite = await rowOf(file('first'))
  const postgres = await rowOf(db('first'))
  return {
    rows: {
      [`a first sync of ${FIRST_SYNC_MB} MB, SQLite`]: sqlite,
      [`a first sync of ${FIRST_SYNC_MB} MB, PostgreSQL`]: {
        ...postgres,
        ratio: rounded(postgres['a second'] / sqlite['a second']),
      },
    },
  }
}

async function cycle({ db, vacuum }: Server): Promise<Measured> {
  const { rows, ratio } = await cycles(db, vacuum)
  return {
    rows,
    limits: [{ what: 'a cycle without changes: large to small store', found: ratio, limit: MOST_GROWTH }],
  }
}

/** The store that all these suites read. */
const READ = 'read'
const STORED = 10_000
/** Searches that most entries fit. */
const COMMON = 200

async function pages({ db, start }: Server): Promise<Measured> {
  await fillStore(db(READ), batchesOf(STORED, madeUpLanguage().entry))
  const url = `${await serveStore(start, db(READ))}/v1/news?limit=20`
  const page = await against(url, HEADERS, start)
  const { 'bare to ours': _, ...rates } = page
  const unkept = await timed({ page: index => `${url}&number=${index}` })
  return {
    rows: {
      [`a page, PostgreSQL, ${STORED} stored`]: rates,
      'a page that is not kept, PostgreSQL': unkept.page,
    },
    limits: [bareLimit('a page', page)],
  }
}

/** The same questions to both engines. */
async function search({ db, file, start }: Server): Promise<Measured> {
  const language = madeUpLanguage()
  await fillStore(file(READ), batchesOf(STORED, madeUpLanguage().entry))
  const addressOf = async (store: string) => `${await serveStore(start, store)}/v1/news?limit=20`
  const [here, there] = [await addressOf(db(READ)), await addressOf(file(READ))]
  const asking = (address: string, q: string, index: number) =>
    `${address}&q=${encodeURIComponent(q)}&number=${index}`
  const questions = Array.from({ length: 1_000 }, () => language.question())
  const question = (index: number) => questions[index % questions.length] ?? ''
  const different = await timed({
    'a search, SQLite': index => asking(there, question(index), index),
    'a search, PostgreSQL': index => asking(here, question(index), index),
  })
  const kinds = {
    'a search for common words, SQLite': (index: number) => asking(there, language.common, index),
    'a search for common words, PostgreSQL': (index: number) => asking(here, language.common, index),
  }
  return { rows: { ...different, ...(await timed(kinds, COMMON)) } }
}

const NODE_ROUNDS = 15
const NODE_ROUND = { connections: 48, milliseconds: 500 }

async function nodes({ db, start }: Server): Promise<Measured> {
  const addresses: string[] = []
  for (let node = 0; node < 3; node += 1) {
    addresses.push(`${await serveStore(start, db(READ))}/v1/news?limit=20`)
  }
  const { one, three } = await inTurn(NODE_ROUNDS + 1, {
    one: () => rateOfAll(addresses.slice(0, 1)),
    three: () => rateOfAll(addresses),
  })
  // The first round of each is warm-up.
  const ratio = rounded(median(three.slice(1)) / median(one.slice(1)))
  return {
    rows: {
      'pages of one node': { 'a second': median(one.slice(1)) },
      'pages of three nodes': { 'a second': median(three.slice(1)), ratio },
    },
  }
}

/** All nodes' together, with as many connections in all. */
async function rateOfAll(urls: readonly string[]): Promise<number> {
  const rates = await Promise.all(
    urls.map(async url => {
      const { status } = await ask(url, HEADERS)
      const round = { url, headers: HEADERS, ...NODE_ROUND }
      const connections = NODE_ROUND.connections / urls.length
      return aSecond(await load({ ...round, connections, isGood: found => found === status }))
    }),
  )
  return rates.reduce((sum, rate) => sum + rate)
}
