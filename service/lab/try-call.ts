/** A call of the service to itself over the network, with the result as a client sees it, also when it fails. */
import { type IncomingMessage, request } from 'node:http'
import type { Endpoint } from '../interface/endpoint.ts'
import { type HeaderLine, pairs } from '../request-log/record.ts'

export interface TriedCall {
  method: string
  path: string
  ms: number
  status?: number
  headers: HeaderLine[]
  /** As far as it came. */
  body: string
  error?: { code: string; message: string }
}

export interface TryQuestion {
  endpoint: Endpoint
  siteId?: string
  lang?: string
  environment?: string
}

const PATIENCE_MS = 10_000
const MOST_BYTES = 64 * 1024
const LATE = { code: 'ETIMEDOUT', message: 'no whole answer came in time' }

/**
 * @param own where this service is reached from here: its base, and with the content API's first segment
 * @param patience ends the call; the result has what was received by then
 */
export function tryCall(
  { base, serviceUrl }: { base: string; serviceUrl: string },
  question: TryQuestion,
  patience = AbortSignal.timeout(PATIENCE_MS),
): Promise<TriedCall> {
  const path = pathOf(question, serviceUrl.slice(base.length))
  const started = performance.now()
  const result: TriedCall = { method: 'GET', path, ms: 0, headers: [], body: '' }
  const { hostname, port } = new URL(base)
  return new Promise(resolve => {
    const chunks: Buffer[] = []
    let bytes = 0
    const end = (error?: Error & { code?: string }) => {
      result.ms = Math.round(performance.now() - started)
      result.body = Buffer.concat(chunks).toString()
      if (error)
        result.error = patience.aborted ? LATE : { code: error.code ?? error.name, message: error.message }
      call.destroy()
      resolve(result)
    }
    const read = (response: IncomingMessage) => {
      result.status = response.statusCode ?? 0
      result.headers = pairs(response.rawHeaders)
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes <= MOST_BYTES) chunks.push(chunk)
      })
      response.on('error', end).on('end', () => end())
    }
    const call = request(
      {
        host: hostname.replace(/^\[|\]$/g, ''),
        port,
        path,
        agent: false,
        signal: patience,
        headers: { 'user-agent': 'schoolbell laboratory' },
      },
      read,
    )
    call.on('error', end).end()
  })
}

function pathOf(
  { endpoint, siteId = 'academy', lang = 'en-US', environment = 'staging' }: TryQuestion,
  contentPath: string,
) {
  const query = `siteId=${encodeURIComponent(siteId)}&lang=${encodeURIComponent(lang)}`
  switch (endpoint) {
    case 'popups':
      return `${contentPath}/api/v1/popupmsg/check?${query}`
    case 'news':
      return `${contentPath}/api/v1/news/check?${query}&lastSyncTime=20000101000000`
    case 'attendance':
      return '/sync/units/1/years/2026/groups/1A/attendance-lists/2026-09-01'
    case 'session':
      return `/session/${environment}/v2/grd/external-session`
    case 'media':
      return '/media/avatar.svg'
    default:
      return endpoint satisfies never
  }
}
