/** Which service the news comes from. */
import { isSecured } from '../service-address.ts'
import type { Engine } from './engine.ts'
import type { Queries } from './tables.ts'

export interface SourceStore {
  /** The service that the news comes from; undefined before the first sync. */
  serviceUrl(): Promise<string | undefined>
  /** Its address before its first move; the present one if it never moved. */
  firstServiceUrl(): Promise<string | undefined>
  /** Notes the service's new address. Paused streams are due at once. */
  moveService(serviceUrl: string): Promise<void>
}

export function sourceStore({ reading, write }: Engine): SourceStore {
  return {
    serviceUrl: async () => (await readSource(reading)).url,
    firstServiceUrl: async () => (await readSource(reading)).first,
    moveService: serviceUrl =>
      write(async db => {
        await db
          .updateTable('store')
          .set(({ fn }) => ({
            first_service_url: fn.coalesce('first_service_url', 'service_url'),
            service_url: serviceUrl,
          }))
          .execute()
        await db.updateTable('popup_answer').set({ service_url: serviceUrl }).execute()
        await db.updateTable('stream').set({ not_before: null, failures_in_a_row: 0 }).execute()
      }),
  }
}

/** After a complete answer: the first address, or the same one with https. */
export async function noteAnswered(db: Queries, serviceUrl: string): Promise<void> {
  const { url } = await readSource(db)
  if (url !== undefined && !isSecured(url, serviceUrl)) return
  await db.updateTable('store').set({ service_url: serviceUrl }).execute()
}

async function readSource(db: Queries) {
  const { url, first } = await db
    .selectFrom('store')
    .select(['service_url as url', 'first_service_url as first'])
    .executeTakeFirstOrThrow()
  return { url: url ?? undefined, first: first ?? url ?? undefined }
}
