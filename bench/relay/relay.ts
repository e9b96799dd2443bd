/**
 * The popup relay as visitors meet it: against a bare node:http server that sends the same bytes, and in a spike while
 * the service is down. Each server has a process of its own.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pino } from 'pino'
import { createService } from '../../service/index.ts'
import { median, rounded } from '../news.ts'
import type { Measured } from '../suite.ts'
import { type Loaded, load } from './load.ts'

const AGENT = join(import.meta.dirname, '..', '..', 'cli', 'main.ts')
const BARE = join(import.meta.dirname, 'bare.ts')
const ROUNDS = 9
const ROUND = { connections: 50, milliseconds: 1_000 }
const SPIKE = { connections: 500, requests: 50_000 }
/** As a browser asks. */
const HEADERS = {
  accept: '*/*',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'accept-language': 'en-GB,en;q=0.9',
  origin: 'https://school.example',
  'user-agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
}
/** A bare server may answer this many times as many visitors a second: the relay then has 0.6 of it. */
const MOST_TIMES = rounded(1 / 0.6)

export async function relay(): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'schoolbell-bench-'))
  const programs: ChildProcess[] = []
  const start = async (...args: string[]): Promise<string> => {
    const program = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    programs.push(program)
    const [address] = await once(createInterface(program.stdout), 'line')
    return `${address}`
  }
  const service = await createService({ port: 0, logger: pino({ level: 'silent' }) })
  try {
    const { serviceUrl } = await service.listen()
    const agent = await start(
      ...[AGENT, 'sync', '--service-url', serviceUrl, '--db', join(folder, 'news.db'), '--port', '0'],
      // No cycle of news falls into a round.
      ...['--schedule', '0 0 1 1 *', '--reconcile-schedule', 'never', '--log-level', 'silent'],
      ...['--popup-interval', '1'],
    )
    const url = `${agent}/cms/api/v1/popupmsg/check?siteId=academy&lang=en-US`
    const answer = await ask(url, HEADERS)
    const holding = { ...HEADERS, 'if-none-match': `${answer.headers.etag}` }
    const whole = await against(url, HEADERS, await start(BARE, JSON.stringify(answer)))
    const unchanged = await against(url, holding, await start(BARE, JSON.stringify(await ask(url, holding))))

    await service.close()
    await until(async () => 'cache-status' in (await ask(url, HEADERS)).headers)
    const spike = await load({
      url,
      headers: HEADERS,
      ...SPIKE,
      isGood: isAnswer(answer.status, answer.body),
    })
    return {
      rows: {
        'an answer': whole,
        'not changed (304)': unchanged,
        'spike, service down': { 'relay, a second': aSecond(spike), good: spike.good, failed: spike.failed },
      },
      limits: [
        { what: 'an answer: bare server to relay', found: whole['bare to relay'], limit: MOST_TIMES },
        {
          what: 'not changed (304): bare server to relay',
          found: unchanged['bare to relay'],
          limit: MOST_TIMES,
        },
        {
          what: 'spike: requests not answered with the last good answer',
          found: SPIKE.requests - spike.good,
          limit: 0,
        },
      ],
    }
  } finally {
    await service.close()
    for (const program of programs) {
      program.kill()
      await once(program, 'close')
    }
    rmSync(folder, { recursive: true })
  }
}

/** In turn, so that a busy moment of the machine falls on both. */
async function against(url: string, headers: Record<string, string>, bare: string) {
  const { status, body } = await ask(url, headers)
  const rounds = { relay: [] as number[], bare: [] as number[] }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, asked] of Object.entries({ relay: url, bare })) {
      const loaded = await load({ url: asked, headers, ...ROUND, isGood: isAnswer(status, body) })
      if (loaded.failed > 0)
        throw new Error(`${loaded.failed} of ${loaded.good + loaded.failed} failed at ${asked}`)
      rounds[name as keyof typeof rounds].push(aSecond(loaded))
    }
  }
  const [relay, bareRate] = [median(rounds.relay), median(rounds.bare)]
  return {
    'relay, a second': relay,
    'bare server, a second': bareRate,
    ratio: rounded(relay / bareRate),
    'bare to relay': rounded(bareRate / relay),
  }
}

const aSecond = ({ good, seconds }: Loaded) => Math.round(good / seconds)

/** The same status and the same bytes. */
const isAnswer = (status: number, body: string) => {
  const bytes = Buffer.from(body, 'base64')
  return (found: number, received: Buffer) => found === status && received.equals(bytes)
}

interface Recorded {
  status: number
  headers: IncomingMessage['headers']
  /** Base64. */
  body: string
}

function ask(url: string, headers: Record<string, string>): Promise<Recorded> {
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

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise(resolve => setTimeout(resolve, 50))
}
