/** The salts of the webhooks' secrets. */
import type { SecretRecord } from './destination-types.ts'
import type { Engine } from './engine.ts'
import type { Queries } from './tables.ts'

/** Newest first, without expired ones. */
export async function validSecrets(
  { reading }: Engine,
  webhookId: number,
  now: number,
): Promise<SecretRecord[]> {
  const rows = await reading
    .selectFrom('webhook_secret')
    .select(['salt', 'key_check as keyCheck', 'valid_until'])
    .where('target_id', '=', webhookId) // webhook_secret_of
    .where(eb => eb.or([eb('valid_until', 'is', null), eb('valid_until', '>', now)]))
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ valid_until, ...row }) => ({ ...row, validUntil: valid_until ?? undefined }))
}

/** The old secret stays valid until then; older ones go. */
export function rotateSecret(
  { write }: Engine,
  webhookId: number,
  secret: SecretRecord,
  now: number,
  oldUntil: number,
): Promise<void> {
  return write(async db => {
    await db
      .deleteFrom('webhook_secret')
      .where('target_id', '=', webhookId)
      .where('valid_until', '<=', now)
      .execute()
    await db
      .updateTable('webhook_secret')
      .set({ valid_until: oldUntil })
      .where('target_id', '=', webhookId)
      .where('valid_until', 'is', null)
      .execute()
    await addSecret(db, webhookId, secret)
  })
}

export async function addSecret(
  db: Queries,
  webhookId: number,
  { salt, keyCheck }: SecretRecord,
): Promise<void> {
  await db.insertInto('webhook_secret').values({ target_id: webhookId, salt, key_check: keyCheck }).execute()
}
