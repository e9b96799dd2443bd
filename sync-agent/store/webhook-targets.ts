/** The targets of webhooks: adding, listing, pausing, removing, and the salts of their secrets. */
import type { Language, SiteId } from '../../shared/contract/site.ts'
import type { Engine } from './engine.ts'
import { fencedBy } from './fence.ts'
import { inTurns } from './parts.ts'
import type { Queries } from './tables.ts'
import { addMessages } from './webhook-outbox.ts'
import {
  NOT_COUNTED,
  type SecretRecord,
  type WebhookEvent,
  type WebhookTarget,
  type WebhookTargetSettings,
} from './webhook-types.ts'

export interface WebhookTargets {
  /** Adds a target with its first secret and first messages. @returns its number; undefined if there are already `most` */
  addTarget(
    settings: WebhookTargetSettings,
    secret: SecretRecord,
    at: number,
    most: number,
  ): Promise<number | undefined>
  /** By number. */
  targets(): Promise<WebhookTarget[]>
  target(id: number): Promise<WebhookTarget | undefined>
  /** Targets that can get messages now, and when the next of the others can. */
  readyTargets(now: number): Promise<{ ready: ReadyTarget[]; nextAt: number | undefined }>
  /** What a target was suspended for is by the clock of the agent that led: the next one tries once, and then goes by its own. */
  forgetPauses(token: number): Promise<void>
  /** Removes a target with its messages. @returns whether it existed */
  removeTarget(id: number): Promise<boolean>
  /** A target that is gone stays gone. */
  pauseTarget(id: number): Promise<void>
  /** Makes it active; its waiting messages are due now, without earlier failures. */
  resumeTarget(id: number): Promise<void>
  /** Newest first, without expired ones. */
  secrets(targetId: number, now: number): Promise<SecretRecord[]>
  /** The old secret stays valid until then. */
  rotateSecret(targetId: number, secret: SecretRecord, oldUntil: number): Promise<void>
}

export interface ReadyTarget {
  id: number
  url: string
  failuresInARow: number
}

export function targetStore(engine: Engine): WebhookTargets {
  const { reading, write } = engine
  const fenced = fencedBy(engine)
  return {
    addTarget: (settings, secret, at, most) =>
      write(async db => {
        const { count } = await db
          .selectFrom('webhook_target')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
        return count >= most ? undefined : addTarget(db, settings, secret, at)
      }),
    async targets() {
      const rows = await targetRows(reading).orderBy('id').execute()
      return rows.map(targetOf)
    },
    async target(id) {
      const row = await targetRows(reading).where('id', '=', id).executeTakeFirst()
      return row && targetOf(row)
    },
    readyTargets: now => readyTargets(reading, now),
    forgetPauses: token =>
      fenced(token, async db => {
        await db
          .updateTable('webhook_target')
          .set({ not_before: null })
          .where('not_before', 'is not', null)
          .execute()
      }),
    removeTarget: id =>
      write(async db => {
        const { numDeletedRows } = await db
          .deleteFrom('webhook_target')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        return numDeletedRows === 1n
      }),
    pauseTarget: id =>
      write(async db => {
        await db
          .updateTable('webhook_target')
          .set({ state: 'paused' })
          .where('id', '=', id)
          .where('state', '<>', 'gone')
          .execute()
      }),
    resumeTarget: id => write(db => resume(db, id)),
    secrets: (targetId, now) => validSecrets(reading, targetId, now),
    rotateSecret: (targetId, secret, oldUntil) =>
      write(async db => {
        await db
          .updateTable('webhook_secret')
          .set({ valid_until: oldUntil })
          .where('target_id', '=', targetId)
          .where('valid_until', 'is', null)
          .execute()
        await addSecret(db, targetId, secret)
      }),
  }
}

/** With what waits for them. The counts use webhook_queue. */
function targetRows(db: Queries) {
  return db
    .selectFrom('webhook_target')
    .selectAll()
    .select(eb => {
      const messages = (state: 'pending' | 'dead') =>
        eb
          .selectFrom('webhook_message')
          .whereRef('webhook_message.target_id', '=', 'webhook_target.id')
          .where('webhook_message.state', '=', state)
      const count = eb.fn.countAll<number>().as('count')
      return [
        messages('pending').select(count).$asScalar().$notNull().as('waiting'),
        messages('pending')
          .select(({ fn }) => fn.min<number | null>('webhook_message.created_at').as('oldest'))
          .as('oldest'),
        messages('dead').select(count).$asScalar().$notNull().as('dead'),
      ]
    })
}

