/** The calls of each kind of receiver: what its address, headers and body are. */
import { LONGEST_MESSAGE, serviceText } from '../../../shared/client/service-text.ts'
import { counted } from '../../../shared/text/counted.ts'
import { plainLine } from '../../../shared/text/table.ts'
import { withoutEnd } from '../../../shared/text/without-end.ts'
import type { AlertTarget } from '../../options/alerts.ts'
import { inWords } from '../age.ts'
import type { Notice } from './notice.ts'

export interface AlertRequest {
  url: string
  headers: Record<string, string>
  body: string
}

export interface Sender {
  /** The service's address, and the agent's name. */
  source: string
  agent: string
  nowMs: number
}

type Said = Pick<Notice, 'begun' | 'over' | 'open'>

const MOST_LINES = 12
/** Receivers refuse long texts: Discord above 2,000 characters, with the markup; ntfy without a store for files above 4,096 bytes. */
const MOST_BYTES = 1_600

/** @returns undefined: there is nothing to say */
export function requestOf(target: AlertTarget, said: Said, sender: Sender): AlertRequest | undefined {
  const { kind, url } = target
  const { begun, over, open } = said
  if (kind === 'ping') {
    if (begun.length > 0) return plain(signal(url, 'fail'), textOf(said, sender))
    return open === 0 ? plain(url.href, 'all is well') : undefined
  }
  if (begun.length + over.length === 0) return undefined
  return messageOf(target, titleOf(said), textOf(said, sender), {
    title: titleOf(said),
    text: textOf(said, sender),
    at: isoTime(sender.nowMs),
    ...{ source: sender.source, agent: sender.agent },
    begun: begun.map(({ subject, text }) => ({ subject, text })),
    over: over.map(({ subject, since }) => ({ subject, since: isoTime(since) })),
    open,
  })
}

/** To try the address. It changes nothing at a receiver of pings. */
export function trialOf(target: AlertTarget): AlertRequest {
  const title = 'schoolbell: a trial'
  const text = 'This is how alerts of schoolbell arrive. Nothing is wrong.'
  if (target.kind === 'ping') return plain(signal(target.url, 'log'), text)
  return messageOf(target, title, text, { title, text, begun: [], over: [], open: 0 })
}

function messageOf(
  { kind, url: { href: url } }: AlertTarget,
  title: string,
  text: string,
  json: object,
): AlertRequest {
  if (kind === 'slack')
    return { url, headers: OURS, body: JSON.stringify({ text: `*${title}*\n${slackText(text)}` }) }
  if (kind === 'json') return { url, headers: OURS, body: JSON.stringify(json) }
  const request = plain(url, text)
  return { ...request, headers: { ...request.headers, title, tags: 'bell' } }
}

const OURS = { 'user-agent': 'schoolbell-alerts' }

const plain = (url: string, body: string): AlertRequest => ({
  ...{ url, body },
  headers: { ...OURS, 'content-type': 'text/plain; charset=utf-8' },
})

/** Healthchecks.io has signals below a check's address. */
function signal(address: URL, name: 'fail' | 'log'): string {
  const url = new URL(address)
  url.pathname = `${withoutEnd(url.pathname, '/')}/${name}`
  return url.href
}

/**
 * Its characters of markup; what comes from a service must not mention everybody in a channel. Discord and Mattermost take
 * `@everyone` and `@all`, so an invisible character follows each `@`.
 */
const slackText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('@', '@\u200b')

function titleOf({ begun, over, open }: Said): string {
  if (begun.length > 0) return `schoolbell: ${counted(begun.length, 'problem')}`
  return open === 0
    ? 'schoolbell: all is well again'
    : `schoolbell: ${counted(over.length, 'problem')} over, ${open} left`
}

function textOf({ begun, over }: Said, { source, agent, nowMs }: Sender): string {
  const lines = [
    ...begun.map(({ text }) => text),
    ...over.map(({ subject, since }) => `${subject} is well again, after ${inWords(nowMs - since)}`),
  ]
  const said: string[] = []
  let left = MOST_BYTES
  for (const line of lines.slice(0, MOST_LINES)) {
    const short = serviceText(plainLine(line), LONGEST_MESSAGE)
    left -= Buffer.byteLength(slackText(short))
    if (left < 0) break
    said.push(short)
  }
  const rest = lines.length - said.length
  return [
    ...said,
    ...(rest > 0 ? [`and ${rest} more: run schoolbell sync status`] : []),
    `News from ${source}, copied by ${agent}`,
  ].join('\n')
}

const isoTime = (epochMs: number) => new Date(epochMs).toISOString()
