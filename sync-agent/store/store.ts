/** The agent's store as its other parts see it: each file of SQL names its methods, so that another engine can stand behind it. */

import type { ApplyStore } from './apply.ts'
import type { ChangeLog } from './change-log.ts'
import type { MarkStore } from './change-marks.ts'
import type { FeedStore } from './feed-rows.ts'
import type { LeaseStore } from './fence.ts'
import type { FollowerStore } from './followers.ts'
import type { JournalStore } from './journal.ts'
import type { MediaStore } from './media-store.ts'
import type { PopupStore } from './popup-rows.ts'
import type { QuarantineStore } from './quarantine-rows.ts'
import type { NewsStore } from './reading.ts'
import type { RemarkStore } from './remark-rows.ts'
import type { SearchStore } from './search.ts'
import type { SourceStore } from './service-source.ts'
import type { StagingStore } from './staging.ts'
import type { StreamStore } from './stream-rows.ts'
import type { WebhookStore } from './webhook-targets.ts'

export interface AgentStore
  extends StreamStore,
    NewsStore,
    ChangeLog,
    FollowerStore,
    SearchStore,
    FeedStore,
    MarkStore,
    PopupStore,
    QuarantineStore,
    RemarkStore,
    JournalStore,
    LeaseStore,
    StagingStore,
    ApplyStore,
    SourceStore {
  /** Random, made with the store: distinguishes one store's `seq` from another's. */
  readonly identity: string
  readonly webhooks: WebhookStore
  readonly media: MediaStore
  /** What is wrong when the store is no longer the file of its name; undefined: nothing. */
  replaced(): Promise<string | undefined>
  /** @throws {BackupError} */
  backup(path: string): Promise<void>
  close(): Promise<void>
}
