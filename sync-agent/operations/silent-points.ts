/** What a service does where its interface leaves something open. The agent works with all of it; the report names it. */
import { type Ask, newsOf, type Outcome, verdictOf } from './service-call.ts'

export interface SilentPoint {
  check: string
  detail: string
}

const UNKNOWN_ID = 'schoolbell-doctor-0'

/** @param parameters of a news call that succeeds */
export async function readSilentPoints(
  ask: Ask,
  parameters: Record<'siteId' | 'lang' | 'lastSyncTime', string>,
): Promise<SilentPoint[]> {
  const news = (changed: Record<string, string | undefined>, headers?: Record<string, string>) =>
    ask({ resource: 'news', parameters: { ...parameters, ...changed }, ...(headers && { headers }) })
  const plain = await news({})
  const popups = { resource: 'popupmsg', parameters: { ...parameters, lastSyncTime: undefined } } as const
  return [
    { check: 'missing siteId', detail: refusal(await news({ siteId: undefined })) },
    { check: 'unknown siteId', detail: refusal(await news({ siteId: 'schoolbell-doctor' })) },
    { check: 'unknown lang', detail: refusal(await news({ lang: 'xx' })) },
    { check: 'invalid lastSyncTime', detail: refusal(await news({ lastSyncTime: '20261399000000' })) },
    { check: 'unknown newsIDs', detail: unknownId(await news({ newsIDs: UNKNOWN_ID })) },
    { check: 'type of delNewsIds', detail: typeOfDeleted(plain) },
    {
      check: 'other origins (CORS)',
      detail: origins(await ask({ ...popups, headers: { origin: 'https://school.invalid' } })),
    },
    { check: 'ETag', detail: await revalidation(plain, tag => news({}, { 'if-none-match': tag })) },
  ]
}

/** With the HTTP status, which is open as well. */
function refusal(outcome: Outcome): string {
  if (!('reply' in outcome)) return outcome.fault
  const { status } = outcome.reply
  const { code, text } = verdictOf(outcome.reply)
  return `HTTP ${status}, ${code === 'D00000' ? 'accepted with D00000' : text}`
}

function unknownId(outcome: Outcome): string {
  const news = newsOf(outcome)
  if (!news) return refusal(outcome)
  if (news.deleted.includes(UNKNOWN_ID)) return 'in delNewsIds, like a deleted one'
  const listed = news.entries.some(({ newsId }) => newsId === UNKNOWN_ID)
  return listed ? 'listed, although it does not exist' : 'left out'
}

function typeOfDeleted(outcome: Outcome): string {
  const news = newsOf(outcome)
  if (!news) return refusal(outcome)
  const { delNewsIds } = news
  if (Array.isArray(delNewsIds)) return 'an array'
  if (delNewsIds === undefined) return 'left out'
  return delNewsIds === null ? 'null' : `a ${typeof delNewsIds}`
}

function origins(outcome: Outcome): string {
  if (!('reply' in outcome)) return outcome.fault
  const allowed = outcome.reply.headers.get('access-control-allow-origin')
  return allowed === null
    ? 'not allowed: the widget needs the popup relay or your own proxy'
    : `access-control-allow-origin: ${allowed}`
}

async function revalidation(plain: Outcome, again: (tag: string) => Promise<Outcome>): Promise<string> {
  const tag = 'reply' in plain ? plain.reply.headers.get('etag') : null
  if (tag === null) return 'none'
  const answer = await again(tag)
  const status = 'reply' in answer ? answer.reply.status : answer.status
  const kind = tag.startsWith('W/') ? 'weak' : 'strong'
  return status === 304 ? `${kind}, answered with 304` : `${kind}, but not answered with 304 (HTTP ${status})`
}
