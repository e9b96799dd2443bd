/** The outbox: due messages, results of attempts, and messages that an operator sends again. */
import type { Language, SiteId } from '../../shared/contract/site.ts'
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import type { Fence } from './fence.ts'
import { replayer } from './webhook-replay.ts'
import {
  type FailedAttempt,
  type FailureNoted,
  type Named,
  NOT_COUNTED,
  type PlanRetry,
  RESTS_AFTER,
  type ReplayChoice,
  type ReplayResult,
  TARGETS_FAULTS,
  type WebhookEvent,
  type WebhookMessage,
} from './webhook-types.ts'

export interface WebhookQueue {
  /** Due messages, the one that has waited longest first. */
  dueMessages(targetId: number, now: number, limit: number): Promise<WebhookMessage[]>
  /** When the next one is due. */
  nextDue(targetId: number, now: number): Promise<number | undefined>

  /**
   * It was delivered, so the target works: messages that waited while it was suspended are due now.
   *
   * @throws {LeaseLostError}
   */
  noteDelivered(token: number, message: WebhookMessage, at: number, status: number): Promise<void>
  /** @throws {LeaseLostError} */
  noteFailed(
    token: number,
    message: WebhookMessage,
    attempt: FailedAttempt,
    plan: PlanRetry,
  ): Promise<FailureNoted>
  /** The target is gone: all its waiting messages fail. @throws {LeaseLostError} */
  noteGone(token: number, message: WebhookMessage, attempt: FailedAttempt): Promise<void>
  /** Removes a message that has no content any more. @throws {LeaseLostError} */
  dropMessage(token: number, id: number): Promise<void>

  /** The newest first. */
  deliveries(query: DeliveriesQuery): Promise<WebhookMessage[]>
  replay(choice: ReplayChoice, at: number): Promise<ReplayResult>
  /** Removes failed messages: of a target, or all of them. @returns how many */
  dropDead(targetId: number | undefined): Promise<number>
  /** Removes old messages. @throws {LeaseLostError} */
  pruneMessages(token: number, limits: PruneLimits): Promise<void>
}

export interface DeliveriesQuery {
  targetId?: number | undefined
  state?: WebhookMessage['state'] | undefined
  limit: number
}

export interface PruneLimits {
  now: number
  /** Removes messages delivered before. */
  deliveredBefore: number
  /** Failed messages to keep for each target, newest first. */
  mostDead: number
}

export interface MessageRow {
  id: number
  target_id: number
  message_id: string
  type: WebhookEvent
  site_id: SiteId
  lang: Language
  news_id: string | null
  entries: number | null
  seq: number
  created_at: number
  state: WebhookMessage['state']
  attempts: number
  next_at: number
  give_up_at: number
  settled_at: number | null
  status: number | null
  failure: string | null
}

/** A time further away than any plan is ignored: the clock was set back since. */
const LONGEST_WAIT_MS = 25 * 3_600_000

export function webhookQueue(database: SqliteDatabase, fence: Fence, named: Named): WebhookQueue {
  // All use webhook_queue, without a sort.
  const unsent = (isDue: string) =>
    database.prepare<[{ targetId: number; now: number; limit: number }], MessageRow>(`
      SELECT * FROM webhook_message WHERE target_id = $targetId AND state = 'pending' AND ${isDue}
      ORDER BY next_at, created_at, id LIMIT $limit`)
  const due = unsent('next_at <= $now')
  const misdated = unsent(`next_at > $now + ${LONGEST_WAIT_MS}`)
  const next = database
    .prepare<[number, number], number | null>(`
      SELECT min(next_at) FROM webhook_message WHERE target_id = ? AND state = 'pending' AND next_at > ?`)
    .pluck()
  const list = database.prepare<
    [{ targetId: number | null; state: string | null; limit: number }],
    MessageRow
  >(`
    SELECT * FROM webhook_message
    WHERE ($targetId IS NULL OR target_id = $targetId) AND ($state IS NULL OR state = $state)
    ORDER BY id DESC LIMIT $limit`)
  const dropDead = database.prepare<[{ targetId: number | null }]>(`
    DELETE FROM webhook_message WHERE state = 'dead' AND ($targetId IS NULL OR target_id = $targetId)`)
  return {
    dueMessages: named((targetId: number, now: number, limit: number) => {
      const rows = due.all({ targetId, now, limit })
      if (rows.length === 0) rows.push(...misdated.all({ targetId, now, limit }))
      return rows.map(messageOf)
    }),
    nextDue: named((targetId: number, now: number) => next.get(targetId, now) ?? undefined),
    ...attemptWriter(database, fence, named),
    deliveries: named(({ targetId, state, limit }: DeliveriesQuery) =>
      list.all({ targetId: targetId ?? null, state: state ?? null, limit }).map(messageOf),
    ),
    replay: named(replayer(database)),
    dropDead: named((targetId: number | undefined) => dropDead.run({ targetId: targetId ?? null }).changes),
    pruneMessages: named(pruner(database, fence)),
  }
}

