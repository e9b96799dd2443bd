/**
 * Sends requests over persistent connections, one after another on each. Uses bare sockets, so that sending takes little
 * of the machine's time.
 */
import { connect, type Socket } from 'node:net'

export interface Load {
  url: string
  headers?: Record<string, string>
  connections: number
  /** Number of requests, or a time in milliseconds. */
  requests?: number
  milliseconds?: number
  /** Whether a response is correct. */
  isGood(status: number, body: Buffer): boolean
}

export interface Loaded {
  good: number
  /** Wrong or missing responses. */
  failed: number
  seconds: number
}

export async function load({
  requests = Number.POSITIVE_INFINITY,
  milliseconds,
  ...rest
}: Load): Promise<Loaded> {
  const question = Buffer.from(requestText(rest.url, rest.headers ?? {}))
  const { hostname, port } = new URL(rest.url)
  const loaded = { good: 0, failed: 0, seconds: 0 }
  const started = performance.now()
  const until = milliseconds === undefined ? Number.POSITIVE_INFINITY : started + milliseconds
  let left = requests
  const takeTurn = () => {
    if (left <= 0 || performance.now() >= until) return false
    left -= 1
    return true
  }
  const visitors = Array.from({ length: rest.connections }, async () => {
    while (takeTurn()) {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true })
      await visit(
        socket,
        question,
        takeTurn,
        good => {
          loaded[good ? 'good' : 'failed'] += 1
        },
        rest.isGood,
      )
    }
  })
  await Promise.all(visitors)
  loaded.seconds = (performance.now() - started) / 1000
  return loaded
}

/** One connection, until all requests are sent or the connection breaks, which fails its current request. */
function visit(
  socket: Socket,
  question: Buffer,
  takeTurn: () => boolean,
  count: (good: boolean) => void,
  isGood: Load['isGood'],
): Promise<void> {
  let received = Buffer.alloc(0)
  let isUnderWay = true
  socket.write(question)
  socket.on('data', chunk => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    const answer = readAnswer(received)
    if (!answer) return
    received = Buffer.alloc(0)
    count(isGood(answer.status, answer.body))
    isUnderWay = takeTurn()
    if (isUnderWay) socket.write(question)
    else socket.end()
  })
  return new Promise(resolve => {
    socket.on('error', () => {})
    socket.on('close', () => {
      if (isUnderWay) count(false)
      resolve()
    })
  })
}

/** Undefined until the response is complete. */
function readAnswer(received: Buffer): { status: number; body: Buffer } | undefined {
  const end = received.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const head = received.toString('latin1', 0, end)
  const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0)
  if (received.length < end + 4 + length) return undefined
  return { status: Number(head.slice(9, 12)), body: received.subarray(end + 4) }
}

function requestText(url: string, headers: Record<string, string>): string {
  const { host, pathname, search } = new URL(url)
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `GET ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`
}
