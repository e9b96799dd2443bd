/** Opens the store for an operator; one that is not there is not made. */
import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import { systemClock } from '../../shared/clock.ts'
import { openStoreDesk, type StoreDesk } from '../../sync-agent/index.ts'
import { type SyncFlags, serviceUrlMissing } from './options.ts'

export function openDesk({ db }: Pick<SyncFlags, 'db'>): StoreDesk {
  if (!existsSync(db)) throw new Error(`${db} is not there; name the agent’s store with --db`)
  return openStoreDesk(db, systemClock)
}

/** The flags with the address that the store remembers, when the line names none. */
export async function withServiceUrl<Flags extends SyncFlags>(
  flags: Flags,
  command: Command,
): Promise<Flags & { serviceUrl: string }> {
  const { serviceUrl = await rememberedBy(flags) } = flags
  return { ...flags, serviceUrl: serviceUrl ?? serviceUrlMissing(command) }
}

async function rememberedBy(flags: SyncFlags): Promise<string | undefined> {
  if (!existsSync(flags.db)) return undefined
  await using desk = openDesk(flags)
  return desk.serviceUrl()
}
