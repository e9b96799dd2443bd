/** What a run needs of the agent. */
import type { AgentContext } from '../context.ts'

export type SyncParts = Pick<
  AgentContext,
  | 'content'
  | 'recent'
  | 'store'
  | 'clock'
  | 'logger'
  | 'warnOnce'
  | 'zone'
  | 'serviceUrl'
  | 'wait'
  | 'random'
  | 'onSyncProgress'
>
