/** Response times over one connection, one call after another: each kind in turn, each call with a different URL. */

import { Agent, get } from 'node:http'
import { inTurn, median, rounded, timeOf } from '../suite.ts'
import { HEADERS } from './against.ts'

const ASKED = 3_000
/** Calls in a block: few enough that a busy moment of the machine affects only some blocks. */
const BLOCK = 200

/** @param kinds by name: the URL of the n-th call @param asked calls of each kind, in whole blocks of 200 */
export async function timed<Name extends string>(
  kinds: Record<Name, (index: number) => string>,
  asked = ASKED,
) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const measures = Object.entries<(index: number) => string>(kinds).map(
    ([name, at]) => [name, (index: number) => timeOf(() => answerOf(at(index), agent))] as const,
  )
  const found = await inTurn(asked, Object.fromEntries(measures))
  agent.destroy()
  return Object.fromEntries(Object.entries(found).map(([name, times]) => [name, figuresOf(times)])) as Record<
    Name,
    ReturnType<typeof figuresOf>
  >
}

function answerOf(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: HEADERS }, response => {
      if (response.statusCode !== 200) reject(new Error(`${response.statusCode} at ${url}`))
      response.resume().on('end', resolve)
    }).on('error', reject)
  })
}

function figuresOf(times: number[]) {
  return {
    'median, ms': rounded(median(times), 3),
    'p99, ms': rounded(p99(times)),
    'p99 of a block, ms': rounded(
      median(
        Array.from({ length: times.length / BLOCK }, (_, block) =>
          p99(times.slice(block * BLOCK, (block + 1) * BLOCK)),
        ),
      ),
      3,
    ),
    'slowest, ms': rounded(Math.max(...times)),
  }
}

const p99 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0
