/** What visitors ask for: a page, and searches. The same entries are in a SQLite file. */
import { join } from 'node:path'
import { against, HEADERS, MOST_TIMES } from '../http/against.ts'
import { madeUpLanguage } from '../http/language.ts'
import { fillStore } from '../http/stores.ts'
import { timed } from '../http/timed.ts'
import type { Measured } from '../suite.ts'
import type { Place } from './place.ts'

export const SERVE = join(import.meta.dirname, '..', 'http', 'serve.ts')
/** The store that all these suites read. */
export const READ = 'read'
const STORED = 10_000
/** Searches that most entries fit. */
const COMMON = 200

export async function pages({ db, programs }: Place): Promise<Measured> {
  await fillStore(db(READ), STORED, madeUpLanguage().entry)
  const url = `${await programs.start(SERVE, db(READ))}/v1/news?limit=20`
  const page = await against(url, HEADERS, programs)
  const { ratio, 'bare to ours': found, ...rates } = page
  const unkept = await timed({ page: index => `${url}&number=${index}` })
  return {
    rows: {
      [`a page, PostgreSQL, ${STORED} stored`]: { ...rates, ratio },
      'a page that is not kept, PostgreSQL': unkept.page,
    },
    limits: [{ what: 'a page: bare server to ours', found, limit: MOST_TIMES }],
  }
}

/** The same questions to both engines. */
export async function search({ db, file, programs }: Place): Promise<Measured> {
  const language = madeUpLanguage()
  await fillStore(file(READ), STORED, madeUpLanguage().entry)
  const addressOf = async (store: string) => `${await programs.start(SERVE, store)}/v1/news?limit=20`
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
  return { rows: { ...different, ...(await timed(kinds, COMMON)) }, limits: [] }
}
