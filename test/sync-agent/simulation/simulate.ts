/**
 * Days of a school's news in virtual time: the agent's own code and a real store file against a virtual service. Every
 * cycle is followed by a look at what its answer should have brought, every night by a reconciliation.
 */
import { pino } from 'pino'
import { Temporal } from 'temporal-polyfill'
import { createSyncAgent } from '../../../sync-agent/index.ts'
import { scratch } from '../../support/scratch.ts'
import { freshDatabase } from '../database.ts'
import { ACADEMY } from '../support.ts'
import { type Combination, nameOf } from './combinations.ts'
import { type Copy, openCopy } from './copy.ts'
import { chanceFrom } from './random.ts'
import { type NewsEvent, schoolYear } from './school-year.ts'
import { troubles } from './troubles.ts'
import { type VirtualService, virtualService } from './virtual-service.ts'
import { watchMissing } from './watch.ts'
import { zoneClock } from './zone-clock.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** 40,000 in 20 days. */
const EVENTS_A_DAY = 2_000

export interface Findings {
  cycles: number
  failedCycles: number
  /** Nights on which the reconciliation came right after a good cycle, and compared everything. */
  nights: number
  /** See {@link Watch}. */
  missed: string[]
  overdue: string[]
  /** What those nights found to put right. */
  reconciled: string[]
  /** Identifiers on which copy and service do not agree at the end. */
  differences: string[]
}

export async function simulate(combination: Combination, seed: number): Promise<Findings> {
  const { zone, around, days, skewMs } = combination
  const startMs = Temporal.Instant.from(around).epochMilliseconds - (days / 2) * DAY_MS
  const endMs = startMs + days * DAY_MS
  const chance = chanceFrom(seed ^ fingerprint(nameOf(combination)))
  const clock = zoneClock(zone, startMs - 40 * DAY_MS, endMs + 10 * DAY_MS)
  const year = schoolYear({ startMs, endMs, events: EVENTS_A_DAY * days }, clock, chance)
  const service = virtualService(year, clock, combination, () => trouble.mishap())
  let nowMs = startMs
  const moveTo = (timeMs: number) => {
    nowMs = timeMs
    service.advance(timeMs)
  }

  using files = scratch()
  const db = await freshDatabase(files)
  await using agent = await createSyncAgent({
    serviceUrl: 'http://service.invalid/cms',
    streams: [ACADEMY],
    db,
    zone,
    reconcileSchedule: false,
    fetch: service.fetch,
    clock: { now: () => Temporal.Instant.fromEpochMilliseconds(Math.floor(nowMs + skewMs)) },
    random: chance.number,
    wait: async milliseconds => moveTo(nowMs + milliseconds),
    logger: pino({ level: 'silent' }),
  })
  using copy = openCopy(db)
  const trouble = troubles(copy, chance)
  const watch = watchMissing(service, copy)
  const counts = { cycles: 0, failedCycles: 0, nights: 0 }
  const reconciled: string[] = []

  /** Whether it brought everything there was when it ended: good, and not a retry long. */
  const cycle = async (): Promise<boolean> => {
    const before = nowMs
    watch.begin()
    const [report] = await agent.syncOnce()
    const succeeded = report?.outcome === 'done'
    counts.cycles += 1
    counts.failedCycles += Number(!succeeded)
    watch.end(nowMs, succeeded, await copy.follow())
    return succeeded && nowMs === before
  }
  const night = async (afterWholeCycle: boolean) => {
    const before = nowMs
    const [report] = await agent.reconcile()
    await copy.follow()
    // Only an undisturbed night tells of the cycle before it.
    if (!afterWholeCycle || nowMs !== before || report?.outcome !== 'done') return
    counts.nights += 1
    for (const { kind, newsId } of report.differences) reconciled.push(`${newsId} ${kind}`)
  }

  let today = 0
  for (moveTo(startMs); nowMs < endMs; moveTo(nowMs + chance.between(1, 5) * MINUTE_MS)) {
    await trouble.comeAndGo(nowMs)
    const whole = await cycle()
    const day = Math.floor((nowMs - startMs) / DAY_MS)
    if (day > today) await night(whole)
    today = day
  }
  await trouble.end()
  // By now all has become visible.
  moveTo(nowMs + 5 * MINUTE_MS)
  await night(await cycle())
  const differences = await differencesOf(year.events, service, copy)
  return { ...counts, missed: watch.missed(), overdue: watch.overdue(), reconciled, differences }
}

/** Both ways: what the copy lacks or has otherwise, and what it has too much. */
async function differencesOf(events: NewsEvent[], service: VirtualService, copy: Copy): Promise<string[]> {
  const stored = await copy.readAll()
  const differing: string[] = []
  for (const { id, newsId } of new Map(events.map(event => [event.id, event])).values()) {
    if (stored.get(newsId) !== service.visible(id)?.json) differing.push(newsId)
    stored.delete(newsId)
  }
  return [...differing, ...stored.keys()]
}

/** A number of a name's own, so that no two combinations live through the same days (FNV-1a). */
function fingerprint(name: string): number {
  let mixed = 0x811c9dc5
  for (const character of name) mixed = Math.imul(mixed ^ character.charCodeAt(0), 0x01000193)
  return mixed >>> 0
}
