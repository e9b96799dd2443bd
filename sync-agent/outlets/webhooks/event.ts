/**
 * Which message a change is for a target; undefined: none.
 *
 * A target hears of what the school changes after it was added, and of a stream's first sync as a whole. One that began at
 * the beginning hears of each entry by itself. That an entry's files are mirrored now is told to who has heard of the entry.
 */
import type { Given } from '../../log/follower.ts'
import type { Synced } from '../../store/types.ts'
import { type Stream, sameStream } from '../../stream.ts'
import type { Webhook, WebhookEvent } from './webhook.ts'

export interface Told {
  target: Webhook
  /** Where its follower began; undefined: at the beginning. */
  began: number | undefined
  firstSyncs: readonly Synced[]
}

export function eventOf({ change, appliedSeq }: Given, told: Told): WebhookEvent | undefined {
  const { siteIds, langs, settings } = told.target
  const stream = change.kind === 'upsert' ? change.entry : change
  if (siteIds?.includes(stream.siteId) === false || langs?.includes(stream.lang) === false) return undefined
  const event = kindOf({ change, appliedSeq }, told)
  return event && settings.events?.includes(event) !== false ? event : undefined
}

function kindOf({ change, appliedSeq }: Given, told: Told): WebhookEvent | undefined {
  if (change.kind === 'synced')
    return told.began !== undefined && change.entries > 0 ? 'news.synced' : undefined
  if (change.kind === 'deletion') return change.seq > unheardUpTo(change, told) ? 'news.deleted' : undefined
  const unheard = unheardUpTo(change.entry, told)
  if (change.contentSeq <= unheard) return undefined
  return change.firstSeq > Math.max(appliedSeq, unheard) ? 'news.published' : 'news.changed'
}

/** Changes up to here were before the target's time, or are told as a first sync. */
function unheardUpTo(stream: Stream, { began, firstSyncs }: Told): number {
  if (began === undefined) return 0
  return Math.max(began, firstSyncs.find(first => sameStream(first, stream))?.seq ?? 0)
}
