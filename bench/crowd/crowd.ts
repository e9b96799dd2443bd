/**
 * A crowd on a busy day: 500 followers at five changes a second, with a cycle a second and a published folder, compared with
 * the same agent, changes and time without them. `BENCH_MINUTES=10` follows for longer.
 */

import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { aSecond, ask, HEADERS } from '../http/against.ts'
import { startAgent } from '../http/agents.ts'
import { load } from '../http/load.ts'
import { type Measured, median, type Place, rounded } from '../suite.ts'
import { STORED } from './service.ts'

const FOLLOWERS = 500
const EDITS_A_SECOND = 5
const ROUND_MS = 10_000
const LOOK_MS = 250
const ROUNDS = Math.max(3, Math.round((Number(process.env.BENCH_MINUTES ?? 0) * 60_000) / ROUND_MS))

export async function crowd({ folder, start, spawn }: Place): Promise<Measured> {
  const service = await start(join(import.meta.dirname, 'service.ts'), `${EDITS_A_SECOND}`)
  const [store, files] = [join(folder, 'store'), join(folder, 'public')]
  mkdirSync(store)
  const agent = await startAgent(
    ...([start, service, join(store, 'news.db')] as const),
    ...['--site', 'academy', '--lang', 'en-US', '--schedule', '* * * * * *', '--publish-to', files],
  )
  const next = () => round(agent, () => behind(service, files))
  while ((await ask(`${agent}/v1/news`, HEADERS)).status !== 200) await new Promise(setImmediate)
  while (Number.isNaN(await behind(service, files))) await pause(LOOK_MS)
  await next()
  const without = await next()
  const followers = await follow(spawn, agent)
  const rounds: Round[] = []
  while (rounds.length < ROUNDS) rounds.push(await next())
  const { received, missed, wrongOrder } = await followers.told()
  const pages = median(rounds.map(one => one['pages, a second']))
  const times = rounded(without['pages, a second'] / pages)
  return {
    rows: {
      'without followers': without,
      ...Object.fromEntries(rounds.map((figures, index) => [`with followers, round ${index + 1}`, figures])),
      'all followers': { received },
    },
    limits: [
      { what: 'pages without followers to pages with them', found: times, limit: 2 },
      { what: 'longest turn of the loop, ms', found: most('longest turn, ms', rounds), limit: 250 },
      { what: 'folder behind the service, s', found: most('folder behind, s', rounds), limit: 15 },
      ...memoryLimit(rounds),
      { what: 'changes that a follower missed', found: received > 0 ? missed : Number.NaN, limit: 0 },
      { what: 'changes out of order', found: wrongOrder, limit: 0 },
    ],
  }
}

type Round = Awaited<ReturnType<typeof round>>
const most = (name: keyof Round, rounds: readonly Round[]) => Math.max(...rounds.map(one => one[name]))

/** Of a run that is long enough to tell. */
function memoryLimit(rounds: readonly Round[]) {
  if (rounds.length < 12) return []
  const quarter = Math.floor(rounds.length / 4)
  const memory = (part: readonly Round[]) => most('memory, MB', part)
  const times = memory(rounds.slice(-quarter)) / memory(rounds.slice(quarter, 2 * quarter))
  return [{ what: 'memory of the last quarter to that of the second', found: rounded(times), limit: 1.1 }]
}

/** Seconds by which the folder lags; NaN before its first publication. */
async function behind(service: string, files: string): Promise<number> {
  try {
    const { seq } = JSON.parse(readFileSync(join(files, 'news', 'academy', 'en-US', 'index.json'), 'utf8'))
    const edited = Number(await (await fetch(new URL('/edited', service))).text())
    return (edited - (seq - STORED)) / EDITS_A_SECOND
  } catch (error) {
    if (Object(error).code === 'ENOENT') return Number.NaN
    throw error
  }
}

/** @param look how far the folder is behind */
async function round(agent: string, look: () => Promise<number>) {
  const before = await metricsOf(agent)
  const lags: number[] = []
  const looking = setInterval(async () => void lags.push(await look()), LOOK_MS)
  const pages = await load({
    url: `${agent}/v1/news`,
    headers: HEADERS,
    connections: 8,
    milliseconds: ROUND_MS,
    isGood: status => status === 200,
  })
  clearInterval(looking)
  const after = await metricsOf(agent)
  return {
    'pages, a second': aSecond(pages),
    failed: pages.failed,
    'processor, %': Math.round((100 * (after.processor - before.processor)) / pages.seconds),
    // Of the time since the metrics were last read.
    'longest turn, ms': Math.round(1_000 * after.longestTurn),
    'memory, MB': Math.round(after.memory / 1_000_000),
    'folder behind, s': rounded(Math.max(...lags), 1),
  }
}

async function metricsOf(agent: string) {
  const { body } = await ask(`${agent}/metrics`, {})
  const text = Buffer.from(body, 'base64').toString()
  const metric = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1] ?? Number.NaN)
  return {
    processor: metric('process_cpu_seconds_total'),
    longestTurn: metric('nodejs_eventloop_lag_max_seconds'),
    memory: metric('process_resident_memory_bytes'),
  }
}

async function follow(spawn: Place['spawn'], agent: string) {
  const args = [join(import.meta.dirname, 'followers.ts'), agent, `${FOLLOWERS}`]
  const { stdin, stdout } = spawn(args, { stdio: ['pipe', 'pipe', 'inherit'] })
  if (!stdin || !stdout) throw new Error('the followers cannot be asked')
  const lines = createInterface(stdout)
  await once(lines, 'line')
  return {
    async told(): Promise<{ received: number; missed: number; wrongOrder: number }> {
      stdin.write('\n')
      const [line] = await once(lines, 'line')
      return JSON.parse(`${line}`)
    },
  }
}
