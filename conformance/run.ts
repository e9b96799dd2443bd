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
  const skippedParts = new Map<Part, 'nobody' | 'something else'>()
  const results: CaseResult[] = []
  for (const one of cases) {
    const started = performance.now()
    const instead = skippedParts.get(partOf(one))
    // For another kind of server, the JSON case is still run: its result says what the server sent.
    const isSkipped = instead === 'nobody' || (instead && !one.id.endsWith('/json-text'))
    const finding = isSkipped
      ? UNANSWERED
      : await lookedAt(one, seen, instead => skippedParts.set(partOf(one), instead))
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

/** @param stop called when the rest of the part can be skipped: nothing answers, or another kind of server does */
async function lookedAt(
  one: Case,
  seen: Visit,
  stop: (instead: 'nobody' | 'something else') => void,
): Promise<Finding> {
  const finding = await findingOf(one, seen, () => stop('nobody'))
  if (finding.result !== 'failed' || !one.id.endsWith('/answers')) return finding
  if (!(await isSomethingElse(partOf(one), seen))) return finding
  stop('something else')
  return failed(`this is not such a service, so the other cases were skipped: ${finding.detail}`)
}

async function findingOf(one: Case, seen: Visit, nobody: () => void): Promise<Finding> {
  try {
    return await one.look(seen)
  } catch (error) {
    if (isUnreachable(error) && one.id.endsWith('/answers')) nobody()
    const finding = error instanceof Ends ? error.finding : failed(reason(error))
    if (one.level === 'required' || finding.result !== 'failed') return finding
    // Where the interface is silent a case cannot fail; the cause is reported by another case.
    return { result: 'not shown', detail: finding.detail }
  }
}

/** True when neither content call returns an envelope; for the other APIs, when the response is neither JSON nor a refusal. */
async function isSomethingElse(part: Part, seen: Visit): Promise<boolean> {
  try {
    if (part === 'attendance' || part === 'session') {
      const answer = await (part === 'session' ? seen.user() : seen.list())
      return isOtherThanJson(answer) && answer.status !== 401 && answer.status !== 403
    }
    const answers = [await seen.popups(ACADEMY), await seen.news({ ...ACADEMY, lastSyncTime: seen.recent })]
    return answers.every(isOtherThanJson)
  } catch {
    return false
  }
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
