/** Common parameters of the outlets, and their errors: an invalid one, a database that is away. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { LANGUAGES, SITE_IDS } from '../../../shared/contract/site.ts'
import { answerError as answerOtherError, HttpProblem } from '../../../shared/server/problem.ts'
import { InvalidParameter, type TypedServer, withTypeBox } from '../../../shared/server/validation.ts'
import { isStoreSilent } from '../../store/availability.ts'
import { type Stream, streamName } from '../../stream.ts'
import { storeAway } from './store-away.ts'

/** Invalid parameter. */
export class QueryError extends HttpProblem {
  override name = 'QueryError'
  readonly code = 'QUERY_INVALID'

  constructor(parameter: string, reason: string) {
    super(400, `${parameter}: ${reason}`)
  }
}

/** @returns the same server: its routes' schemas check the parameters; an invalid one is a {@link QueryError} */
export function withParameters(server: FastifyInstance): TypedServer {
  server.setErrorHandler(answerError)
  return withTypeBox(server, { emptyIsAbsent: false })
}

function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return answerOtherError(named(error), request, reply)
}

function named(error: FastifyError): FastifyError | HttpProblem {
  if (error instanceof InvalidParameter) return queryErrorOf(error)
  return isStoreSilent(error) ? storeAway() : error
}

function queryErrorOf({ parameter, remedy, value }: InvalidParameter): QueryError {
  return new QueryError(
    parameter,
    Array.isArray(value) ? `is given ${value.length} times, may be once` : remedy,
  )
}

/** The website and the language; both are optional. */
export function streamParameters(streams: readonly Stream[]) {
  const noSuch = () => noSuchNews(streams)
  return {
    siteId: Type.Optional(
      Type.Refine(
        Type.Enum(SITE_IDS, { description: 'The website. Default: the agent’s first.' }),
        wanted => streams.some(({ siteId }) => siteId === wanted),
        noSuch,
      ),
    ),
    lang: Type.Optional(
      Type.Refine(
        Type.Enum(LANGUAGES, { description: 'The language. Default: the agent’s first.' }),
        wanted => streams.some(({ lang }) => lang === wanted),
        noSuch,
      ),
    ),
  }
}

/** The requested stream, or the first one that fits. @throws {QueryError} */
export function streamOf(question: Partial<Stream>, streams: readonly Stream[]): Stream {
  const [first] = streamsOf(question, streams)
  return first
}

/** All requested streams: of this website, in this language, or all. @throws {QueryError} */
export function streamsOf(
  { siteId, lang }: Partial<Stream>,
  streams: readonly Stream[],
): [Stream, ...Stream[]] {
  const [first, ...others] = streams.filter(
    stream => (siteId ?? stream.siteId) === stream.siteId && (lang ?? stream.lang) === stream.lang,
  )
  if (!first) throw new QueryError('siteId, lang', noSuchNews(streams))
  return [first, ...others]
}

const noSuchNews = (streams: readonly Stream[]) =>
  `this agent has no such news; it has ${streams.map(streamName).join(', ')}`
