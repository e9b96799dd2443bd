/** The store in PostgreSQL: ingest against bare SQLite, a cycle without changes, pages and search against a SQLite file. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serverIn } from '../test/support/postgres/server.ts'
import { against, HEADERS, MOST_TIMES } from './http/against.ts'
import { madeUpLanguage } from './http/language.ts'
import { type Programs, startPrograms } from './http/programs.ts'
import { fillStore } from './http/stores.ts'
import { timed } from './http/timed.ts'
import { agentStore, bareLoop, ENTRIES, preparedEntries } from './ingest.ts'
import { median, rounded } from './news.ts'
import type { Limit, Measured } from './suite.ts'
import { agentWith } from './unchanged-cycle.ts'

const SERVE = join(import.meta.dirname, 'http', 'serve.ts')
/** As an operator runs it. */
const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', shared_buffers: '128MB' }
const [FEW, MANY] = [1_000, 100_000]
const SEARCHED = 20_000
const ROUNDS = 5
const CYCLES = 100
/** Bare SQLite may be this many times as fast. */
const MOST_INGEST = 1 / 0.4
/** A cycle with a large store, compared with a small one. */
const MOST_GROWTH = 1.15

interface Place {
  /** A store in PostgreSQL of this name. */
  db(name: string): string
  file(name: string): string
  programs: Programs
}

export async function postgres(): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'schoolbell-bench-'))
  // The server may run as another user.
  chmodSync(folder, 0o755)
  const server = serverIn(folder, DURABLE)
  const programs = startPrograms()
  try {
    const address = `postgres://postgres@127.0.0.1:${await server.port()}/postgres`
    const place: Place = {
      db: name => `${address}?schema=${name}`,
      file: name => join(folder, `${name}.sqlite`),
      programs,
    }
    const suites = [await ingest(place), await cycle(place), await pages(place), await search(place)]
    return {
      rows: Object.assign({}, ...suites.map(({ rows }) => rows)),
      limits: suites.flatMap(({ limits }) => limits),
    }
  } finally {
    await programs.end()
    await server.end()
    rmSync(folder, { recursive: true })
  }
}

async function ingest({ db, file }: Place): Promise<Measured> {
  const batches = preparedEntries()
  const bare: number[] = []
  const stored: number[] = []
  // In turn, so that a busy moment of the machine affects both.
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push(await bareLoop(file(`bare_${round}`), batches))
    stored.push(await agentStore(db(`ingest_${round}`), batches))
  }
  const found = rounded(median(stored) / median(bare))
  return {
    rows: {
      'ingest, bare SQLite': { 'a second': Math.round(ENTRIES / median(bare)) },
      'ingest, PostgreSQL': { 'a second': Math.round(ENTRIES / median(stored)), ratio: rounded(1 / found) },
    },
    limits: [{ what: 'ingest: bare SQLite to PostgreSQL', found, limit: MOST_INGEST }],
  }
}

async function cycle({ db }: Place): Promise<Measured> {
  const [few, many] = [await agentWith(FEW, db('few')), await agentWith(MANY, db('many'))]
  const times: Record<'few' | 'many', number[]> = { few: [], many: [] }
  for (let round = 0; round < CYCLES; round += 1) {
    for (const [name, agent] of [
      ['few', few],
      ['many', many],
    ] as const) {
      const started = performance.now()
      await agent.syncOnce()
      times[name].push(performance.now() - started)
    }
  }
  await Promise.all([few.close(), many.close()])
  const found = rounded(median(times.many) / median(times.few))
  return {
    rows: {
      [`a cycle without changes, ${FEW} stored`]: { ms: rounded(median(times.few)) },
      [`a cycle without changes, ${MANY} stored`]: { ms: rounded(median(times.many)) },
    },
    limits: [{ what: `a cycle without changes: ${MANY} to ${FEW}`, found, limit: MOST_GROWTH }],
  }
}

async function pages({ db, programs }: Place): Promise<Measured> {
  const store = db('pages')
  await fillStore(store, MANY, madeUpLanguage().entry)
  const url = `${await programs.start(SERVE, store)}/v1/news?limit=20`
  const page = await against(url, HEADERS, programs)
  const unkept = await timed({ page: index => `${url}&number=${index}` })
  const limit: Limit = { what: 'a page: bare server to ours', found: page['bare to ours'], limit: MOST_TIMES }
  return {
    rows: { [`a page, ${MANY} stored`]: page, 'a page that is not kept': unkept.page },
    limits: [limit],
  }
}

/** The same questions to both engines. */
async function search({ db, file, programs }: Place): Promise<Measured> {
  const language = madeUpLanguage()
  const stores = { PostgreSQL: db('searched'), SQLite: file('searched') }
  for (const store of Object.values(stores)) await fillStore(store, SEARCHED, madeUpLanguage().entry)
  const addressOf = async (store: string) => `${await programs.start(SERVE, store)}/v1/news?limit=20`
  const [here, there] = [await addressOf(stores.PostgreSQL), await addressOf(stores.SQLite)]
  const asking = (address: string, q: string, index: number) =>
    `${address}&q=${encodeURIComponent(q)}&number=${index}`
  const questions = Array.from({ length: 1_000 }, () => language.question())
  const question = (index: number) => questions[index % questions.length] ?? ''
  const rows = await timed({
    'a search, SQLite': index => asking(there, question(index), index),
    'a search, PostgreSQL': index => asking(here, question(index), index),
    'a search for common words, SQLite': index => asking(there, language.common, index),
    'a search for common words, PostgreSQL': index => asking(here, language.common, index),
  })
  return { rows, limits: [] }
}
