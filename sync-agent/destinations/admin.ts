/** What operators can do with destinations of every kind. */
import type { Clock } from '../../shared/clock.ts'
import { type FollowerStatus, followerStatuses } from '../log/reports.ts'
import type { Destination, DestinationKind } from '../store/destination-types.ts'
import {
  addDestination,
  destinationsOf,
  followerOf,
  pauseDestination,
  readDestination,
  resumeDestination,
} from '../store/destinations.ts'
import { retryAside } from '../store/followers.ts'
import type { AgentStore } from '../store/store.ts'
import { DestinationError } from './error.ts'

/** Instants are ISO 8601 in UTC. */
export interface DestinationReport
  extends Pick<Destination, 'id' | 'address' | 'state'>,
    Partial<Pick<Destination, 'siteIds' | 'langs'>> {
  created: string
  follower: FollowerStatus
}

export interface DestinationAdmin<Report> {
  list(): Promise<Report[]>
  /** @throws {DestinationError} */
  show(id: number): Promise<Report>
  /** What changes meanwhile is brought after `resume`. @throws {DestinationError} */
  pause(id: number): Promise<Report>
  /** What was refused is due now. @throws {DestinationError} */
  resume(id: number): Promise<Report>
}

/** Limits the work: destinations do not share their connections. */
const MOST = 16

export interface AdminParts {
  store: AgentStore
  clock: Clock
  kind: DestinationKind
  /** For messages, as in `table`. */
  word: string
}

/** @param more what a report says besides */
export function destinationAdmin<Own, More extends object>(
  { store, clock, kind, word }: AdminParts,
  more: (destination: Destination<Own>) => Promise<More>,
) {
  const now = () => clock.now().epochMilliseconds
  const unknown = (id: number) => new DestinationError('DESTINATION_UNKNOWN', `there is no ${word} ${id}`)
  const all = () => destinationsOf<Own>(store, kind)
  const report = async (destination: Destination<Own>): Promise<DestinationReport & More> => {
    const { id, address, siteIds, langs, state, createdAt } = destination
    const name = followerOf(destination)
    const follower = (await followerStatuses(store, now())).find(one => one.name === name)
    if (!follower) throw unknown(id)
    return {
      ...{ id, address, ...(await more(destination)), state },
      ...(siteIds && { siteIds }),
      ...(langs && { langs }),
      ...{ created: new Date(createdAt).toISOString(), follower },
    }
  }
  const known = async (id: number) => {
    const destination = await readDestination<Own>(store, kind, id)
    if (!destination) throw unknown(id)
    return destination
  }
  const show = async (id: number) => report(await known(id))
  return {
    all,
    known,
    show,
    /** Of all entries that there are, each by itself. @throws {DestinationError} there are too many */
    async add(settings: Pick<Destination<Own>, 'address' | 'settings' | 'siteIds' | 'langs'>) {
      const added = { kind, ...settings, isFromBeginning: true, most: MOST }
      const id = await addDestination(store, added, now())
      if (id === undefined)
        throw new DestinationError(
          'DESTINATION_TOO_MANY',
          `there are already ${MOST} ${word}s, which is the limit`,
        )
      return show(id)
    },
    list: async () => Promise.all((await all()).map(report)),
    async pause(id: number) {
      await known(id)
      await pauseDestination(store, id)
      return show(id)
    },
    async resume(id: number) {
      await resumeDestination(store, (await known(id)).id)
      await retryAside(store, followerOf({ kind, id }), undefined)
      return show(id)
    },
  }
}
