/** The targets of webhooks, each with a follower of its own, and the salts of their secrets. */
import type { Language, SiteId } from '../../shared/contract/site.ts'
import type { Engine } from './engine.ts'
import { fenced } from './fence.ts'
import { beginFollower, beginNow, endFollower } from './followers.ts'
import type { Queries, Row } from './tables.ts'
import type { SecretRecord, WebhookEvent, WebhookTarget, WebhookTargetSettings } from './webhook-types.ts'

/** The follower's name, which operators see. */
export const followerOf = (targetId: number) => `${PREFIX}${targetId}`
/** @param name of a target's follower */
export const targetIdOf = (name: string) => name.slice(PREFIX.length)
const PREFIX = 'webhook-'

/**
 * Adds a target with its first secret.
 *
 * @param isFromBeginning also of what there is already, each entry by itself
 * @returns its number; undefined if there are already `most`
 */
export function addTarget(
  { write }: Engine,
  settings: WebhookTargetSettings,
  secret: SecretRecord,
  at: number,
  most: number,
  isFromBeginning: boolean,
): Promise<number | undefined> {
  return write(async db => {
    const { count } = await db
      .selectFrom('webhook_target')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (count >= most) return undefined
    const id = await insertTarget(db, settings, at)
    await addSecret(db, id, secret)
    await beginFollower(db, followerOf(id), isFromBeginning ? undefined : await beginNow(db))
    return id
  })
}

/** By number. */
export async function listTargets({ reading }: Engine): Promise<WebhookTarget[]> {
  const rows = await reading.selectFrom('webhook_target').selectAll().orderBy('id').execute()
  return rows.map(targetOf)
}

export async function readTarget({ reading }: Engine, id: number): Promise<WebhookTarget | undefined> {
  const row = await reading.selectFrom('webhook_target').selectAll().where('id', '=', id).executeTakeFirst()
  return row && targetOf(row)
}

/** Removes a target with its follower. @returns whether it existed */
export function removeTarget({ write }: Engine, id: number): Promise<boolean> {
  return write(async db => {
    const { numDeletedRows } = await db
      .deleteFrom('webhook_target')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await endFollower(db, followerOf(id))
    return numDeletedRows === 1n
  })
}

/** A target that is gone stays gone. */
export function pauseTarget({ write }: Engine, id: number): Promise<void> {
  return write(async db => {
    await db
      .updateTable('webhook_target')
      .set({ state: 'paused' })
      .where('id', '=', id)
      .where('state', '<>', 'gone')
      .execute()
  })
}

export function resumeTarget({ write }: Engine, id: number): Promise<void> {
  return write(async db => {
    await db
      .updateTable('webhook_target')
      .set({ state: 'active', reason: null })
      .where('id', '=', id)
      .execute()
  })
}

/** It wants no more messages. @throws {LeaseLostError} */
export function noteGone(store: Engine, token: number, id: number, reason: string): Promise<void> {
  return fenced(store, token, async db => {
    await db.updateTable('webhook_target').set({ state: 'gone', reason }).where('id', '=', id).execute()
  })
}

/** Newest first, without expired ones. */
export async function validSecrets(
  { reading }: Engine,
  targetId: number,
  now: number,
): Promise<SecretRecord[]> {
  const rows = await reading
    .selectFrom('webhook_secret')
    .select(['salt', 'key_check as keyCheck', 'valid_until'])
    .where('target_id', '=', targetId) // webhook_secret_of
    .where(eb => eb.or([eb('valid_until', 'is', null), eb('valid_until', '>', now)]))
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ valid_until, ...row }) => ({ ...row, validUntil: valid_until ?? undefined }))
}

/** The old secret stays valid until then; older ones go. */
export function rotateSecret(
  { write }: Engine,
  targetId: number,
  secret: SecretRecord,
  now: number,
  oldUntil: number,
): Promise<void> {
  return write(async db => {
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
  })
}

async function insertTarget(
  db: Queries,
  { url, events, siteIds, langs }: WebhookTargetSettings,
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
  return id
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
