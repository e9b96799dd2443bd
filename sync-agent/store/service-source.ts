/** Which service the news comes from. */
import { isSecured } from '../service-address.ts'
import type { Engine } from './engine.ts'
import type { Queries } from './tables.ts'

/** Notes the service's new address. Paused streams are due at once. */
export function noteMoved({ write }: Engine, serviceUrl: string): Promise<void> {
  return write(async db => {
    await db
      .updateTable('store')
      .set(({ fn }) => ({
        first_service_url: fn.coalesce('first_service_url', 'service_url'),
        service_url: serviceUrl,
      }))
      .execute()
    await db.updateTable('popup_answer').set({ service_url: serviceUrl }).execute()
    await db.updateTable('stream').set({ not_before: null, failures_in_a_row: 0 }).execute()
  })
}

/** After a complete answer: the first address, or the same one with https. */
export async function noteAnswered(db: Queries, serviceUrl: string): Promise<void> {
  const { url } = await serviceSource(db)
  if (url !== undefined && !isSecured(url, serviceUrl)) return
  await db.updateTable('store').set({ service_url: serviceUrl }).execute()
}

/** The service's address, undefined before the first sync, and the one before its first move, the same if it never moved. */
export async function serviceSource(
  db: Queries,
): Promise<{ url: string | undefined; first: string | undefined }> {
  const { url, first } = await db
    .selectFrom('store')
    .select(['service_url as url', 'first_service_url as first'])
    .executeTakeFirstOrThrow()
  return { url: url ?? undefined, first: first ?? url ?? undefined }
}
