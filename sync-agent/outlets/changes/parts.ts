/** What the routes of the change log work with. */
import type { Metrics } from '../../metrics.ts'
import type { AgentStore } from '../../store/store.ts'
import type { SeqWatch } from '../../store/watch.ts'
import type { Stream } from '../../stream.ts'

export interface ChangesParts {
  store: AgentStore
  /** Those that a follower may name. */
  streams: readonly Stream[]
  /** The school's, in which `publishedAt` is written. */
  zone: string
  watch: SeqWatch
  metrics: Pick<Metrics, 'changeStreams' | 'changeWaiters' | 'changeStreamsCutOff'>
  /** Open streams at most, and as many waiting calls. */
  maxFollowers: number
  /** Between two signs of life on a silent stream. */
  heartbeatMs?: number
  /** How long a stream's client may leave what was written untaken. */
  stallMs?: number
}
