/** Problem details (RFC 9457): how every API of this project but the content API refuses. */
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

export interface Problem {
  status: number
  /** One short sentence that is the same for every such refusal. */
  title: string
  /** What was wrong with this request and what to do. */
  detail?: string
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
  server.setErrorHandler((error: FastifyError, request, reply) => {
    const status = error.statusCode ?? 500
    if (status < 500) return sendProblem(reply, { status, title: error.message })
    request.log.error({ err: error }, 'request failed')
    return sendProblem(reply, { status, title: 'Internal Server Error' })
  })
}

/** For Fastify's `frameworkErrors`: an address that cannot be decoded or is too long reaches no route and no hook. */
export function answerBadAddress(error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  const status = error.statusCode ?? 400
  const said =
    status === 414
      ? { title: 'URI Too Long' }
      : { title: 'Bad Request', detail: 'The address cannot be decoded' }
  sendProblem(reply.header('x-content-type-options', 'nosniff'), { status, ...said })
}

/** For Fastify's `clientErrorHandler`: what is no HTTP request at all, or has more of an address and headers than is read. */
export function answerBadRequest(error: Error & { code?: string }, socket: Socket): void {
  // The socket is gone, or an answer is under way on it.
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const [status, title] = CLIENT_ERRORS[error.code ?? ''] ?? [400, 'Bad Request']
  const body = JSON.stringify({ type: 'about:blank', status, title })
  const head = [
    `HTTP/1.1 ${status} ${title}`,
    'content-type: application/problem+json',
    'cache-control: no-store',
    'connection: close',
    `content-length: ${Buffer.byteLength(body)}`,
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

const CLIENT_ERRORS: Record<string, [status: number, title: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
}
