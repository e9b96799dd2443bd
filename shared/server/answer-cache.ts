/**
 * Finished answers, kept for as long as what they are made from stays the same, and given before the framework routes a
 * request: routing, hooks and a logger for each request cost more than an answer from memory.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { type Answer, type AnswerContent, createAnswer, type ResponseParts } from './answer.ts'

/** Visitors may make up addresses, and each is a key. */
const MOST_BYTES = 16 * 1024 * 1024

/** Answers by key, each of a version of what it is made from. The least recently used make room for others. */
export class AnswerCache {
  readonly #answers: LRUCache<string, { version: string; answer: Answer }>
  readonly #inProgress = new Map<string, Promise<Answer>>()

  constructor(maxBytes = MOST_BYTES) {
    this.#answers = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ answer }) => Math.ceil(answer.size),
    })
  }

  /** Undefined: there is none, or only one of another version. */
  get(key: string, version: string): Answer | undefined {
    const found = this.#answers.get(key)
    return found?.version === version ? found.answer : undefined
  }

  /** @param make is called once for all who ask meanwhile */
  async getOrMake(key: string, version: string, make: () => Promise<AnswerContent>): Promise<Answer> {
    const found = this.get(key, version)
    if (found) return found
    const name = `${version} ${key}`
    const started = this.#inProgress.get(name)
    if (started) return started
    const making = this.#make(key, version, make).finally(() => this.#inProgress.delete(name))
    this.#inProgress.set(name, making)
    return making
  }

  async #make(key: string, version: string, make: () => Promise<AnswerContent>): Promise<Answer> {
    const answer = createAnswer(await make())
    this.#answers.set(key, { version, answer })
    return answer
  }
}

/** An answer to a request, and the pattern of the route that would have given the same. */
export interface EarlyResponse extends Omit<ResponseParts, 'headers' | 'body'> {
  route: string
  /** An object, or names and values in turn. */
  headers: ResponseParts['headers'] | string[]
  /** Parts are sent as one packet. */
  body: Buffer | readonly Buffer[] | undefined
}

export interface EarlyAnswers {
  /** Undefined: the framework answers. So it does when this throws: it meets the same fault and reports it. */
  find(request: IncomingMessage): EarlyResponse | undefined | Promise<EarlyResponse | undefined>
  /** Called for each answer, with what the framework's own hook would count and log. */
  onAnswered(request: IncomingMessage, response: ServerResponse, route: string): void
  /** Called first for every request, as when a path prefix is to be taken off the address. */
  onRequest?(request: IncomingMessage): void
}

/**
 * Stands before the framework on its server. Only GET is answered here, and nothing once the server is closing; requests that
 * come through a handler mounted in another server go straight to the framework.
 */
export function answerBeforeFramework(server: FastifyInstance, early: EarlyAnswers): void {
  const listeners = server.server.listeners('request') as RequestListener[]
  let isOpen = true
  server.addHook('preClose', async () => {
    isOpen = false
  })
  const route: RequestListener = (request, response) => {
    for (const listener of listeners) listener.call(server.server, request, response)
  }
  const answer: RequestListener = (request, response) => {
    early.onRequest?.(request)
    const found = isOpen && request.method === 'GET' ? findSafely(early, request) : undefined
    if (!found) route(request, response)
    else if (!(found instanceof Promise)) send(found, request, response)
    else void found.then(late => (late ? send(late, request, response) : route(request, response)))
  }
  const send = (found: EarlyResponse, request: IncomingMessage, response: ServerResponse) => {
    write(response, found)
    early.onAnswered(request, response, found.route)
  }
  server.server.removeAllListeners('request').on('request', answer)
}

function findSafely({ find }: EarlyAnswers, request: IncomingMessage): ReturnType<EarlyAnswers['find']> {
  try {
    const found = find(request)
    return found instanceof Promise ? found.catch(() => undefined) : found
  } catch {
    return undefined
  }
}

function write(response: ServerResponse, { status, headers, body }: EarlyResponse): void {
  response.writeHead(status, headers)
  if (body === undefined || Buffer.isBuffer(body)) return void response.end(body)
  // Node corks the connection until the end of this tick, so that all parts leave together.
  for (const part of body) response.write(part)
  response.end()
}
