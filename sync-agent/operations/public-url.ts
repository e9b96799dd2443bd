/**
 * The doctor's check of the web server in front: does it forward everything unchanged, and keep operators' pages private?
 * Changes nothing.
 */
import { limitedFetch, reasonOf } from '../../shared/client/limited-fetch.ts'
import type { Reply } from '../../shared/client/reply.ts'
import { readText } from '../../shared/client/request.ts'
import { withoutEnd } from '../../shared/text/without-end.ts'
import { fetchAsAgent } from '../fetch-as-agent.ts'
import type { Finding } from './doctor.ts'

export interface ExaminePublicUrlOptions {
  /** Where readers reach the agent, as in `https://school.example/school/`. */
  publicUrl: string | URL
  /** Time limit of each call. Milliseconds, default 5,000. */
  timeoutMs?: number | undefined
  fetch?: typeof fetch
}

/** @throws only when the signal is aborted */
export async function examinePublicUrl(
  { publicUrl, timeoutMs = 5_000, fetch = fetchAsAgent }: ExaminePublicUrlOptions,
  signal?: AbortSignal,
): Promise<Finding[]> {
  const base = new URL(publicUrl)
  base.pathname = `${withoutEnd(base.pathname, '/')}/`
  const ask: Ask = async (path, read) => {
    const url = base.href + path
    try {
      return await limitedFetch(url, {}, { timeoutMs, fetch, signal }, async ({ status, body }) => ({
        status,
        text: await read(body),
      }))
    } catch (error) {
      signal?.throwIfAborted()
      return { fault: reasonOf(error, url) }
    }
  }
  const answers = await leadsToAgent(ask, base)
  if (answers.result !== 'ok') return [answers]
  return [answers, await asWritten(ask), await staysInside(ask), await asItHappens(ask)]
}

type Answer = { status: number; text: string } | { fault: string }
type Ask = (path: string, read: (body: Reply['body']) => Promise<string>) => Promise<Answer>

async function leadsToAgent(ask: Ask, base: URL): Promise<Finding> {
  const check = 'public address'
  const answer = await ask('', readText)
  if ('fault' in answer) {
    return { check, result: 'warning', detail: `from this machine: ${answer.fault}` }
  }
  const { status, text } = answer
  if (text.includes('"name":"schoolbell sync agent"'))
    return { check, result: 'ok', detail: 'leads to an agent' }
  if (status === 404 && NOTHING_THERE.test(text)) {
    const detail = `an agent seems to respond, but it does not serve ${base.pathname}; start it with the same --public-url ${base.href}`
    return { check, result: 'failed', detail }
  }
  const remedy = NOBODY_BEHIND.includes(status)
    ? ', nobody answers behind the web server; start the agent, or correct the port to which the web server leads'
    : '; compare the path, and the port to which the web server leads it'
  return { check, result: 'failed', detail: `does not lead to an agent: HTTP ${status}${remedy}` }
}

/** What a web server says when its agent does not answer. */
export const NOBODY_BEHIND = [502, 503, 504]

/** The agent's 404. */
const NOTHING_THERE = /"detail":"There is nothing at GET \/[^"]*"/

/** The agent's 404 names the address as it arrived. */
async function asWritten(ask: Ask): Promise<Finding> {
  const check = '%2F in addresses'
  const answer = await ask('v1/none%2Fat-all', readText)
  if ('fault' in answer) return { check, result: 'cannot tell', detail: answer.fault }
  if (answer.text.includes('none%2Fat-all'))
    return { check, result: 'ok', detail: 'reaches the agent unchanged' }
  const detail =
    'is changed before it reaches the agent, so entries with a slash in their newsId are not found; in nginx, proxy_pass must not have a path'
  return { check, result: 'warning', detail }
}

async function staysInside(ask: Ask): Promise<Finding> {
  const check = '/metrics, /readyz and /freshz'
  const answers = [
    await ask('metrics', readText),
    await ask('readyz', readText),
    await ask('freshz', readText),
  ]
  const isOpen = answers.some(
    answer =>
      'text' in answer && /schoolbell_sync_|"ready"|"Not Ready"|"fresh"|"Not Fresh"/.test(answer.text),
  )
  if (!isOpen) return { check, result: 'ok', detail: 'are private' }
  return { check, result: 'warning', detail: 'anybody can read them; they show details of failures' }
}

/** The first line of a stream must arrive at once; a buffering proxy delays it. */
async function asItHappens(ask: Ask): Promise<Finding> {
  const check = 'stream of changes'
  const answer = await ask('v1/changes/stream', async body => {
    for await (const first of body) return new TextDecoder().decode(first)
    return ''
  })
  if ('text' in answer && answer.text.includes('retry:'))
    return { check, result: 'ok', detail: 'arrives at once' }
  if ('text' in answer && answer.text.includes('NOT_COPIED_YET')) {
    return { check, result: 'cannot tell', detail: 'the agent has not copied the news of each stream yet' }
  }
  if ('status' in answer && answer.status === 503) {
    return { check, result: 'cannot tell', detail: 'too many followers' }
  }
  const said = 'fault' in answer ? answer.fault : `HTTP ${answer.status}`
  return { check, result: 'warning', detail: `is buffered or refused before the agent (${said})` }
}
