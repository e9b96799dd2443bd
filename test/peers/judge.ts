/** Prism's validation proxy before a service: a judge who knows nothing of this project but a description by hand. */
import { createRequire } from 'node:module'
import { getHttpOperationsFromSpec } from '@stoplight/prism-http'
import { createServer } from '@stoplight/prism-http-server'
import { pino } from 'pino'

export interface Judge {
  /** For a run: GETs of the four calls go through the proxy, everything else goes past it. */
  fetch: typeof fetch
  /** What the judge objects to in answers; objections to questions do not count, since many are wrong on purpose. */
  objections(): string[]
  /** Answers that came through, by path. */
  judged(): Map<string, number>
  close(): Promise<void>
}

const CALLS = /\/cms\/api\/v1\/\w+\/check$|\/attendance-lists\/|\/external-session$/

/** @param upstream as in `http://127.0.0.1:4010` */
export async function startJudge(upstream: string): Promise<Judge> {
  const description = createRequire(import.meta.url)('./interface.openapi.json')
  const operations = await getHttpOperationsFromSpec(description)
  const logger = pino({ level: 'silent' })
  const proxy = createServer(operations, {
    components: { logger: logger as never },
    cors: false,
    config: {
      isProxy: true,
      upstream: new URL(upstream),
      mock: { dynamic: false },
      checkSecurity: false,
      validateRequest: true,
      validateResponse: true,
      errors: false,
      upstreamProxy: undefined,
    },
  })
  const base = await proxy.listen(0, '127.0.0.1')
  const judged = new Map<string, number>()
  const objections: string[] = []

  const through: typeof fetch = async (input, init) => {
    const url = new URL(`${input}`)
    if (init?.method !== 'GET' || !CALLS.test(url.pathname)) return await fetch(input, init)
    const response = await fetch(new URL(`${url.pathname}${url.search}`, base), init)
    const said = response.headers.get('sl-violations')
    const call = url.pathname.replace(/^.*\/(?=check|attendance|external)/, '')
    judged.set(call, (judged.get(call) ?? 0) + 1)
    objections.push(
      ...(said === null ? [] : objectionsIn(said)).map(text => `${url.pathname}${url.search} ${text}`),
    )
    return response
  }
  return { fetch: through, objections: () => objections, judged: () => judged, close: () => proxy.close() }
}

function objectionsIn(header: string): string[] {
  const objections: { location: string[]; message: string; severity: string }[] = JSON.parse(header)
  return objections
    .filter(({ location }) => location[0] === 'response')
    .map(({ location, message }) => `${location.join('/')} ${message}`)
}
