/**
 * The doctor's look from outside: whether the web server in front passes on all that visitors ask, as it is asked, and keeps
 * inside what is for operators. It only asks.
 */
import type { Finding } from './doctor.ts'

export interface ExaminePublicUrlOptions {
  /** Where readers reach the agent, as in `https://school.example/school/`. */
  publicUrl: string | URL
  /** Longest wait for each answer. Milliseconds, default 5,000. */
  timeoutMs?: number | undefined
  fetch?: typeof fetch
}

/** @throws when the signal is aborted, and for nothing else */
export async function examinePublicUrl(
  { publicUrl, timeoutMs = 5_000, fetch = globalThis.fetch }: ExaminePublicUrlOptions,
  signal?: AbortSignal,
): Promise<Finding[]> {
  const base = new URL(publicUrl)
  base.pathname = base.pathname.replace(/\/*$/, '/')
  const ask: Ask = async (path, read) => {
    const over = AbortSignal.timeout(timeoutMs)
    const either = signal ? AbortSignal.any([signal, over]) : over
    try {
      const response = await fetch(base.href + path, { signal: either, redirect: 'manual' })
      const { status } = response
      return { status, text: await read(response) }
    } catch (error) {
      signal?.throwIfAborted()
      return { fault: over.aborted ? `no answer within ${timeoutMs / 1000} s` : reasonOf(error) }
    }
  }
  const answers = await leadsToAgent(ask, base)
  if (answers.result !== 'ok') return [answers]
  return [answers, await asWritten(ask), await staysInside(ask), await asItHappens(ask)]
}

type Answer = { status: number; text: string } | { fault: string }
type Ask = (path: string, read: (response: Response) => Promise<string>) => Promise<Answer>

const whole = (response: Response) => response.text()

async function leadsToAgent(ask: Ask, base: URL): Promise<Finding> {
  const check = 'public address'
  const answer = await ask('', whole)
  if ('fault' in answer) {
    return { check, result: 'warning', detail: `cannot be reached from this machine: ${answer.fault}` }
  }
  const { status, text } = answer
  if (text.includes('"name":"schoolbell sync agent"'))
    return { check, result: 'ok', detail: 'an agent answers' }
  if (status === 404 && NOTHING_THERE.test(text)) {
    const detail = `an agent seems to answer, but has nothing at ${base.pathname}; start it with the same --public-url ${base.href}`
    return { check, result: 'failed', detail }
  }
  return { check, result: 'failed', detail: `something else than an agent answers there: HTTP ${status}` }
}

/** The agent's own refusal of an address that it does not know. */
const NOTHING_THERE = /"detail":"There is nothing at GET \/[^"]*"/

/** The refusal of an address that nothing can be at says how it came to the agent. */
async function asWritten(ask: Ask): Promise<Finding> {
  const check = '%2F in addresses'
  const answer = await ask('v1/none%2Fat-all', whole)
  if ('fault' in answer) return { check, result: 'cannot tell', detail: answer.fault }
  if (answer.text.includes('none%2Fat-all'))
    return { check, result: 'ok', detail: 'comes to the agent as it is written' }
  const detail =
    'is changed on its way, so that entries with a slash in their newsId are not found; in nginx, proxy_pass must name no path'
  return { check, result: 'warning', detail }
}

async function staysInside(ask: Ask): Promise<Finding> {
  const check = '/metrics and /readyz'
  const answers = [await ask('metrics', whole), await ask('readyz', whole)]
  const isOpen = answers.some(
    answer => 'text' in answer && /schoolbell_sync_|"ready"|"Not Ready"/.test(answer.text),
  )
  if (!isOpen) return { check, result: 'ok', detail: 'are kept inside' }
  return { check, result: 'warning', detail: 'anybody can read them; they tell of failures in plain words' }
}

/** The first line of a stream comes at once, unless somebody on the way waits for more. */
async function asItHappens(ask: Ask): Promise<Finding> {
  const check = 'stream of changes'
  const answer = await ask('v1/changes/stream', async ({ body }) => {
    const reader = body?.getReader()
    const { value } = (await reader?.read()) ?? {}
    await reader?.cancel()
    return new TextDecoder().decode(value)
  })
  if ('text' in answer && answer.text.includes('retry:'))
    return { check, result: 'ok', detail: 'comes as it happens' }
  if ('status' in answer && answer.status === 503) {
    return { check, result: 'cannot tell', detail: 'as many follow as may (--max-followers)' }
  }
  const said = 'fault' in answer ? answer.fault : `HTTP ${answer.status}`
  return { check, result: 'warning', detail: `is held back or refused on its way (${said})` }
}

/** Of a failed `fetch` the cause tells more than the error. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return cause instanceof Error ? cause.message || cause.name : String(cause)
}