const TARGETS_FAULT = `(status IS NULL OR status IN (${TARGETS_FAULTS}))`

function attemptWriter(
  database: SqliteDatabase,
  fence: Fence,
  named: Named,
): Pick<WebhookQueue, 'noteDelivered' | 'noteFailed' | 'noteGone' | 'dropMessage'> {
  // A message that was replaced while it was being sent has no row any more.
  const deliver = database.prepare<[{ id: number; at: number; status: number }]>(`
    UPDATE webhook_message SET state = 'delivered', attempts = attempts + 1, settled_at = $at, status = $status,
      failure = NULL
    WHERE id = $id`)
  const known = database.prepare<[number], { failures: number; unanswered: number; triedAt: number }>(`
    SELECT failures_in_a_row AS failures, unanswered_in_a_row AS unanswered,
      max(coalesce(delivered_at, 0), coalesce(failed_at, 0)) AS triedAt
    FROM webhook_target WHERE id = ?`)
  const forgive = database.prepare<[number]>(`
    UPDATE webhook_message SET give_up_at = ${NOT_COUNTED}
    WHERE target_id = ? AND state = 'pending' AND give_up_at <> ${NOT_COUNTED}`)
  const giveUpTime = database
    .prepare<[number], number>('SELECT give_up_at FROM webhook_message WHERE id = ?')
    .pluck()
  const well = database.prepare<[number, number]>(`
    UPDATE webhook_target SET failures_in_a_row = 0, unanswered_in_a_row = 0, not_before = NULL, delivered_at = ? WHERE id = ?`)
  const release = database.prepare<[number]>(`
    UPDATE webhook_message SET next_at = created_at
    WHERE target_id = ? AND state = 'pending' AND ${TARGETS_FAULT}`)
  const putOff = database.prepare(`
    UPDATE webhook_message SET attempts = attempts + 1, next_at = $nextAt, give_up_at = $giveUpAt, status = $status,
      failure = $failure
    WHERE id = $id`)
  const giveUp = database.prepare(`
    UPDATE webhook_message SET state = 'dead', attempts = attempts + 1, settled_at = $at, status = $status,
      failure = $failure
    WHERE id = $id`)
  const giveUpOld = database.prepare(`
    UPDATE webhook_message SET state = 'dead', settled_at = $at, failure = coalesce(failure, $failure)
    WHERE target_id = $targetId AND state = 'pending' AND give_up_at <= $at AND give_up_at <> ${NOT_COUNTED}`)
  const giveUpAll = database.prepare(`
    UPDATE webhook_message SET state = 'dead', settled_at = $at, failure = coalesce(failure, $failure)
    WHERE target_id = $targetId AND state = 'pending'`)
  const unwell = database.prepare(`
    UPDATE webhook_target SET failures_in_a_row = failures_in_a_row + 1, failed_at = $at, failure = $failure,
      unanswered_in_a_row = $unanswered, not_before = $notBefore
    WHERE id = $targetId`)
  const gone = database.prepare(`
    UPDATE webhook_target SET state = 'gone', reason = $reason, failed_at = $at, failure = $failure WHERE id = $targetId`)
  const drop = database.prepare<[number]>('DELETE FROM webhook_message WHERE id = ?')

  /** Call it before recording the attempt. @returns the failures and the calls without an answer in a row before it */
  const noteTried = (targetId: number, at: number) => {
    const { triedAt, ...before } = known.get(targetId) ?? { failures: 0, unanswered: 0, triedAt: at }
    // No plan waits for so long: the agent was off, or the target paused. That time does not count.
    if (at - triedAt > LONGEST_WAIT_MS) forgive.run(targetId)
    return before
  }

  const fenced = <Args extends unknown[], Result>(work: (...args: Args) => Result) =>
    named(
      database.transaction((token: number, ...args: Args) => {
        fence.guard(token)
        return work(...args)
      }).immediate as (token: number, ...args: Args) => Result,
    )
  return {
    noteDelivered: fenced(({ id, targetId }: WebhookMessage, at: number, status: number) => {
      const { failures } = noteTried(targetId, at)
      deliver.run({ id, at, status })
      well.run(at, targetId)
      if (failures >= RESTS_AFTER) release.run(targetId)
    }),
    noteFailed: fenced(
      (
        { id, targetId, attempts }: WebhookMessage,
        { at, status, failure }: FailedAttempt,
        plan: PlanRetry,
      ) => {
        const before = noteTried(targetId, at)
        const failuresInARow = before.failures + 1
        const isUnanswered = status === undefined || TARGETS_FAULTS.includes(status)
        const unansweredInARow = isUnanswered ? before.unanswered + 1 : 0
        const { nextAt, giveUpAt, notBefore } = plan({
          attempts,
          giveUpAt: giveUpTime.get(id) || undefined,
          unansweredInARow,
        })
        unwell.run({ targetId, at, failure, unanswered: unansweredInARow, notBefore: notBefore ?? null })
        if (nextAt === undefined) giveUp.run({ id, at, status: status ?? null, failure })
        else putOff.run({ id, nextAt, giveUpAt: giveUpAt ?? NOT_COUNTED, status: status ?? null, failure })
        // While a target is suspended, not every message gets its own last attempt.
        if (notBefore !== undefined && giveUpAt !== undefined) giveUpOld.run({ targetId, at, failure })
        return { givenUp: nextAt === undefined, failuresInARow }
      },
    ),
    noteGone: fenced(({ id, targetId }: WebhookMessage, { at, status, failure }: FailedAttempt) => {
      giveUp.run({ id, at, status: status ?? null, failure })
      giveUpAll.run({ targetId, at, failure })
      gone.run({ targetId, at, failure, reason: failure })
    }),
    dropMessage: fenced((id: number) => void drop.run(id)),
  }
}

