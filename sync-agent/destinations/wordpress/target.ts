/** A WordPress site among the destinations of the store, and what a batch works with. */
import type { Fetch } from '../../../shared/client/limited-fetch.ts'
import type { Destination } from '../../store/destination-types.ts'
import type { AgentStore } from '../../store/store.ts'
import type { Change, Upsert } from '../../store/types.ts'
import type { PostRow } from '../../store/wordpress-rows.ts'
import type { WordPressPlace } from './rest.ts'

export const WORDPRESS = 'wordpress'

/** What other destinations do not have. */
export interface WordPressOwn extends Omit<WordPressPlace, 'address'> {
  /** Of posts, as in `post`, and where the interface has them, as in `posts`. */
  type: string
  restBase: string
  status: 'publish' | 'draft'
  /** Set when a post is made: categories, tags, author, and what plugins know, as in `lang`. */
  fields: Readonly<Record<string, unknown>>
  /** Entries of this day and later, `YYYY-MM-DD`. */
  since?: string
  /** Also what somebody else changed in WordPress. */
  overwrites: boolean
  /** Pictures and files are also taken from these hosts. */
  mediaHosts: string[]
}

export type WordPressDestination = Destination<WordPressOwn>

export interface Target {
  id: number
  settings: WordPressOwn
  store: AgentStore
  /** Of the lease. */
  token: number
  /** The school's. */
  zone: string
  /** For pictures and files of the news. */
  fetch: Fetch
  /** Before each call that changes something. @throws another agent leads, or an operator has ended or paused it */
  mayGoOn(): Promise<void>
}

export const placeOf = ({
  address,
  settings: { user, passwordFile, requestsPerSecond },
}: Pick<WordPressDestination, 'address' | 'settings'>): WordPressPlace => ({
  ...{ address, user, passwordFile, requestsPerSecond },
})

/** Whose entry is too old to have a post; one that was given an older day keeps the post that it has. */
export const isTooOld = (change: Change, row: PostRow | undefined, { since = '' }: WordPressOwn): boolean =>
  !row && isUpsert(change) && change.entry.date < since

export const isUpsert = (change: Change): change is Upsert => change.kind === 'upsert'
