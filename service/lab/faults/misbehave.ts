/**
 * What a fault does to a call.
 *
 * Some answer in its place, before the interface is asked; some let it answer and spoil what goes over the wire. Both on
 * the real socket, so that a client sees what it would see of a network that fails.
 */
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ParameterCode, RETURN_CODES, returnMessage } from '../../../shared/contract/return-code.ts'
import { sendProblem } from '../../../shared/server/problem.ts'
import { sendFailure } from '../../interface/envelope.ts'
import { type AnswerBody, answerBody, hasBody, headOf, socketOf } from './answer-bytes.ts'
import type { Fault } from './fault.ts'
import { hold } from './held.ts'

export interface CallUnderFault {
  request: FastifyRequest
  reply: FastifyReply
  fault: Fault
  /** How long the call may be held. */
  mostMs: number
  /** Value of the `Date` header. */
  date(): string
  /** To be called when the call is over past Fastify. @param head as it was sent; empty when none was */
  over(head: string): void
}

/**
 * Pictures hang no longer: a browser has six connections to a host, and those that hang are none for the console, in
 * which the fault could be cleared.
 */
export const MOST_MEDIA_MS = 30_000

/** Waits for what a fault waits, unless the client leaves or the service closes. */
export function afterDelay({ request, fault, mostMs, reply, over }: CallUnderFault, go: () => void): void {
  const { delayMs = 0 } = fault
  if (delayMs === 0) return void go()
  const left = () => {
    clearTimeout(timer)
    reply.hijack()
    over('')
  }
  const timer = setTimeout(
    () => {
      reply.raw.removeListener('close', left)
      if (delayMs <= mostMs) return go()
      sendProblem(reply, {
        status: 504,
        title: 'Gateway Timeout',
        detail: `The laboratory holds this call no longer than ${mostMs / 1000} seconds`,
      })
    },
    Math.min(delayMs, mostMs),
  )
  reply.raw.once('close', left)
  hold(request, reply, delayMs)
}

/** In place of the interface. @param proceed lets it answer */
export function answerInstead(call: CallUnderFault, proceed: () => void): void {
  const { request, reply, fault, over } = call
  switch (fault.kind) {
    case 'code': {
      const message = fault.message ?? messageOf(fault.code)
      return void sendFailure(request, reply, { code: fault.code, message })
    }
    case 'status': {
      if (fault.retryAfter !== undefined) reply.header('retry-after', `${fault.retryAfter}`)
      return void sendProblem(reply, {
        status: fault.status,
        title: `HTTP ${fault.status}`,
        detail: 'The laboratory answers in place of the interface',
      })
    }
    case 'html':
      return void reply
        .code(fault.status ?? 503)
        .headers({ 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' })
        .send(MAINTENANCE_PAGE)
    case 'reset':
    case 'empty':
      reply.hijack()
      return void socketOf(reply.raw, socket => {
        // Before the connection is closed, which ends the answer for Node.
        over('')
        if (fault.kind === 'reset') socket.resetAndDestroy()
        else socket.destroySoon()
      })
    case 'delay':
    case 'truncated':
    case 'broken-chunk':
    case 'content-type':
    case 'drip':
      return void proceed()
    default:
      fault satisfies never
  }
}

/** What the interface answers, spoiled. @param proceed lets it go out as it is */
export function spoil(call: CallUnderFault, payload: unknown, proceed: () => void): void {
  const { reply, fault } = call
  switch (fault.kind) {
    case 'content-type':
      reply.header('content-type', fault.type)
      return void proceed()
    case 'truncated':
    case 'broken-chunk':
    case 'drip':
      reply.hijack()
      return void sendSpoiled(
        call,
        fault,
        answerBody(payload, Number(reply.getHeader('content-length') ?? 0)),
      )
    default:
      return void proceed()
  }
}

type Spoiling = Extract<Fault, { kind: 'truncated' | 'broken-chunk' | 'drip' }>

function sendSpoiled(call: CallUnderFault, fault: Spoiling, body: AnswerBody): void {
  const { request, reply, over } = call
  let said = ''
  const end = () => {
    body.leave()
    over(said)
  }
  // A socket that is closed already emits no second `close`.
  if (request.raw.socket.destroyed) return void end()
  request.raw.socket.once('close', end)
  socketOf(reply.raw, socket => {
    const { head, send } = spoilt(call, fault, body)
    said = head
    void send(socket).then(
      () => socket.destroySoon(),
      () => socket.destroy(),
    )
  })
}

/** The head that is sent, and how the body follows. */
function spoilt({ request, reply, mostMs, date }: CallUnderFault, fault: Spoiling, body: AnswerBody) {
  const isBare = !hasBody(request.method, reply.statusCode)
  const bytes = isBare ? 0 : body.length
  const length = { 'content-length': `${body.length}` }
  const whole = headOf(reply, date(), isBare ? {} : length)
  if (fault.kind === 'drip') {
    const patience = mostMs - (fault.delayMs ?? 0)
    return { head: whole, send: (socket: Socket) => drip(socket, whole, body, bytes, fault, patience) }
  }
  // Without a body there is only the head to break off.
  if (bytes === 0) {
    const head = whole.slice(0, whole.length >> 1)
    return { head, send: (socket: Socket) => put(socket, Buffer.from(head, 'latin1')) }
  }
  const half = bytes >> 1
  const isChunk = fault.kind === 'broken-chunk'
  const head = isChunk ? headOf(reply, date(), { 'transfer-encoding': 'chunked' }) : whole
  return {
    head,
    async send(socket: Socket) {
      await put(socket, Buffer.from(isChunk ? `${head}${half.toString(16)}\r\n` : head, 'latin1'))
      await pass(socket, body, half)
      if (!isChunk) return
      await put(socket, Buffer.from('\r\nno-size\r\n'))
      await pass(socket, body, bytes - half)
    },
  }
}

/** How much is in memory at one time. */
const PART_BYTES = 64 * 1024

async function pass(socket: Socket, body: AnswerBody, bytes: number): Promise<void> {
  for (let left = bytes; left > 0; left -= PART_BYTES)
    await put(socket, await body.read(Math.min(left, PART_BYTES)))
}

/** Waits until the client takes more. @throws it has left */
function put(socket: Socket, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    if (socket.destroyed) return reject(new Error('the client has left'))
    if (socket.write(bytes)) return resolve()
    const end = () => {
      socket.removeListener('drain', end).removeListener('close', end)
      resolve()
    }
    socket.on('drain', end).on('close', end)
  })
}

