/** Three agents on one database against one: pages in all. */
import { aSecond, ask, HEADERS } from '../http/against.ts'
import { load } from '../http/load.ts'
import { median, rounded } from '../news.ts'
import type { Measured } from '../suite.ts'
import type { Place } from './place.ts'
import { READ, SERVE } from './reads.ts'

const ROUNDS = 15
const ROUND = { connections: 48, milliseconds: 500 }

export async function nodes({ db, programs }: Place): Promise<Measured> {
  const addresses: string[] = []
  for (let node = 0; node < 3; node += 1) {
    addresses.push(`${await programs.start(SERVE, db(READ))}/v1/news?limit=20`)
  }
  const one: number[] = []
  const three: number[] = []
  // The first round of each is warm-up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    one.push(await rateOf(addresses.slice(0, 1)))
    three.push(await rateOf(addresses))
  }
  const ratio = rounded(median(three.slice(1)) / median(one.slice(1)))
  return {
    rows: {
      'pages of one node': { 'a second': median(one.slice(1)) },
      'pages of three nodes': { 'a second': median(three.slice(1)), ratio },
    },
    limits: [],
  }
}

/** All nodes' together, with as many connections in all. */
async function rateOf(urls: readonly string[]): Promise<number> {
  const rates = await Promise.all(
    urls.map(async url => {
      const answer = await ask(url, HEADERS)
      const isGood = (status: number) => status === answer.status
      return aSecond(
        await load({ url, headers: HEADERS, ...ROUND, connections: ROUND.connections / urls.length, isGood }),
      )
    }),
  )
  return rates.reduce((sum, rate) => sum + rate)
}
