/** The outbox: due messages, results of attempts, and messages that an operator sends again. */
import type { Engine } from './engine.ts'
import { fencedBy } from './fence.ts'
import type { Queries, Row } from './tables.ts'
import { replay } from './webhook-replay.ts'
import {
  type FailedAttempt,
  type FailureNoted,
  NOT_COUNTED,
  type PlanRetry,
  RESTS_AFTER,
  type ReplayChoice,
  type ReplayResult,
  TARGETS_FAULTS,
  type WebhookMessage,
} from './webhook-types.ts'

export interface WebhookQueue {
  /** Due messages, the one that has waited longest first. One that was never sent is due whatever its writer's clock said. */
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

/** A time further away than any plan is ignored: the clock was set back since. */
const LONGEST_WAIT_MS = 25 * 3_600_000

export function queueStore(engine: Engine): WebhookQueue {
  const { reading, write } = engine
  const fenced = fencedBy(engine)
  return {
    async dueMessages(targetId, now, limit) {
      const unsent = pendingOf(reading, targetId)
        .selectAll()
        .orderBy('next_at')
        .orderBy('created_at')
        .orderBy('id')
        .limit(limit)
      const due = await unsent
        .where(eb => eb.or([eb('next_at', '<=', now), eb('attempts', '=', 0)]))
        .execute()
      const misdated = unsent.where('next_at', '>', now + LONGEST_WAIT_MS)
      return (due.length > 0 ? due : await misdated.execute()).map(messageOf)
    },
    async nextDue(targetId, now) {
      const { next } = await pendingOf(reading, targetId)
        .select(({ fn }) => fn.min<number | null>('next_at').as('next'))
        .where('next_at', '>', now)
        .executeTakeFirstOrThrow()
      return next ?? undefined
    },
    noteDelivered: (token, message, at, status) =>
      fenced(token, db => noteDelivered(db, message, at, status)),
    noteFailed: (token, message, attempt, plan) =>
      fenced(token, db => noteFailed(db, message, attempt, plan)),
    noteGone: (token, message, attempt) => fenced(token, db => noteGone(db, message, attempt)),
    dropMessage: (token, id) =>
      fenced(token, async db => {
        await db.deleteFrom('webhook_message').where('id', '=', id).execute()
      }),
    async deliveries({ targetId, state, limit }) {
      let query = reading.selectFrom('webhook_message').selectAll().orderBy('id', 'desc').limit(limit)
      if (targetId !== undefined) query = query.where('target_id', '=', targetId)
      if (state !== undefined) query = query.where('state', '=', state)
      return (await query.execute()).map(messageOf)
    },
    replay: (choice, at) => write(db => replay(db, choice, at)),
    dropDead: targetId =>
      write(async db => {
        let dead = db.deleteFrom('webhook_message').where('state', '=', 'dead')
        if (targetId !== undefined) dead = dead.where('target_id', '=', targetId)
        const { numDeletedRows } = await dead.executeTakeFirstOrThrow()
        return Number(numDeletedRows)
      }),
    pruneMessages: (token, limits) => fenced(token, db => prune(db, limits)),
  }
}

/** With webhook_queue, without a sort. */
const pendingOf = (db: Queries, targetId: number) =>
  db.selectFrom('webhook_message').where('target_id', '=', targetId).where('state', '=', 'pending')

/** The same, to write them. */
const updatePending = (db: Queries, targetId: number) =>
  db.updateTable('webhook_message').where('target_id', '=', targetId).where('state', '=', 'pending')

async function noteDelivered(
  db: Queries,
  { id, targetId }: WebhookMessage,
  at: number,
  status: number,
): Promise<void> {
  const { failures } = await noteTried(db, targetId, at)
  await settle(db, id, { state: 'delivered', settled_at: at, status, failure: null })
  await db
    .updateTable('webhook_target')
    .set({ failures_in_a_row: 0, unanswered_in_a_row: 0, not_before: null, delivered_at: at })
    .where('id', '=', targetId)
    .execute()
  if (failures < RESTS_AFTER) return
  await updatePending(db, targetId)
    .set(eb => ({ next_at: eb.ref('created_at') }))
    .where(eb => eb.or([eb('status', 'is', null), eb('status', 'in', TARGETS_FAULTS)]))
    .execute()
}

async function noteFailed(
  db: Queries,
  { id, targetId, attempts }: WebhookMessage,
  { at, status, failure }: FailedAttempt,
  plan: PlanRetry,
): Promise<FailureNoted> {
  const before = await noteTried(db, targetId, at)
  const failuresInARow = before.failures + 1
  const isUnanswered = status === undefined || TARGETS_FAULTS.includes(status)
  const unansweredInARow = isUnanswered ? before.unanswered + 1 : 0
  const known = await db
    .selectFrom('webhook_message')
    .select('give_up_at')
    .where('id', '=', id)
    .executeTakeFirst()
  const { nextAt, giveUpAt, notBefore } = plan({
    attempts,
    giveUpAt: known?.give_up_at || undefined,
    unansweredInARow,
  })
  await db
    .updateTable('webhook_target')
    .set(eb => ({
      failures_in_a_row: eb('failures_in_a_row', '+', 1),
      failed_at: at,
      failure,
      unanswered_in_a_row: unansweredInARow,
      not_before: notBefore ?? null,
    }))
    .where('id', '=', targetId)
    .execute()
  const result = { status: status ?? null, failure }
  if (nextAt === undefined) await settle(db, id, { state: 'dead', settled_at: at, ...result })
  else await settle(db, id, { next_at: nextAt, give_up_at: giveUpAt ?? NOT_COUNTED, ...result })
  // While a target is suspended, not every message gets its own last attempt.
  if (notBefore !== undefined && giveUpAt !== undefined) {
    await giveUpPending(db, targetId, at, failure)
      .where('give_up_at', '<=', at)
      .where('give_up_at', '<>', NOT_COUNTED)
      .execute()
  }
  return { givenUp: nextAt === undefined, failuresInARow }
}

async function noteGone(
  db: Queries,
  { id, targetId }: WebhookMessage,
  { at, status, failure }: FailedAttempt,
): Promise<void> {
  await settle(db, id, { state: 'dead', settled_at: at, status: status ?? null, failure })
  await giveUpPending(db, targetId, at, failure).execute()
  await db
    .updateTable('webhook_target')
    .set({ state: 'gone', reason: failure, failed_at: at, failure })
    .where('id', '=', targetId)
    .execute()
}

/**
 * Call it before recording the attempt.
 *
 * @returns the failures and the calls without an answer in a row before it
 */
async function noteTried(
  db: Queries,
  targetId: number,
  at: number,
): Promise<{ failures: number; unanswered: number }> {
  const target = await db
    .selectFrom('webhook_target')
    .select(['failures_in_a_row', 'unanswered_in_a_row', 'delivered_at', 'failed_at'])
    .where('id', '=', targetId)
    .executeTakeFirst()
  if (!target) return { failures: 0, unanswered: 0 }
  // No plan waits for so long: the agent was off, or the target paused. That time does not count.
  if (at - Math.max(target.delivered_at ?? 0, target.failed_at ?? 0) > LONGEST_WAIT_MS) {
    await updatePending(db, targetId)
      .set({ give_up_at: NOT_COUNTED })
      .where('give_up_at', '<>', NOT_COUNTED)
      .execute()
  }
  return { failures: target.failures_in_a_row, unanswered: target.unanswered_in_a_row }
}

/** Records an attempt. A message that was replaced while it was being sent has no row any more. */
async function settle(
  db: Queries,
  id: number,
  result: Partial<Omit<Row<'webhook_message'>, 'id' | 'attempts'>>,
): Promise<void> {
  await db
    .updateTable('webhook_message')
    .set(eb => ({ ...result, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

const giveUpPending = (db: Queries, targetId: number, at: number, failure: string) =>
  updatePending(db, targetId).set(({ fn, val }) => ({
    state: 'dead' as const,
    settled_at: at,
    failure: fn.coalesce('failure', val(failure)),
  }))

async function prune(db: Queries, { now, deliveredBefore, mostDead }: PruneLimits): Promise<void> {
  // Uses webhook_settled.
  await db
    .deleteFrom('webhook_message')
    .where('settled_at', '<', deliveredBefore)
    .where('state', '=', 'delivered')
    .execute()
  for (const { id } of await db.selectFrom('webhook_target').select('id').execute()) {
    await db
      .deleteFrom('webhook_message')
      .where(eb => eb.and({ target_id: id, state: 'dead' }))
      .where('id', '<=', inner =>
        inner
          .selectFrom('webhook_message')
          .select('id')
          .where(eb => eb.and({ target_id: id, state: 'dead' }))
          .orderBy('id', 'desc')
          .limit(1)
          .offset(mostDead),
      )
      .execute()
  }
  await db.deleteFrom('webhook_secret').where('valid_until', '<=', now).execute()
}

export function messageOf(row: Row<'webhook_message'>): WebhookMessage {
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
