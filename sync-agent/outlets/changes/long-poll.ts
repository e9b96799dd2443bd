/** `GET /v1/changes`: a page of the change log; with `wait` the answer is held back until there is something in it. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Query } from '../news-query.ts'
import type { ChangesParts } from './changes.ts'
import type { Followers } from './followers.ts'
import { CHANGES } from './operations.ts'
import type { ChangesPage } from './page.ts'
import { type ChangesQuestion, printChangePlace, readChangesQuestion, readWait } from './question.ts'
import { refuseMore, refusing } from './refusals.ts'

export interface LongPollParts extends Pick<ChangesParts, 'store' | 'streams' | 'watch'> {
  readPage: (question: ChangesQuestion) => Promise<ChangesPage>
  waiters: Followers
}

export function longPollRoute(server: FastifyInstance, parts: LongPollParts): void {
  const { store, streams, watch, readPage, waiters } = parts

  server.get<{ Querystring: Query }>(
    '/v1/changes',
    { config: { openapi: CHANGES } },
    ({ query, method }, reply) =>
      refusing(reply, store, async () => {
        const question = readChangesQuestion(query, streams)
        const waitMs = readWait(query)
        let page = await readPage(question)
        if (!isEmpty(page) || waitMs === 0 || method === 'HEAD') return send(reply, page, store.identity)

        const waiter = waiters.enter(reply.raw)
        if (!waiter) return refuseMore(reply, 'wait')
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
        return send(reply, page, store.identity)
      }),
  )
}

const isEmpty = ({ changes, more }: ChangesPage) => changes.length === 0 && !more

function send(reply: FastifyReply, { changes, next, more, seq }: ChangesPage, store: string): FastifyReply {
  const rest = JSON.stringify({ next: printChangePlace(next), more, seq, store })
  return reply
    .header('cache-control', 'no-store')
    .header('schoolbell-store', store)
    .type('application/json; charset=utf-8')
    .send(`{"changes":[${changes.map(({ json }) => json).join(',')}],${rest.slice(1)}`)
}
