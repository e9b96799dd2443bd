/** What is written: entries against bare SQLite, a first sync, and a cycle without changes. */
import { syncOnce } from '../first-sync.ts'
import { agentStore, bareLoop, ENTRIES, preparedEntries } from '../ingest.ts'
import { median, rounded } from '../news.ts'
import type { Measured } from '../suite.ts'
import { agentWith } from '../unchanged-cycle.ts'
import type { Place } from './place.ts'

const ROUNDS = 5
/** Ours reaches 0.4 of the rate of bare SQLite. */
const MOST_INGEST = rounded(1 / 0.4)
const FIRST_SYNC_MB = 20
const [FEW, MANY] = [1_000, 100_000]
const CYCLES = 100
/** A cycle with a large store, compared with a small one. */
const MOST_GROWTH = 1.15

export async function ingest({ db, file }: Place): Promise<Measured> {
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

/** With the built command. */
export async function firstSync({ db, file }: Place): Promise<Measured> {
  const rowOf = async (store: string) => {
    const { entries, seconds, peakMb } = await syncOnce(FIRST_SYNC_MB, store)
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
    limits: [],
  }
}

export async function cycle({ db, vacuum }: Place): Promise<Measured> {
  const [few, many] = [await agentWith(FEW, db('few')), await agentWith(MANY, db('many'))]
  await vacuum()
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
      [`a cycle without changes, ${MANY} stored`]: { ms: rounded(median(times.many)), ratio: found },
    },
    limits: [{ what: `a cycle without changes: ${MANY} to ${FEW}`, found, limit: MOST_GROWTH }],
  }
}
