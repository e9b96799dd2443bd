/** Dependencies of the change log's routes. */

import type { Metrics } from '../../metrics.ts'
import type { AgentStore } from '../../store/store.ts'
import type { SeqWatch } from '../../store/watch.ts'
import type { Stream } from '../../stream.ts'
import type { RequireCopied } from '../http/first-copy.ts'
import type { NewsView } from '../news/item.ts'

export interface ChangesParts {
  store: AgentStore
  /** Streams that a follower may request. */
  streams: readonly Stream[]
  requireCopied: RequireCopied
  view: NewsView
  watch: SeqWatch
  metrics: Pick<Metrics, 'changeStreams' | 'changeWaiters' | 'changeStreamsCutOff'>
  /** Most open streams, and most waiting calls. */
  maxFollowers: number
  /** Pause between two comments on a stream without changes. */
  heartbeatMs?: number
  /** How long a client may not read its stream. */
  stallMs?: number
}