function pruner(database: SqliteDatabase, fence: Fence) {
  // Uses webhook_settled.
  const old = database.prepare<[number]>(
    "DELETE FROM webhook_message WHERE settled_at < ? AND state = 'delivered'",
  )
  const targets = database.prepare<[], number>('SELECT id FROM webhook_target').pluck()
  const excess = database.prepare<[number, number]>(`
    DELETE FROM webhook_message WHERE id IN (
      SELECT id FROM webhook_message WHERE target_id = ? AND state = 'dead' ORDER BY id DESC LIMIT -1 OFFSET ?)`)
  const secrets = database.prepare<[number]>('DELETE FROM webhook_secret WHERE valid_until <= ?')
  return database.transaction((token: number, { now, deliveredBefore, mostDead }: PruneLimits) => {
    fence.guard(token)
    old.run(deliveredBefore)
    for (const id of targets.all()) excess.run(id, mostDead)
    secrets.run(now)
  }).immediate
}

export function messageOf(row: MessageRow): WebhookMessage {
  return {
    id: row.id,
    targetId: row.target_id,
    messageId: row.message_id,
    type: row.type,
    siteId: row.site_id,
    lang: row.lang,
    newsId: row.news_id ?? undefined,
    entries: row.entries ?? undefined,
    seq: row.seq,
    createdAt: row.created_at,
    state: row.state,
    attempts: row.attempts,
    nextAt: row.next_at,
    giveUpAt: row.give_up_at === NOT_COUNTED ? undefined : row.give_up_at,
    settledAt: row.settled_at ?? undefined,
    status: row.status ?? undefined,
    failure: row.failure ?? undefined,
  }
}
