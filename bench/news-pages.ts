/** `/v1/news`: a page and a 304 against a bare server, with a small and a large store. */

import { join } from 'node:path'
import { against, ask, bareLimit, compareRates, HEADERS } from './http/against.ts'
import { serveStore } from './http/agents.ts'
import { madeUpLanguage } from './http/language.ts'
import { timed } from './http/timed.ts'
import { batchesOf, fillStore } from './stores.ts'
import { type Measured, type Place, rounded } from './suite.ts'

const [FEW, MANY] = [1_000, 100_000]
const PATH = '/v1/news?limit=20'
/** Time for a page with a large store, compared with a small one. */
const MOST_GROWTH = 1.15

export async function newsPages({ folder, start }: Place): Promise<Measured> {
  const serve = async (count: number) => {
    const db = join(folder, `${count}.db`)
    await fillStore(db, batchesOf(count, madeUpLanguage().entry))
    return (await serveStore(start, db)) + PATH
  }
  const few = await serve(FEW)
  const many = await serve(MANY)
  const { headers } = await ask(few, HEADERS)
  const compressed = await against(few, HEADERS, start)
  const plain = await against(few, { ...HEADERS, 'accept-encoding': 'identity' }, start)
  const unchanged = await against(few, { ...HEADERS, 'if-none-match': `${headers.etag}` }, start)
  const { first: withMany, second: withFew, times } = await compareRates(many, few, HEADERS)
  // The number makes each URL different, so that no cached response is used.
  const unkept = await timed({
    few: index => `${few}&number=${index}`,
    many: index => `${many}&number=${index}`,
  })
  return {
    rows: {
      'a page, brotli': compressed,
      'a page, plain': plain,
      'not changed (304)': unchanged,
      [`a page, ${FEW} and ${MANY} stored`]: {
        'ours, a second': withMany,
        [`${FEW} stored, a second`]: withFew,
        ratio: rounded(1 / times),
      },
      [`a page that is not kept, ${FEW} stored`]: unkept.few,
      [`a page that is not kept, ${MANY} stored`]: unkept.many,
    },
    limits: [
      bareLimit('a page', compressed),
      bareLimit('a page, plain', plain),
      bareLimit('not changed (304)', unchanged),
      {
        what: `a page: rate with ${FEW} stored to ${MANY} stored`,
        found: rounded(times),
        limit: MOST_GROWTH,
      },
      {
        what: `a page that is not kept: median with ${MANY} stored to ${FEW} stored`,
        found: rounded(unkept.many['median, ms'] / unkept.few['median, ms']),
        limit: MOST_GROWTH,
      },
    ],
  }
}
