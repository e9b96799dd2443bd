/** Problem details (RFC 9457): how every API of this project but the content API refuses. */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Fault } from '../client/accept.ts'
import { NO_PAGE } from './no-page.ts'
import { InvalidBody, InvalidParameter } from './validation.ts'

export interface Problem {
  status: number
  /** One short sentence that is the same for every such refusal. */
  title: string
  /** What was wrong with this request and what to do. */
  detail?: string
  /** Each place of the request's body at fault. */
  errors?: readonly Fault[]
}

/** Thrown by a handler or a hook: the request is answered with this problem. */
export class HttpProblem extends Error {
  override name = 'HttpProblem'
  readonly statusCode: number
  readonly problem: Problem
  /** Of the answer, as in `retry-after`. */
  readonly headers: Record<string, string>

  /** @param others fields of the problem besides `detail`, as a `code` or what is there now */
  constructor(
    status: number,
    detail: string,
    { headers = {}, ...others }: Record<string, unknown> & { headers?: Record<string, string> } = {},
  ) {
    super(detail)
    this.statusCode = status
    this.problem = { status, title: titleOf(status), detail, ...others }
    this.headers = headers
  }
}

export function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  return reply
    .code(problem.status)
    .header('cache-control', 'no-store')
    .type('application/problem+json')
    .send(Buffer.from(JSON.stringify({ type: 'about:blank', ...problem })))
}

/** Answers unknown addresses and errors as problems; what went wrong inside stays in the log. */
export function answerWithProblems(server: FastifyInstance): void {
  server.setNotFoundHandler((request, reply) =>
    sendProblem(reply, {
      status: 404,
      title: 'Not Found',
      detail: `There is nothing at ${request.method} ${request.originalUrl.split('?')[0]}`,
    }),
  )
  server.setErrorHandler(answerError)
}

/** For Fastify's `setErrorHandler`: every error thrown as a problem. */
export function answerError(
  error: FastifyError | HttpProblem,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const problem = problemOf(error)
  if (problem.status >= 500 && !(error instanceof HttpProblem))
    request.log.error({ err: error }, 'request failed')
  return sendProblem(error instanceof HttpProblem ? reply.headers(error.headers) : reply, problem)
}

/** What went wrong inside stays inside. */
export function problemOf(error: FastifyError | HttpProblem | InvalidParameter | InvalidBody): Problem {
  if (error instanceof HttpProblem) return error.problem
  const { statusCode: status = 500, message: detail } = error
  if (status >= 500) return { status, title: 'Internal Server Error' }
  const title = titleOf(status)
  if (error instanceof InvalidBody) return { status, title, detail, errors: error.faults }
  // Fastify's own sentences are about one request.
  const isAboutRequest = error instanceof InvalidParameter || error.code?.startsWith('FST_')
  return isAboutRequest ? { status, title, detail } : { status, title: detail }
}

/** Node still has the older names of these. */
const NEWER_TITLES: Record<number, string> = { 413: 'Content Too Large', 422: 'Unprocessable Content' }
const titleOf = (status: number) => NEWER_TITLES[status] ?? STATUS_CODES[status] ?? 'Error'

// To import it by name would load Node's fetch as well, at every start.
const { STATUS_CODES } = process.getBuiltinModule('node:http')

/** For Fastify's `frameworkErrors`: an address that cannot be decoded or is too long reaches no route and no hook. */
export function answerBadAddress(error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  const status = error.statusCode ?? 400
  const said =
    status === 414
      ? { title: 'URI Too Long' }
      : { title: 'Bad Request', detail: 'The address cannot be decoded' }
  sendProblem(reply.headers(NO_PAGE), { status, ...said })
}

/** For Fastify's `clientErrorHandler`: what is no HTTP request at all, or has more of an address and headers than is read. */
export function answerBadRequest(
  error: Error & { code?: string; rawPacket?: unknown },
  socket: SocketOfServer,
): void {
  // Answered already. The rest of what was sent is let in: closing before that would take the answer away again.
  if (socket.writableEnded) return
  const before = socket._httpMessage
  if (error.code === 'ECONNRESET' || !socket.writable || before?.headersSent) return void socket.destroy()
  const [status, title] = CLIENT_ERRORS[error.code ?? ''] ?? [400, 'Bad Request']
  const isToHead = before ? before.req.method === 'HEAD' : mayBeHead(error.rawPacket, socket.bytesRead)
  socket.end(refusalOf(status, title, !isToHead))
  const lingering = setTimeout(() => socket.destroy(), LINGERING_MS).unref()
  socket.once('close', () => clearTimeout(lingering))
}

/** With the answer under way on it, which Node's own handler looks at as well. */
type SocketOfServer = Socket & { _httpMessage?: ServerResponse | null }

/** Nobody parsed it: only a packet that begins the request tells. Fastify's type of it is another than what comes. */
function mayBeHead(packet: unknown, bytesRead: number): boolean {
  if (!Buffer.isBuffer(packet)) return true
  const beginning = packet.toString('latin1', 0, 16)
  const begins = packet.length === bytesRead || /^[A-Z]+ /.test(beginning)
  return !begins || beginning.startsWith('HEAD ')
}

/** An answer to HEAD has no body. */
function refusalOf(status: number, title: string, hasBody: boolean): string {
  const body = hasBody ? JSON.stringify({ type: 'about:blank', status, title }) : ''
  const head = [
    `HTTP/1.1 ${status} ${title}`,
    ...(hasBody ? ['content-type: application/problem+json'] : []),
    'cache-control: no-store',
    ...Object.entries(NO_PAGE).map(([name, value]) => `${name}: ${value}`),
    'connection: close',
    `content-length: ${Buffer.byteLength(body)}`,
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}

/** Whoever still sends by then does not listen. */
const LINGERING_MS = 2_000

const CLIENT_ERRORS: Record<string, [status: number, title: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
}
