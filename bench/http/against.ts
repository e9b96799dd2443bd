/** Compares one of our URLs with a bare node:http server that sends the same bytes, in the same run. */

import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { inTurn, type Limit, median, type Place, rounded } from '../suite.ts'
import { type Load, type Loaded, load } from './load.ts'

const BARE = join(import.meta.dirname, 'bare.ts')
const ROUNDS = 35
const ROUND = { connections: 50, milliseconds: 250 }
/** Until the code of both servers is compiled: the first 40,000 answers cost more than the next ones. */
const WARM_UP = { connections: 50, milliseconds: 3_000 }

/** Headers of a browser. */
export const HEADERS = {
  accept: '*/*',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'accept-language': 'en-GB,en;q=0.9',
  origin: 'https://school.example',
  'user-agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
}

/** The bare server may be this many times as fast: ours then has 0.6 of its rate. */
const MOST_TIMES = rounded(1 / 0.6)

/** @param found as `against` gives it */
export const bareLimit = (what: string, found: { 'bare to ours': number }): Limit => ({
  ...{ what: `${what}: bare server to ours`, found: found['bare to ours'], limit: MOST_TIMES },
})

/** The rates of our URL and of a bare server with the same response. */
export async function against(url: string, headers: Record<string, string>, start: Place['start']) {
  const answer = await ask(url, headers)
  const bareUrl = await start(BARE, JSON.stringify(answer))
  const { first, second, times } = await compareRates(url, bareUrl, headers)
  return {
    bytes: Buffer.from(answer.body, 'base64').length,
    'ours, a second': first,
    'bare server, a second': second,
    ratio: rounded(1 / times),
    'bare to ours': rounded(times),
  }
}

/** Responses per second of two URLs, and the ratio of the second to the first, round by round. */
export async function compareRates(firstUrl: string, secondUrl: string, headers: Record<string, string>) {
  const { first, second } = await inTurn(ROUNDS, {
    first: await ratesOf(firstUrl, headers),
    second: await ratesOf(secondUrl, headers),
  })
  const times = first.map((rate, round) => (second[round] ?? 0) / rate)
  return { first: median(first), second: median(second), times: median(times) }
}

async function ratesOf(url: string, headers: Record<string, string>) {
  const { status, body } = await ask(url, headers)
  const isGood = isAnswer(status, body)
  await load({ url, headers, ...WARM_UP, isGood })
  return () => rateOf({ url, headers, ...ROUND, isGood })
}

/** Answers a second. @throws when one is wrong or missing */
export async function rateOf(round: Load): Promise<number> {
  const loaded = await load(round)
  if (loaded.failed > 0)
    throw new Error(`${loaded.failed} of ${loaded.good + loaded.failed} failed at ${round.url}`)
  return aSecond(loaded)
}

export const aSecond = ({ good, seconds }: Loaded) => Math.round(good / seconds)

/** The same status and bytes. */
export const isAnswer = (status: number, body: string) => {
  const bytes = Buffer.from(body, 'base64')
  return (found: number, received: Buffer) => found === status && received.equals(bytes)
}

export interface Recorded {
  status: number
  headers: IncomingMessage['headers']
  /** Base64. */
  body: string
}

export function ask(url: string, headers: Record<string, string>): Promise<Recorded> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, async response => {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk)
      const { date: _, connection: __, 'keep-alive': ___, ...own } = response.headers
      resolve({
        status: response.statusCode ?? 0,
        headers: own,
        body: Buffer.concat(chunks).toString('base64'),
      })
    }).on('error', reject)
  })
}
