/**
 * What each machine is asked while visitors come: one request for messages a visitor, through the cache of the school's web
 * server and the relay of its agent to the service that all schools share.
 *
 * 1. The cache serves a copy for `fresh` seconds. Then it serves it for `revalidated` more and asks the agent meanwhile, once.
 *    A copy older than that is fetched before the visitor is answered, once for all who wait.
 * 2. The relay asks the service every `interval` seconds until ten intervals bring no visitor; the next visitor wakes it. It
 *    answers from what it has.
 *
 * Answers take no time: they take milliseconds, and the intervals are seconds.
 */
import type { School } from './arrivals.ts'

export interface Intervals {
  /** `max-age` of the relay's answer, and its `stale-while-revalidate`. */
  fresh: number
  revalidated: number
  /** Of the relay's calls to the service. */
  interval: number
}

/** As built. */
export const AS_BUILT: Intervals = { fresh: 15, revalidated: 60, interval: 15 }
const IDLE_INTERVALS = 10

export interface Load {
  /** Requests by second. */
  web: number[]
  agents: number[]
  service: number[]
  /** Visitors since the announcement by the second in which they come, and how many of them are shown the message. */
  since: number[]
  shown: number[]
}

export function simulate(
  schools: School[],
  { seconds, announcedAt }: { seconds: number; announcedAt: number },
  intervals = AS_BUILT,
): Load {
  const none = () => Array.from({ length: seconds }, () => 0)
  const load: Load = { web: none(), agents: none(), service: none(), since: none(), shown: none() }
  for (const { arrivals, phases } of schools)
    for (const times of Object.values(arrivals))
      visit(times, phases, { seconds, announcedAt }, intervals, load)
  return load
}

/** The visitors of one site in one language. */
function visit(
  times: Float64Array,
  phases: School['phases'],
  { seconds, announcedAt }: { seconds: number; announcedAt: number },
  { fresh, revalidated, interval }: Intervals,
  load: Load,
): void {
  /** When the relay asks next, when it was last asked by the cache, and of when its answer is. It was awake before. */
  let nextPoll = (1 - phases.relay) * interval
  let lastAsked = 0
  let relayed = nextPoll - interval
  const poll = (until: number) => {
    for (; nextPoll <= until; nextPoll += interval) {
      if (nextPoll - lastAsked > IDLE_INTERVALS * interval) {
        nextPoll = Number.POSITIVE_INFINITY
        return
      }
      count(load.service, nextPoll)
      relayed = nextPoll
    }
  }
  /** The cache's copy: when it was fetched, and of when its content is. */
  let fetched = -phases.cache * fresh
  let content = Number.NEGATIVE_INFINITY
  for (const time of times) {
    poll(time)
    count(load.web, time)
    const age = time - fetched
    const held = content
    if (age > fresh) {
      count(load.agents, time)
      lastAsked = time
      if (nextPoll === Number.POSITIVE_INFINITY) nextPoll = time
      poll(time)
      fetched = time
      content = relayed
    }
    const seen = age > fresh && age <= fresh + revalidated ? held : content
    if (time < announcedAt) continue
    count(load.since, time)
    if (seen >= announcedAt) count(load.shown, time)
  }
  poll(seconds - Number.EPSILON)
}

function count(seconds: number[], time: number): void {
  const second = Math.floor(time)
  if (second < seconds.length) seconds[second] = (seconds[second] ?? 0) + 1
}

export const sum = (numbers: number[]): number => numbers.reduce((all, one) => all + one, 0)
