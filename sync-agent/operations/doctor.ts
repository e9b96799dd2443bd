/** The doctor: checks a service before an operator relies on it. Changes nothing. */

import { Temporal } from 'temporal-polyfill'
import { dateOf } from '../../shared/client/reply.ts'
import type { Clock } from '../../shared/clock.ts'
import { printWireDateTime, wallClockAt } from '../../shared/contract/wire-time.ts'
import { counted } from '../../shared/text/counted.ts'
import { fetchAsAgent } from '../fetch-as-agent.ts'
import { type Stream, streamName } from '../stream.ts'
import { skewMs } from '../sync/cursor.ts'
import { inWords } from './age.ts'
import { findNewestChange, type NewsSince } from './newest-change.ts'
import { type Ask, newsOf, type Outcome, type Reply, serviceCaller, verdictOf } from './service-call.ts'
import { examineZone } from './zone.ts'

export interface Finding {
  check: string
  /** `failed`: something required does not work; `warning`: it works, but needs attention. */
  result: 'ok' | 'warning' | 'failed' | 'cannot tell'
  detail: string
}

export interface ExamineOptions {
  /** The service's address with its first segment. */
  serviceUrl: string | URL
  streams: readonly Stream[]
  /** The school's zone. */
  zone: string
  timeoutMs?: number | undefined
  totalMs?: number | undefined
  maxBytes?: number | undefined
  clock: Clock
  fetch?: typeof fetch
}

const NOTABLE_SKEW_MS = 30_000

/** @throws when the signal is aborted */
export async function examineService(
  { serviceUrl, streams, zone, timeoutMs, totalMs, maxBytes, clock, fetch = fetchAsAgent }: ExamineOptions,
  signal?: AbortSignal,
): Promise<Finding[]> {
  const limits = {
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(totalMs !== undefined && { totalMs }),
    ...(maxBytes !== undefined && { maxBytes }),
    fetch,
  }
  const ask = serviceCaller(serviceUrl, limits, clock, signal)
  const lastSyncTime = printWireDateTime(wallClockAt(clock.now().subtract({ hours: 1 }), zone))
  const newsOfStream = (stream: Stream, since: string) =>
    ask({ resource: 'news', parameters: { ...stream, lastSyncTime: since } })

  const findings: Finding[] = []
  let well: { stream: Stream; reply: Reply } | undefined
  for (const stream of streams) {
    const outcome = await newsOfStream(stream, lastSyncTime)
    if (findings.length === 0) {
      findings.push(reaches(outcome))
      if (!('reply' in outcome)) return findings
    }
    findings.push(accepts(`news ${streamName(stream)}`, outcome, 'failed'))
    if ('reply' in outcome && newsOf(outcome)) well ??= { stream, reply: outcome.reply }
    findings.push(await popups(ask, stream))
  }
  if (!well) return findings

  const { stream, reply } = well
  const now = serviceNow(reply, clock)
  const newsSince: NewsSince = async wall => newsOf(await newsOfStream(stream, printWireDateTime(wall)))
  const newest = await findNewestChange(newsSince, wallClockAt(now, zone))
  const zoneVerdict = await examineZone(newsSince, { now, zone, newest: newest?.at })
  findings.push(...clocks(reply), { check: 'zone', ...zoneVerdict })
  const quiet = printWireDateTime(wallClockAt(now, zone))
  findings.push(await asksById(ask, { ...stream, lastSyncTime: quiet }, newest?.news.entries[0]))
  return findings
}

/** The agent asks for single entries in doubt. Since now, nothing else is listed. */
async function asksById(
  ask: Ask,
  parameters: Record<string, string>,
  newest: { newsId: string } | undefined,
): Promise<Finding> {
  const check = 'known newsIDs'
  if (!newest) return { check, result: 'cannot tell', detail: 'the service lists no entry to ask for' }
  const { newsId } = newest
  const outcome = await ask({ resource: 'news', parameters: { ...parameters, newsIDs: newsId } })
  if (newsOf(outcome)?.entries.some(entry => entry.newsId === newsId))
    return {
      check,
      result: 'ok',
      detail: 'an entry that is asked for by its newsId comes, although it has not changed',
    }
  const detail =
    'an entry that they name does not come: where an answer contradicts itself the agent has to believe its list; tell the service’s support'
  return { check, result: 'warning', detail }
}

function reaches(outcome: Outcome): Finding {
  const check = 'reaches the service'
  if (!('reply' in outcome)) return { check, result: 'failed', detail: outcome.fault }
  const { status, elapsedMs } = outcome.reply
  return { check, result: 'ok', detail: `HTTP ${status} in ${Math.round(elapsedMs)} ms` }
}

function accepts(check: string, outcome: Outcome, otherwise: 'failed' | 'warning'): Finding {
  if (!('reply' in outcome)) return { check, result: otherwise, detail: outcome.fault }
  const { code, text, txID } = verdictOf(outcome.reply)
  if (code !== 'D00000') return { check, result: otherwise, detail: `${text} (txID ${txID})` }
  const news = newsOf(outcome)
  if (!news) return { check, result: otherwise, detail: 'D00000, but newsList is not an array' }
  return {
    check,
    result: 'ok',
    detail: `accepted; ${counted(news.listed, 'entry', 'entries')} in the last hour`,
  }
}

/** Only a warning: the agent copies news without them. */
async function popups(ask: Ask, stream: Stream): Promise<Finding> {
  const check = `popups ${streamName(stream)}`
  const outcome = await ask({ resource: 'popupmsg', parameters: { ...stream } })
  if (!('reply' in outcome)) return { check, result: 'warning', detail: outcome.fault }
  const { code, text } = verdictOf(outcome.reply)
  return code === 'D00000'
    ? { check, result: 'ok', detail: 'accepted' }
    : { check, result: 'warning', detail: text }
}

function clocks(reply: Reply): Finding[] {
  const answeredAtMs = dateOf(reply.headers)
  if (answeredAtMs === undefined) {
    const detail =
      'none: the cursor uses this machine’s clock, with an overlap of an hour; keep it correct (NTP)'
    return [
      { check: 'Date header', result: 'warning', detail },
      { check: 'clock skew', result: 'cannot tell', detail: 'responses have no Date' },
    ]
  }
  const skew = skewMs({ answeredAtMs, elapsedMs: reply.elapsedMs }, reply.startedAt) ?? 0
  const isNotable = Math.abs(skew) > NOTABLE_SKEW_MS
  const ahead = skew > 0 ? 'ahead of' : 'behind'
  return [
    { check: 'Date header', result: 'ok', detail: new Date(answeredAtMs).toISOString() },
    {
      check: 'clock skew',
      result: isNotable ? 'warning' : 'ok',
      detail: skew === 0 ? 'none' : `the service is ${inWords(Math.abs(skew))} ${ahead} this machine`,
    },
  ]
}

function serviceNow(reply: Reply, clock: Clock): Temporal.Instant {
  const answeredAtMs = dateOf(reply.headers)
  return answeredAtMs === undefined ? clock.now() : Temporal.Instant.fromEpochMilliseconds(answeredAtMs)
}
