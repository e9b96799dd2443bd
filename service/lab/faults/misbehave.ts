/**
 * What a fault does to a call.
 *
 * Some answer in its place, before the interface is asked; some let it answer and spoil what goes over the wire. Both on
 * the real socket, so that a client sees what it would see of a network that fails.
 */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ParameterCode, RETURN_CODES, returnMessage } from '../../../shared/contract/return-code.ts'
import { sendProblem } from '../../../shared/server/problem.ts'
import { sendFailure } from '../../content/reply.ts'
import type { Fault } from './fault.ts'
import { hold } from './held.ts'
import { MAINTENANCE_PAGE } from './maintenance-page.ts'
import { hasBody, headOf, socketOf } from './raw-answer.ts'

export interface CallUnderFault {
  request: FastifyRequest
  reply: FastifyReply
  fault: Fault
  /** How long the call may be held. */
  mostMs: number
  /** What the `Date` header says. */
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
      return void sendFailure(request, reply, request.id, { code: fault.code, message })
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
        // Before the connection is gone, which ends the answer for Node.
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
  const { reply, fault, over } = call
  switch (fault.kind) {
    case 'content-type':
      reply.header('content-type', fault.type)
      return void proceed()
    case 'truncated':
    case 'broken-chunk':
    case 'drip':
      reply.hijack()
      return void wholeBody(payload, reply.raw).then(
        body => sendSpoiled(call, fault, body),
        () => {
          reply.raw.destroy()
          over('')
        },
      )
    default:
      return void proceed()
  }
}

function sendSpoiled(
  { request, reply, mostMs, date, over }: CallUnderFault,
  fault: Extract<Fault, { kind: 'truncated' | 'broken-chunk' | 'drip' }>,
  body: Buffer,
): void {
  // The client may have left while a file was read, and nobody tells of that twice.
  if (request.raw.socket.destroyed) {
    over('')
    return
  }
  const isBare = !hasBody(request.method, reply.statusCode)
  const half = body.subarray(0, body.length >> 1)
  const whole = { 'content-length': `${body.length}` }
  socketOf(reply.raw, socket => {
    const end = (head: string, sent: Buffer) => {
      socket.write(Buffer.concat([Buffer.from(head, 'latin1'), sent]))
      over(head)
      socket.destroySoon()
    }
    if (fault.kind === 'drip') {
      const head = headOf(reply, date(), isBare ? {} : whole)
      const left = setTimeout(() => socket.destroy(), mostMs - (fault.delayMs ?? 0))
      return void drip(socket, Buffer.from(head, 'latin1'), isBare ? Buffer.alloc(0) : body, fault, () => {
        clearTimeout(left)
        over(head)
      })
    }
    // Without a body there is only the head to break off.
    if (isBare || body.length === 0) {
      const head = headOf(reply, date(), isBare ? {} : whole)
      return void end(head.slice(0, head.length >> 1), Buffer.alloc(0))
    }
    if (fault.kind === 'truncated') return void end(headOf(reply, date(), whole), half)
    const chunk = [`${half.length.toString(16)}\r\n`, half, '\r\nno-size\r\n', body.subarray(half.length)]
    end(
      headOf(reply, date(), { 'transfer-encoding': 'chunked' }),
      Buffer.concat(chunk.map(part => (typeof part === 'string' ? Buffer.from(part) : part))),
    )
  })
}

const TICK_MS = 50

/** A few bytes each twentieth of a second, or one at a time when that is more than enough. */
function drip(
  socket: Socket,
  head: Buffer,
  body: Buffer,
  { bytesPerSecond, head: isHeadSlow = false }: Extract<Fault, { kind: 'drip' }>,
  over: () => void,
): void {
  if (!isHeadSlow) socket.write(head)
  const slow = isHeadSlow ? Buffer.concat([head, body]) : body
  const each = Math.max(1, Math.round((bytesPerSecond * TICK_MS) / 1000))
  const everyMs = Math.max(TICK_MS, 1000 / bytesPerSecond)
  let sent = 0
  const next = () => {
    if (sent >= slow.length) {
      clearInterval(ticking)
      socket.destroySoon()
      return
    }
    socket.write(slow.subarray(sent, sent + each))
    sent += each
  }
  const ticking = setInterval(next, everyMs)
  // The client may leave, and the service may close.
  socket.once('close', () => {
    clearInterval(ticking)
    over()
  })
  next()
}

/** What a reply was given to send. @throws a file cannot be read, or its client has left meanwhile */
async function wholeBody(payload: unknown, response: ServerResponse): Promise<Buffer> {
  if (typeof payload === 'string') return Buffer.from(payload)
  if (Buffer.isBuffer(payload)) return payload
  if (payload === null || payload === undefined) return Buffer.alloc(0)
  const file = payload as Readable
  const leave = () => file.destroy()
  response.once('close', leave)
  const chunks: Buffer[] = []
  for await (const chunk of file) chunks.push(Buffer.from(chunk))
  response.removeListener('close', leave)
  return Buffer.concat(chunks)
}

/** The interface's own words where it has some; a parameter that they name is the one that every call has. */
function messageOf(code: string): string {
  return Object.hasOwn(RETURN_CODES, code)
    ? returnMessage(code as ParameterCode, 'siteId')
    : `return code ${code}`
}
