/** `GET /v1/changes`: a page of the change log; with `wait` the answer is held back until there is something in it. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Answer, createAnswer, sendAnswer } from '../../../shared/server/answer.ts'
import type { Query } from '../news/query.ts'
import type { Followers } from './followers.ts'
import { CHANGES } from './operations.ts'
import type { ChangesPage } from './page.ts'
import type { ChangesParts } from './parts.ts'
import { type ChangesQuestion, printChangePlace, readChangesQuestion, readWait } from './question.ts'
import { tooManyFollowers } from './too-many-followers.ts'

export interface LongPollParts extends Pick<ChangesParts, 'store' | 'streams' | 'watch'> {
  readPage: (question: ChangesQuestion) => Promise<ChangesPage>
  waiters: Followers
}

export function longPollRoute(server: FastifyInstance, parts: LongPollParts): void {
  const { store, streams, watch, readPage, waiters } = parts
  const send = sender(store.identity)

  server.get<{ Querystring: Query }>(
    '/v1/changes',
    { config: { openapi: CHANGES } },
    async (request, reply) => {
      const { query, method } = request
      const question = readChangesQuestion(query, streams)
      const waitMs = readWait(query)
      let page = await readPage(question)
      if (!isEmpty(page) || waitMs === 0 || method === 'HEAD') return send(request, reply, page)

      const waiter = waiters.enter(reply.raw)
      if (!waiter) throw tooManyFollowers('wait')
      const patience = setTimeout(waiter.end, waitMs)
      try {
        while (isEmpty(page)) {
          await watch.moved(page.seq, waiter.signal)
          if (waiter.signal.aborted) break
          page = await readPage({ ...question, after: page.next })
        }
      } finally {
        clearTimeout(patience)
        waiter.leave()
      }
      return send(request, reply, page)
    },
  )
}

const isEmpty = ({ changes, more }: ChangesPage) => changes.length === 0 && !more

/** Writes a page out, and compresses it, once for all who are told it. */
function sender(store: string) {
  const written = new WeakMap<ChangesPage, Answer>()
  const write = ({ changes, next, more, seq }: ChangesPage) => {
    const rest = JSON.stringify({ next: printChangePlace(next), more, seq, store })
    return createAnswer({
      type: 'application/json; charset=utf-8',
      caching: 'no-store',
      body: `{"changes":[${changes.map(({ json }) => json).join(',')}],${rest.slice(1)}`,
    })
  }
  return (request: FastifyRequest, reply: FastifyReply, page: ChangesPage): Promise<FastifyReply> => {
    const bytes = written.get(page) ?? write(page)
    written.set(page, bytes)
    return sendAnswer(request, reply.header('schoolbell-store', store), bytes)
  }
}
