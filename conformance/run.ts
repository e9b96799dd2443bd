/**
 * A run: executes all cases one after the other; each returns a finding.
 *
 * Sends requests only, nearly all of them GET. A case that throws counts as failed, and the run continues.
 */
import { LONGEST_MESSAGE, serviceText } from '../shared/client/service-text.ts'
import { type Case, Ends, type Finding, failed, type Part, TOO_MANY_CALLS, UNANSWERED } from './case.ts'
import { holdsNothing } from './first-call.ts'
import { type ConformanceOptions, readOptions } from './options.ts'
import { type CaseResult, type ConformanceReport, summaryOf } from './report.ts'
import { type Places, Visit } from './visit.ts'

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
  const { places, cases, strict, notAsked, leftOut, limits, pauseMs, clock, onResult } = readOptions(options)
  const startedAt = clock.now()
  const now = () => clock.now().epochMilliseconds
  const seen = new Visit(places, { ...limits, now, pause: takingTurns(pauseMs) }, signal)
  const mask = masked([
    places.attendance?.accessKey,
    places.session?.sessionToken,
    places.session?.expiredToken,
  ])
  const skipped = new Set<Part>()
  const results: CaseResult[] = []
  for (const one of cases) {
    const started = performance.now()
    const finding = skipped.has(one.part)
      ? UNANSWERED
      : await lookedAt(one, seen, () => skipped.add(one.part))
    if (signal?.aborted) break
    const judged = strict ? strictly(one, finding) : finding
    const { heavy: _, look: __, ...value } = one
    const ms = Math.round(performance.now() - started)
    const result = { ...value, ...judged, detail: mask(judged.detail), ms }
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

/** @param skipPart called when nothing more of its part can be seen: its first case says so, once */
async function lookedAt(one: Case, seen: Visit, skipPart: () => void): Promise<Finding> {
  const limitedBefore = seen.limited
  const finding = await findingOf(one, seen)
  const isFirst = one.id.endsWith('/answers')
  if (seen.limited > limitedBefore) return isFirst ? failed(TOO_MANY_CALLS.detail) : TOO_MANY_CALLS
  if (finding.result !== 'failed' || !isFirst || !(await holdsNothing(one.part, seen))) return finding
  skipPart()
  return failed(`nothing of this part answers, so its other cases were skipped: ${finding.detail}`)
}

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

/** A skipped case stays as it is: the first case of its part has failed. */
function strictly({ level }: Case, finding: Finding): Finding {
  if (level === 'silent' || finding.result !== 'not shown' || finding === UNANSWERED) return finding
  return failed(`could not be seen: ${finding.detail}`)
}

/** Requests wait for each other, so that the pause holds between any two. */
function takingTurns(pauseMs: number): () => Promise<unknown> {
  let turn: Promise<unknown> = Promise.resolve()
  return () => {
    if (pauseMs > 0) turn = turn.then(() => new Promise(over => setTimeout(over, pauseMs)))
    return turn
  }
}

const reason = (error: unknown) =>
  serviceText(error instanceof Error ? error.message : String(error), LONGEST_MESSAGE)

/** Hides secrets that a service repeats; none is so short that it stands in words of a report. */
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
