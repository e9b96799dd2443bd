/**
 * A run: executes all cases one after the other; each returns a finding.
 *
 * Sends requests only, nearly all of them GET. A case that throws counts as failed, and the run continues.
 */
import { TransportError } from '../shared/client/errors.ts'
import { LONGEST_MESSAGE, serviceText } from '../shared/client/service-text.ts'
import type { Answer } from './ask.ts'
import { type Case, Ends, type Finding, failed, type Part, partOf, UNANSWERED } from './case.ts'
import { type ConformanceOptions, readOptions } from './options.ts'
import { type CaseResult, type ConformanceReport, summaryOf } from './report.ts'
import { ACADEMY, type Places, type Visit, visit } from './visit.ts'

/**
 * Checks a service. It conforms when `summary.failed` is 0.
 *
 * @param signal stops the run; the report then holds the results so far
 * @throws {ConformanceOptionError} invalid option
 *
 * @example
 * const report = await runConformance({ serviceUrl: 'http://127.0.0.1:4010/cms' })
 * for (const { id, detail } of report.cases.filter(one => one.result === 'failed')) console.log(id, detail)
 */
export async function runConformance(
  options: ConformanceOptions,
  signal?: AbortSignal,
): Promise<ConformanceReport> {
  const { places, cases, notAsked, leftOut, limits, pauseMs, clock, onResult } = readOptions(options)
  const startedAt = clock.now()
  const now = () => clock.now().epochMilliseconds
  const seen = visit(places, { ...limits, now, pause: takingTurns(pauseMs) }, signal)
  const mask = masked([
    places.attendance?.accessKey,
    places.session?.sessionToken,
    places.session?.expiredToken,
  ])
  const skipped = new Set<Part>()
  const results: CaseResult[] = []
  for (const one of cases) {
    const started = performance.now()
    const finding = skipped.has(partOf(one))
      ? UNANSWERED
      : await lookedAt(one, seen, part => skipped.add(part))
    if (signal?.aborted) break
    const result = resultOf(one, { ...finding, detail: mask(finding.detail) }, performance.now() - started)
    results.push(result)
    onResult(result, { done: results.length, all: cases.length })
  }
  return {
    startedAt: startedAt.toString({ smallestUnit: 'second' }),
    addresses: addressesOf(places),
    complete: results.length === cases.length,
    asked: seen.asked,
    notAsked,
    leftOut,
    summary: summaryOf(results),
    cases: results,
  }
}

/** @param skip called for each part at an address where no such service answers: the first part says so, once */
async function lookedAt(one: Case, seen: Visit, skip: (part: Part) => void): Promise<Finding> {
  const finding = await findingOf(one, seen)
  if (finding.result !== 'failed' || !one.id.endsWith('/answers')) return finding
  const part = partOf(one)
  const own = await answererAt(part, seen)
  if (own === 'a service') return finding
  const together = CONTENT.includes(part) ? CONTENT : [part]
  const others = await Promise.all(together.map(each => answererAt(each, seen)))
  const isAbsent = !others.includes('a service')
  if (!isAbsent && own === 'another server') return finding
  for (const each of isAbsent ? together : [part]) skip(each)
  const what = own === 'nobody' ? 'nothing answers' : 'this is not such a service'
  return failed(`${what}, so the other cases were skipped: ${finding.detail}`)
}

/** One address for both. */
const CONTENT: readonly Part[] = ['popups', 'news']

async function findingOf(one: Case, seen: Visit): Promise<Finding> {
  try {
    return await one.look(seen)
  } catch (error) {
    const finding = error instanceof Ends ? error.finding : failed(reason(error))
    if (one.level === 'required' || finding.result !== 'failed') return finding
    // Where the interface is silent a case cannot fail; the cause is reported by another case.
    return { result: 'not shown', detail: finding.detail }
  }
}

/** What the call of a part finds: another server answers neither with JSON nor, for the APIs with a key, with a refusal. */
async function answererAt(part: Part, seen: Visit): Promise<'a service' | 'another server' | 'nobody'> {
  try {
    const answer = await callOf(part, seen)
    const isRefusal = !CONTENT.includes(part) && (answer.status === 401 || answer.status === 403)
    return isOtherThanJson(answer) && !isRefusal ? 'another server' : 'a service'
  } catch (error) {
    return isUnreachable(error) ? 'nobody' : 'a service'
  }
}

function callOf(part: Part, seen: Visit): Promise<Answer> {
  if (part === 'popups') return seen.popups(ACADEMY)
  if (part === 'news') return seen.news({ ...ACADEMY, lastSyncTime: seen.recent })
  return part === 'attendance' ? seen.list() : seen.user()
}

/** Neither valid JSON nor declared as JSON. */
const isOtherThanJson = ({ isJson, headers }: Answer) =>
  !isJson && !headers.get('content-type')?.includes('json')

/** Requests wait for each other, so that the pause holds between any two. */
function takingTurns(pauseMs: number): () => Promise<unknown> {
  let turn: Promise<unknown> = Promise.resolve()
  return () => {
    if (pauseMs > 0) turn = turn.then(() => new Promise(over => setTimeout(over, pauseMs)))
    return turn
  }
}

const isUnreachable = (error: unknown) =>
  error instanceof TransportError && (error.code === 'UNREACHABLE' || error.code === 'TIMEOUT')

const reason = (error: unknown) =>
  serviceText(error instanceof Error ? error.message : String(error), LONGEST_MESSAGE)

function resultOf(one: Case, finding: Finding, ms: number): CaseResult {
  return {
    id: one.id,
    part: partOf(one),
    level: one.level,
    rule: one.rule,
    ...finding,
    ...(one.level === 'silent' && { clients: one.clients }),
    ms: Math.round(ms),
  }
}

/** Hides secrets that a service repeats. */
function masked(secrets: readonly (string | undefined)[]): (text: string) => string {
  const given = secrets.filter(secret => secret !== undefined && secret !== '') as string[]
  return text => given.reduce((shorter, secret) => shorter.replaceAll(secret, '***'), text)
}

function addressesOf({ content, attendance, session }: Places): ConformanceReport['addresses'] {
  return {
    ...(content && { serviceUrl: content.serviceUrl }),
    ...(attendance && { syncUrl: attendance.syncUrl }),
    ...(session && { sessionUrl: session.sessionUrl }),
    ...(session?.otherSessionUrl !== undefined && { otherSessionUrl: session.otherSessionUrl }),
  }
}