const TICK_MS = 50

/** A few bytes each twentieth of a second, or one at a time when that is more than enough. */
async function drip(
  socket: Socket,
  head: string,
  body: AnswerBody,
  bytes: number,
  { bytesPerSecond, head: isHeadSlow = false }: Extract<Fault, { kind: 'drip' }>,
  mostMs: number,
): Promise<void> {
  const each = Math.max(1, Math.round((bytesPerSecond * TICK_MS) / 1000))
  const everyMs = Math.max(TICK_MS, 1000 / bytesPerSecond)
  let slow = Buffer.from(head, 'latin1')
  let left = bytes
  if (!isHeadSlow) {
    socket.write(slow)
    slow = Buffer.alloc(0)
  }
  const next = async () => {
    const ofHead = slow.subarray(0, each)
    slow = slow.subarray(ofHead.length)
    const ofBody = await body.read(Math.min(each - ofHead.length, left))
    left -= ofBody.length
    await put(socket, Buffer.concat([ofHead, ofBody]))
    return slow.length + left > 0 && ofHead.length + ofBody.length > 0
  }
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let isBusy = false
  const tick = () => {
    if (isBusy) return
    isBusy = true
    next().then(isMore => {
      isBusy = false
      if (!isMore) resolve()
    }, reject)
  }
  const ticking = setInterval(tick, everyMs)
  const tooLong = setTimeout(resolve, mostMs)
  // The client may leave, and the service may close.
  socket.once('close', resolve)
  tick()
  try {
    await promise
  } finally {
    clearInterval(ticking)
    clearTimeout(tooLong)
  }
}

/** The interface's own words where it has some; a parameter that they name is the one that every call has. */
function messageOf(code: string): string {
  return Object.hasOwn(RETURN_CODES, code)
    ? returnMessage(code as ParameterCode, 'siteId')
    : `return code ${code}`
}

/** A page as proxies put up in front of a service that is being worked on: HTML where a client expects JSON. */
const MAINTENANCE_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Maintenance</title>
<h1>We’ll be back soon</h1>
<p>The school information system is being worked on. Please try again later.
<p lang="zh-HK">系統維護中，請稍後再試。
</html>
`
