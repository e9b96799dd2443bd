/** The service's popup call as built, with its store, its request log and a txID of its own a call, against others. */

import { type ChildProcess, execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { COMMAND } from '../scripts/pack/places.ts'
import { ask, HEADERS as BROWSER, rateOf } from './http/against.ts'
import { load } from './http/load.ts'
import { startMockServers } from './http/mock-servers.ts'
import { timed } from './http/timed.ts'
import { end, firstLine, inTurn, type Measured, median, type Place, rounded, timeOf } from './suite.ts'

const BARE = join(import.meta.dirname, 'http', 'bare.ts')
const CALL = '/cms/api/v1/popupmsg/check?siteId=academy&lang=en-US'
/** What some would compress would be another amount of work. */
const HEADERS = { ...BROWSER, 'accept-encoding': 'identity' }
const ROUNDS = 15
const ROUND = { connections: 50, milliseconds: 250 }
const STARTS = 5
/** Longer than any of them goes on getting faster. */
const WARM_UP = { connections: 50, milliseconds: 3_000, isGood: () => true }

/** What the service must have: of a bare server's rate, and times as much as the others'. */
const LEAST = { bare: 0.4, 'json-server 0.17': 1.5, 'json-server 1.0': 1.2, Prism: 3, Mockoon: 4 }
const MOST_MS = 500
const MOST_MEGABYTES = 200

export async function servicePopups(place: Place): Promise<Measured> {
  const { folder, spawn, start } = place
  const store = ['--data-dir', join(folder, 'store')]
  const run = (...more: string[]) =>
    spawn([COMMAND, 'service', '--port', '0', '--log-level', 'silent', ...more])
  /** Milliseconds from the start of the process to the whole of its first answer; the median of some starts. */
  const firstAnswers = async (starts: number, ...more: string[]) => {
    const times: number[] = []
    for (let round = 0; round < starts; round += 1) {
      let program: ChildProcess | undefined
      times.push(
        await timeOf(async () => {
          program = run(...more)
          await ask((await firstLine(program)) + CALL, HEADERS)
        }),
      )
      if (program) await end(program)
    }
    return Math.round(median(times))
  }
  const fresh = await firstAnswers(STARTS, '--ephemeral')
  await firstAnswers(1, ...store)
  const existing = await firstAnswers(STARTS, ...store)
  const ours = run(...store)
  const url = (await firstLine(ours)) + CALL
  const answer = await ask(url, HEADERS)
  const body = Buffer.from(answer.body, 'base64')
  const urls: Record<string, string> = {
    schoolbell: url,
    bare: await start(BARE, JSON.stringify(answer)),
    ...(await startMockServers(JSON.parse(body.toString()), place)),
  }
  for (const url of Object.values(urls)) await load({ url, headers: HEADERS, ...WARM_UP })
  const rates: Record<string, number[]> = await inTurn(
    ROUNDS,
    Object.fromEntries(
      Object.entries(urls).map(([name, url]) => [
        name,
        () =>
          rateOf({
            ...{ url, headers: HEADERS, ...ROUND },
            // Every answer of ours has a txID of its own; the length is the same.
            isGood: (status, received) =>
              status === 200 && (name !== 'schoolbell' || received.length === body.length),
          }),
      ]),
    ),
  )
  const megabytes = residentMegabytes(ours.pid ?? 0)
  const times = await timed(Object.fromEntries(Object.entries(urls).map(([name, url]) => [name, () => url])))
  const ratio = (own: number[]) => median(own.map((rate, round) => rate / (rates.schoolbell?.[round] ?? 0)))
  return {
    rows: {
      ...Object.fromEntries(
        Object.entries(rates).map(([name, own]) => [
          name,
          { 'a second': median(own), 'schoolbell to it': rounded(1 / ratio(own)), ...times[name] },
        ]),
      ),
      'first answer, new store': { 'median, ms': fresh },
      'first answer, existing store': { 'median, ms': existing },
      'memory after load': { megabytes },
    },
    limits: [
      ...Object.entries(LEAST).map(([name, least]) => ({
        what: `rate of ${name} to schoolbell’s`,
        found: rounded(ratio(rates[name] ?? []), 3),
        limit: rounded(1 / least, 3),
      })),
      { what: 'first answer with a new store, ms', found: fresh, limit: MOST_MS },
      { what: 'first answer with an existing store, ms', found: existing, limit: MOST_MS },
      { what: 'resident memory after load, MB', found: megabytes, limit: MOST_MEGABYTES },
    ],
  }
}

function residentMegabytes(pid: number): number {
  return Math.round(Number(execFileSync('ps', ['-o', 'rss=', '-p', `${pid}`], { encoding: 'utf8' })) / 1024)
}
