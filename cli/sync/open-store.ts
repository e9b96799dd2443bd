/** Opens the store for an operator; does not create a missing store. */
import type { Command } from 'commander'
import { systemClock } from '../../shared/clock.ts'
import { openStoreAdmin, type StoreAdmin } from '../../sync-agent/index.ts'
import { mayHoldStore, refuseNoStore } from './database.ts'
import { serviceUrlMissing } from './options.ts'

/** With `publishTo`, its status tells of the published folder too. */
export async function openStore({ db, publishTo }: { db: string; publishTo?: string }): Promise<StoreAdmin> {
  refuseNoStore({ db })
  return openStoreAdmin(db, systemClock, publishTo)
}

/** The flags, with the service URL from the store if the command line has none. */
export async function withServiceUrl<Flags extends { db: string; serviceUrl?: string }>(
  flags: Flags,
  command: Command,
): Promise<Flags & { serviceUrl: string }> {
  const { serviceUrl = await storedServiceUrl(flags) } = flags
  return { ...flags, serviceUrl: serviceUrl ?? serviceUrlMissing(command) }
}

async function storedServiceUrl(flags: { db: string }): Promise<string | undefined> {
  if (!mayHoldStore(flags.db)) return undefined
  await using store = await openStore({ db: flags.db })
  return store.serviceUrl()
}
