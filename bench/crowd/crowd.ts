/**
 * A crowd on a busy day: pages a second with 500 followers at five changes a second, compared with the same agent, changes
 * and time without them. `BENCH_MINUTES=10` follows for longer.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { aSecond, ask, HEADERS } from '../http/against.ts'
import { load } from '../http/load.ts'
import { startPrograms } from '../http/programs.ts'
import { rounded } from '../news.ts'
import type { Measured } from '../suite.ts'

const AGENT = join(import.meta.dirname, '..', '..', 'cli', 'main.ts')
const FOLLOWERS = 500
const EDITS_A_SECOND = 5
const ROUND_MS = 10_000
const ROUNDS = Math.max(1, Math.round((Number(process.env.BENCH_MINUTES ?? 0) * 60_000) / ROUND_MS))

export async function crowd(): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'schoolbell-bench-'))
  const programs = startPrograms()
  try {
    const service = await programs.start(join(import.meta.dirname, 'service.ts'), `${EDITS_A_SECOND}`)
    const agent = await programs.start(
      ...[AGENT, 'sync', '--service-url', service, '--db', join(folder, 'news.db'), '--port', '0'],
      ...[
        '--site',
        'academy',
        '--lang',
        'en-US',
        '--schedule',
        '* * * * * *',
        '--reconcile-schedule',
        'never',
      ],
      ...['--max-followers', `${2 * FOLLOWERS}`, '--log-level', 'silent'],
    )
    while ((await ask(`${agent}/v1/news`, HEADERS)).status !== 200) await new Promise(setImmediate)
    await round(agent)
    const without = await round(agent)
    const followers = await follow(agent)
    const rounds = []
    for (let index = 0; index < ROUNDS; index += 1) rounds.push(await round(agent))
    const { received, missed, wrongOrder } = await followers.told()
    followers.end()
    const last = rounds.at(-1) ?? without
    const times = rounded(without['pages, a second'] / last['pages, a second'])
    return {
      rows: {
        'without followers': without,
        ...Object.fromEntries(
          rounds.map((figures, index) => [`with followers, round ${index + 1}`, figures]),
        ),
        'all followers': { received },
      },
      limits: [
        { what: 'pages without followers to pages with them', found: times, limit: 2 },
        { what: 'changes that a follower missed', found: received > 0 ? missed : Number.NaN, limit: 0 },
        { what: 'changes out of order', found: wrongOrder, limit: 0 },
      ],
    }
  } finally {
    await programs.end()
    rmSync(folder, { recursive: true })
  }
}

async function round(agent: string) {
  const before = await metricsOf(agent)
  const pages = await load({
    url: `${agent}/v1/news`,
    headers: HEADERS,
    connections: 8,
    milliseconds: ROUND_MS,
    isGood: status => status === 200,
  })
  const after = await metricsOf(agent)
  return {
    'pages, a second': aSecond(pages),
    failed: pages.failed,
    'processor, %': Math.round((100 * (after.processor - before.processor)) / pages.seconds),
    // Of the time since the metrics were last read.
    'longest turn, ms': Math.round(1_000 * after.longestTurn),
    'memory, MB': Math.round(after.memory / 1_000_000),
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

async function follow(agent: string) {
  const program = spawn(
    process.execPath,
    [join(import.meta.dirname, 'followers.ts'), agent, `${FOLLOWERS}`],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  )
  const lines = createInterface(program.stdout)
  await once(lines, 'line')
  return {
    async told(): Promise<{ received: number; missed: number; wrongOrder: number }> {
      program.stdin.write('\n')
      const [line] = await once(lines, 'line')
      return JSON.parse(`${line}`)
    },
    end: () => program.kill(),
  }
}