/** A pause longer than any plan is ignored: the clock was set back since. */
const LONGEST_REST_MS = 25 * 3_600_000

async function readyTargets(db: Queries, now: number) {
  const active = await db
    .selectFrom('webhook_target')
    .select(['id', 'url', 'failures_in_a_row as failuresInARow', 'not_before as notBefore'])
    .where('state', '=', 'active')
    .orderBy('id')
    .execute()
  const ready: ReadyTarget[] = []
  let nextAt: number | undefined
  for (const { notBefore, ...target } of active) {
    const rests = notBefore !== null && notBefore > now && notBefore <= now + LONGEST_REST_MS
    if (rests) nextAt = Math.min(nextAt ?? notBefore, notBefore)
    else ready.push(target)
  }
  return { ready, nextAt }
}

async function addTarget(
  db: Queries,
  { url, events, siteIds, langs, backlog }: WebhookTargetSettings,
  secret: SecretRecord,
  at: number,
): Promise<number> {
  const text = (list: readonly string[] | undefined) => (list ? JSON.stringify(list) : null)
  const { id: targetId } = await db
    .insertInto('webhook_target')
    .values({
      url,
      events: text(events),
      site_ids: text(siteIds),
      langs: text(langs),
      backlog: Number(backlog),
      state: 'active',
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addSecret(db, targetId, secret)
  if (!backlog || events?.includes('news.published') === false) return targetId
  let entries = db
    .selectFrom('news')
    .select(['site_id as siteId', 'lang', 'news_id as newsId', 'seq'])
    .orderBy('seq')
  if (siteIds) entries = entries.where('site_id', 'in', siteIds)
  if (langs) entries = entries.where('lang', 'in', langs)
  for await (const part of inTurns(await entries.execute())) {
    await addMessages(
      db,
      part.map(entry => ({ targetId, type: 'news.published', ...entry, at })),
    )
  }
  return targetId
}

async function resume(db: Queries, id: number): Promise<void> {
  await db
    .updateTable('webhook_target')
    .set({
      state: 'active',
      reason: null,
      failures_in_a_row: 0,
      unanswered_in_a_row: 0,
      not_before: null,
    })
    .where('id', '=', id)
    .execute()
  await db
    .updateTable('webhook_message')
    .set(eb => ({ next_at: eb.ref('created_at'), give_up_at: NOT_COUNTED }))
    .where('target_id', '=', id)
    .where('state', '=', 'pending')
    .execute()
}

async function validSecrets(db: Queries, targetId: number, now: number): Promise<SecretRecord[]> {
  const rows = await db
    .selectFrom('webhook_secret')
    .select(['salt', 'key_check as keyCheck', 'valid_until'])
    .where('target_id', '=', targetId) // webhook_secret_of
    .where(eb => eb.or([eb('valid_until', 'is', null), eb('valid_until', '>', now)]))
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ valid_until, ...row }) => ({ ...row, validUntil: valid_until ?? undefined }))
}

async function addSecret(db: Queries, targetId: number, { salt, keyCheck }: SecretRecord): Promise<void> {
  await db.insertInto('webhook_secret').values({ target_id: targetId, salt, key_check: keyCheck }).execute()
}

type TargetRow = Awaited<ReturnType<ReturnType<typeof targetRows>['executeTakeFirstOrThrow']>>

function targetOf(row: TargetRow): WebhookTarget {
  const list = <Item>(text: string | null): Item[] | undefined =>
    text === null ? undefined : JSON.parse(text)
  return {
    id: row.id,
    url: row.url,
    events: list<WebhookEvent>(row.events),
    siteIds: list<SiteId>(row.site_ids),
    langs: list<Language>(row.langs),
    backlog: row.backlog === 1,
    state: row.state,
    reason: row.reason ?? undefined,
    createdAt: row.created_at,
    failuresInARow: row.failures_in_a_row,
    notBefore: row.not_before ?? undefined,
    deliveredAt: row.delivered_at ?? undefined,
    failedAt: row.failed_at ?? undefined,
    failure: row.failure ?? undefined,
    waiting: row.waiting,
    oldestWaitingAt: row.oldest ?? undefined,
    dead: row.dead,
  }
}
