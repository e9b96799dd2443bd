/** The targets of webhooks, each with a follower of its own, and the salts of their secrets. */
import type { Language, SiteId } from '../../shared/contract/site.ts'
import type { Engine } from './engine.ts'
import { fencedBy } from './fence.ts'
import { beginFollower, beginNow, endFollower } from './followers.ts'
import type { Queries, Row } from './tables.ts'
import type { SecretRecord, WebhookEvent, WebhookTarget, WebhookTargetSettings } from './webhook-types.ts'

export interface WebhookStore {
  /**
   * Adds a target with its first secret.
   *
   * @param isFromBeginning also of what there is already, each entry by itself
   * @returns its number; undefined if there are already `most`
   */
  addTarget(
    settings: WebhookTargetSettings,
    secret: SecretRecord,
    at: number,
    most: number,
    isFromBeginning: boolean,
  ): Promise<number | undefined>
  /** By number. */
  targets(): Promise<WebhookTarget[]>
  target(id: number): Promise<WebhookTarget | undefined>
  /** Removes a target with its follower. @returns whether it existed */
  removeTarget(id: number): Promise<boolean>
  /** A target that is gone stays gone. */
  pauseTarget(id: number): Promise<void>
  resumeTarget(id: number): Promise<void>
  /** It wants no more messages. @throws {LeaseLostError} */
  noteGone(token: number, id: number, reason: string): Promise<void>
  /** Newest first, without expired ones. */
  secrets(targetId: number, now: number): Promise<SecretRecord[]>
  /** The old secret stays valid until then; older ones go. */
  rotateSecret(targetId: number, secret: SecretRecord, now: number, oldUntil: number): Promise<void>
}

/** The follower's name, which operators see. */
export const followerOf = (targetId: number) => `webhook-${targetId}`

export function webhookStore(engine: Engine): WebhookStore {
  const { reading, write } = engine
  const fenced = fencedBy(engine)
  return {
    addTarget: (settings, secret, at, most, isFromBeginning) =>
      write(async db => {
        const { count } = await db
          .selectFrom('webhook_target')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
        if (count >= most) return undefined
        const id = await addTarget(db, settings, secret, at)
        await beginFollower(db, followerOf(id), isFromBeginning ? undefined : await beginNow(db))
        return id
      }),
    async targets() {
      const rows = await reading.selectFrom('webhook_target').selectAll().orderBy('id').execute()
      return rows.map(targetOf)
    },
    async target(id) {
      const row = await reading
        .selectFrom('webhook_target')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst()
      return row && targetOf(row)
    },
    removeTarget: id =>
      write(async db => {
        const { numDeletedRows } = await db
          .deleteFrom('webhook_target')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        await endFollower(db, followerOf(id))
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
    resumeTarget: id =>
      write(async db => {
        await db
          .updateTable('webhook_target')
          .set({ state: 'active', reason: null })
          .where('id', '=', id)
          .execute()
      }),
    noteGone: (token, id, reason) =>
      fenced(token, async db => {
        await db.updateTable('webhook_target').set({ state: 'gone', reason }).where('id', '=', id).execute()
      }),
    secrets: (targetId, now) => validSecrets(reading, targetId, now),
    rotateSecret: (targetId, secret, now, oldUntil) =>
      write(async db => {
        await db
          .deleteFrom('webhook_secret')
          .where('target_id', '=', targetId)
          .where('valid_until', '<=', now)
          .execute()
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

async function addTarget(
  db: Queries,
  { url, events, siteIds, langs }: WebhookTargetSettings,
  secret: SecretRecord,
  at: number,
): Promise<number> {
  const text = (list: readonly string[] | undefined) => (list ? JSON.stringify(list) : null)
  const { id } = await db
    .insertInto('webhook_target')
    .values({
      ...{ url, events: text(events), site_ids: text(siteIds), langs: text(langs) },
      ...{ state: 'active', created_at: at },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addSecret(db, id, secret)
  return id
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

function targetOf(row: Row<'webhook_target'>): WebhookTarget {
  const list = <Item>(text: string | null): Item[] | undefined =>
    text === null ? undefined : JSON.parse(text)
  return {
    id: row.id,
    url: row.url,
    events: list<WebhookEvent>(row.events),
    siteIds: list<SiteId>(row.site_ids),
    langs: list<Language>(row.langs),
    state: row.state,
    reason: row.reason ?? undefined,
    createdAt: row.created_at,
  }
}
