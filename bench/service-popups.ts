/** The service's popup call as built, with its store, its request log and a txID of its own a call, against others. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { COMMAND } from '../../scripts/pack/places.ts'
import { aSecond, ask, HEADERS as BROWSER } from '../http/against.ts'
import { load } from '../http/load.ts'
import { startPrograms } from '../http/programs.ts'
import { timed } from '../http/timed.ts'
import { median, rounded } from '../news.ts'
import type { Measured } from '../suite.ts'
import { startPeers } from './peers.ts'

const BARE = join(import.meta.dirname, '..', 'http', 'bare.ts')
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

export async function servicePopups(): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'schoolbell-bench-'))
  const dataDir = join(folder, 'store')
  const programs = startPrograms()
  const fresh = await firstAnswers('--ephemeral')
  await firstAnswer('--data-dir', dataDir)
  const existing = await firstAnswers('--data-dir', dataDir)
  const ours = await startService('--data-dir', dataDir)
  const answer = await ask(ours.base + CALL, HEADERS)
  const body = Buffer.from(answer.body, 'base64')
  const peers = await startPeers(JSON.parse(body.toString()), folder)
  try {
    const bare = await programs.start(BARE, JSON.stringify(answer))
    const contestants = [
      { name: 'schoolbell', url: ours.base + CALL, rates: [] as number[] },
      { name: 'bare', url: bare, rates: [] as number[] },
      ...peers.all.map(peer => ({ ...peer, rates: [] as number[] })),
    ]
    const first = contestants[0] as (typeof contestants)[number]
    for (const { url } of contestants) await load({ url, headers: HEADERS, ...WARM_UP })
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const contestant of round % 2 === 0 ? contestants : contestants.toReversed()) {
        // Every answer has a txID of its own; the length is the same.
        const isGood = (status: number, received: Buffer) =>
          status === 200 && (contestant !== first || received.length === body.length)
        const loaded = await load({ url: contestant.url, headers: HEADERS, ...ROUND, isGood })
        if (loaded.failed > 0) throw new Error(`${loaded.failed} calls failed at ${contestant.name}`)
        contestant.rates.push(aSecond(loaded))
      }
    }
    const megabytes = residentMegabytes(ours.pid)
    const times = await timed(Object.fromEntries(contestants.map(({ name, url }) => [name, () => url])))
    const ratio = (rates: number[]) => median(rates.map((rate, round) => rate / (first.rates[round] ?? 0)))
    return {
      rows: {
        ...Object.fromEntries(
          contestants.map(({ name, rates }) => [
            name,
            { 'a second': median(rates), 'schoolbell to it': rounded(1 / ratio(rates)), ...times[name] },
          ]),
        ),
        'first answer, new store': { 'median, ms': fresh },
        'first answer, existing store': { 'median, ms': existing },
        'memory after load': { megabytes },
      },
      limits: [
        ...contestants.slice(1).map(({ name, rates }) => ({
          what: `rate of ${name} to schoolbell’s`,
          found: rounded(ratio(rates), 3),
          limit: rounded(1 / (LEAST[name as keyof typeof LEAST] ?? 1), 3),
        })),
        { what: 'first answer with a new store, ms', found: fresh, limit: MOST_MS },
        { what: 'first answer with an existing store, ms', found: existing, limit: MOST_MS },
        { what: 'resident memory after load, MB', found: megabytes, limit: MOST_MEGABYTES },
      ],
    }
  } finally {
    await peers.end()
    await ours.end()
    await programs.end()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function startService(...more: string[]) {
  const args = [COMMAND, 'service', '--port', '0', '--log-level', 'silent', ...more]
  const program = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [base] = await once(createInterface(program.stdout), 'line')
  return {
    base: `${base}`,
    pid: program.pid ?? 0,
    async end() {
      program.kill()
      if (program.exitCode === null && program.signalCode === null) await once(program, 'close')
    },
  }
}

/** Milliseconds from the start of the process to the whole of its first answer. */
async function firstAnswer(...store: string[]): Promise<number> {
  const started = performance.now()
  const service = await startService(...store)
  await new Promise<void>((resolve, reject) => {
    get(service.base + CALL, response => {
      response.resume().on('end', resolve)
    }).on('error', reject)
  })
  const taken = performance.now() - started
  await service.end()
  return taken
}

async function firstAnswers(...store: string[]): Promise<number> {
  const times: number[] = []
  for (let start = 0; start < STARTS; start += 1) times.push(await firstAnswer(...store))
  return Math.round(median(times))
}

function residentMegabytes(pid: number): number {
  return Math.round(Number(execFileSync('ps', ['-o', 'rss=', '-p', `${pid}`], { encoding: 'utf8' })) / 1024)
}
