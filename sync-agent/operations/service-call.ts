/** One call of the doctor: the response with status and headers, or why there is none. */
import type { Temporal } from 'temporal-polyfill'
import { ClientError } from '../../shared/client/errors.ts'
import { identifierOf, readDeletedIds } from '../../shared/client/identifier.ts'
import { WRONG_SEGMENT } from '../../shared/client/reply.ts'
import { endpoint, getJson, type RequestLimits } from '../../shared/client/request.ts'
import type { Clock } from '../../shared/clock.ts'
import { SUCCESS } from '../../shared/contract/return-code.ts'
import { withCode } from './status-table.ts'

export interface Reply {
  status: number
  headers: Headers
  json: unknown
  startedAt: Temporal.Instant
  elapsedMs: number
}

export type Outcome = { reply: Reply } | { fault: string }

export interface Question {
  resource: 'news' | 'popupmsg'
  parameters: Record<string, string>
}

export type Ask = (question: Question) => Promise<Outcome>

/** @returns a function that throws only when the signal is aborted */
export function serviceCaller(
  serviceUrl: string | URL,
  limits: RequestLimits,
  clock: Clock,
  signal: AbortSignal | undefined,
): Ask {
  return async ({ resource, parameters }) => {
    const url = endpoint(serviceUrl, 'api', 'v1', resource, 'check')
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
    const startedAt = clock.now()
    try {
      return { reply: { startedAt, ...(await getJson(url, {}, limits, signal)) } }
    } catch (error) {
      signal?.throwIfAborted()
      if (!(error instanceof ClientError)) throw error
      return { fault: withCode(error) }
    }
  }
}

/** The envelope's code and message, as in `D20002 lang is invalid`. */
export function verdictOf({ status, json }: Reply): { code: string | undefined; text: string; txID: string } {
  const text = (name: string) => {
    const value = field(json, name)
    return typeof value === 'string' ? value : undefined
  }
  const code = text('code')
  return {
    code,
    text: code === undefined ? noEnvelope(status) : `${code} ${text('message') ?? ''}`.trim(),
    txID: text('txID') ?? '-',
  }
}

const noEnvelope = (status: number) =>
  status === 404 ? `${notTheService(status)}; ${WRONG_SEGMENT}` : notTheService(status)

export const notTheService = (status: number): string =>
  `HTTP ${status}: a proxy or another program answers, not the service`

export interface ListedEntry {
  newsId: string
  newsDateTime: string
}

export interface NewsAnswer {
  entries: ListedEntry[]
  /** Elements of `newsList`, also invalid ones. */
  listed: number
  deleted: string[]
}

/** The content of a news response, also of one that does not follow the interface; undefined after an error. */
export function newsOf(outcome: Outcome): NewsAnswer | undefined {
  if (!('reply' in outcome) || verdictOf(outcome.reply).code !== SUCCESS) return undefined
  const content = field(outcome.reply.json, 'content')
  const list = field(content, 'newsList')
  if (!Array.isArray(list)) return undefined
  return {
    entries: list.flatMap(entry => {
      const newsId = identifierOf(field(entry, 'newsId'))
      const newsDateTime = field(entry, 'newsDateTime')
      return newsId !== undefined && typeof newsDateTime === 'string' ? [{ newsId, newsDateTime }] : []
    }),
    listed: list.length,
    deleted: readDeletedIds(field(content, 'delNewsIds')).delNewsIds,
  }
}

export function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
