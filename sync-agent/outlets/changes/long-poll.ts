/** `GET /v1/changes`: a page of the change log; with `wait`, the response is sent when there is a change. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { type Answer, createAnswer, sendAnswer } from '../../../shared/server/answer.ts'
import { json } from '../../../shared/server/openapi/responses.ts'
import type { TypedServer } from '../../../shared/server/validation.ts'
import type { Stream } from '../../stream.ts'
import { streamsOf } from '../http/parameters.ts'
import { TooManyFollowersError } from './errors.ts'
import type { Followers } from './followers.ts'
import type { ChangesPage, ChangesPages } from './page.ts'
import type { ChangesParts } from './parts.ts'
import { printChangePlace, readChangePlace } from './place.ts'
import { changesParameters, ChangesPage as PageSchema, REFUSALS } from './schema.ts'

export interface LongPollParts extends Pick<ChangesParts, 'store' | 'streams' | 'requireCopied' | 'watch'> {
  pages: ChangesPages
  waiters: Followers
  /** Resolves when it is this caller's turn to be answered after a wait. */
  turn: () => Promise<void>
}

const LONGEST_WAIT_SECONDS = 30

export function longPollRoute(server: TypedServer, parts: LongPollParts): void {
  const { store, streams, requireCopied, watch, pages, waiters, turn } = parts
  const send = sender(store.identity)

  server.get('/v1/changes', { schema: schemaOf(streams) }, async function answerChanges(request, reply) {
    const { query, method } = request
    const { after, limit, wait, siteId, lang } = query
    const wanted = streamsOf(query, streams)
    const question = { after: readChangePlace(after), limit, siteId, lang }
    await requireCopied(wanted)
    let page = await pages.read(question)
    if (!isEmpty(page) || wait === 0 || method === 'HEAD') return send(request, reply, page)

    const waiter = waiters.enter(reply.raw)
    if (!waiter) throw new TooManyFollowersError('wait')
    const patience = setTimeout(waiter.end, wait * 1_000)
    try {
      while (isEmpty(page)) {
        await watch.moved(page.seq, waiter.signal)
        if (waiter.signal.aborted) break
        page = await pages.read({ ...question, after: page.next })
      }
    } finally {
      clearTimeout(patience)
      waiter.leave()
    }
    await turn()
    return send(request, reply, page)
  })
}

const schemaOf = (streams: readonly Stream[]) => ({
  tags: ['Changes'],
  operationId: 'getChanges',
  summary: 'Changes and deletions after a position in the log',
  querystring: Type.Object({
    ...changesParameters(streams, '0'),
    wait: Type.Integer({
      minimum: 0,
      maximum: LONGEST_WAIT_SECONDS,
      default: 0,
      description: 'Longest wait for a change, in seconds.',
    }),
  }),
  response: { 200: json('A page of the log', PageSchema), ...REFUSALS },
})

const isEmpty = ({ changes, more }: ChangesPage) => changes.length === 0 && !more

/** Serialises and compresses a page once for all followers. */
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
