/** `@schoolbell/sync-agent`: the news daemon as a library. */

export { NodeVersionError } from '../shared/node-version.ts'
export { ListenError } from '../shared/server/listen.ts'
export { StoreError } from '../shared/sqlite/open.ts'
export { AgentClosedError, createSyncAgent, type MirrorMediaOptions, type SyncAgent } from './agent.ts'
export { DestinationError } from './destinations/error.ts'
export { openSqlAdmin, type SqlAdmin, type SqlReport, type SqlSettings } from './destinations/sql/admin.ts'
export {
  type DryRun,
  openWordPressAdmin,
  type WordPressAdmin,
  type WordPressDetails,
  type WordPressReport,
  type WordPressSettings,
} from './destinations/wordpress/admin.ts'
export { isPostgres, refuseOtherAddress } from './is-postgres.ts'
export { type AsideReport, type FollowerStatus, whyStopped } from './log/reports.ts'
export { type AlertTrial, tryAlerts } from './operations/alerts/send.ts'
export { backUpKey, backupName, removeOldest } from './operations/backups.ts'
export {
  type CheckMirrorOptions,
  type CheckMirrorProgress,
  type CheckMirrorReport,
  checkMirror,
} from './operations/check-mirror.ts'
export { type MigrateOptions, type MigrateReport, migrateStore } from './operations/copy-store.ts'
export { type ExamineOptions, examineService, type Finding } from './operations/doctor.ts'
export { DropError, type DropReport, dropStream } from './operations/drop-stream.ts'
export {
  FolderFollowerError,
  type FollowerAdmin,
  openFollowerAdmin,
  StoppedFollowerError,
  UnknownFollowerError,
} from './operations/followers.ts'
export { type ExamineLivePageOptions, examineLivePage } from './operations/live-page/examine.ts'
export {
  type ComparedStream,
  MoveError,
  type MoveOptions,
  type MoveReport,
  moveService,
} from './operations/new-address.ts'
export { type ExaminePublicUrlOptions, examinePublicUrl } from './operations/public-url.ts'
export type { Readiness, StaleStream } from './operations/readiness.ts'
export { type RestoreOptions, type RestoreReport, restoreStore } from './operations/restore.ts'
export type { LeaseStatus, PopupStatus, Status, StreamStatus } from './operations/status.ts'
export { checkStatus, type StatusCheck } from './operations/status-check.ts'
export { formatStatus } from './operations/status-table.ts'
export { type MediaFailureReport, openStoreAdmin, type StoreAdmin } from './operations/store-admin.ts'
export { storeFindings } from './operations/store-findings.ts'
export { createSystemdReport, type SystemdReport } from './operations/systemd-report.ts'
export { type AlertTarget, checkAlerts } from './options/alerts.ts'
export type { FeedOptions, FeedTexts } from './options/feeds.ts'
export type { MediaOptions } from './options/media.ts'
export { AgentOptionError, type SyncAgentOptions, type SyncProgress, type Wait } from './options/options.ts'
export { PUBLISH_FORMATS, type PublishFormat, type PublishOptions } from './options/publish.ts'
export { PublishError, type PublishFault } from './outlets/files/errors.ts'
export { PublishOptionError, type PublishStoreOptions, publishStore } from './outlets/files/from-store.ts'
export type { LastSettings } from './outlets/files/last-settings.ts'
export { readLastSettings } from './outlets/files/manifest.ts'
export type { PublishProgress, PublishReport } from './outlets/files/publish.ts'
export type { RequestHandler } from './outlets/http/host-handler.ts'
export type { MirrorProgress } from './outlets/media/mirror.ts'
export type { NewsItem, NewsList } from './outlets/news/item.ts'
export {
  openWebhookAdmin,
  type RotateReport,
  type TestReport,
  type WebhookAdmin,
  WebhookError,
} from './outlets/webhooks/admin.ts'
export type { TargetReport } from './outlets/webhooks/reports.ts'
export { WebhookKeyError } from './outlets/webhooks/secrets.ts'
export { WEBHOOK_EVENTS, type WebhookEvent } from './outlets/webhooks/webhook.ts'
export { BackupError } from './store/backup-error.ts'
export { CopyError, type CopyProgress, type CopyResult } from './store/copy.ts'
export { LeaseLostError } from './store/fence.ts'
export type { MediaCounts } from './store/media-types.ts'
export type {
  Applied,
  EntryRemark,
  Failure,
  QuarantinedEntry,
  QuarantinedEntryWithRaw,
  Run,
  RunFacts,
  RunsQuery,
} from './store/types.ts'
export type { Stream } from './stream.ts'
export { LeaseHeldError } from './sync/lease.ts'
export type {
  CycleDone,
  CycleFailed,
  CycleReport,
  Difference,
  Quarantine,
  ReconcileDone,
  ReconcileFailed,
  ReconcileOptions,
  ReconcileReport,
  RetryReport,
} from './sync/reports.ts'
export type { Breaker } from './sync/retry.ts'
