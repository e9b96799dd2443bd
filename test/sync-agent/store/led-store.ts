/** A store of which the test holds the lease. */

import { Temporal } from 'temporal-polyfill'
import { afterEach, beforeEach, expect } from 'vitest'
import { Runner } from '../../../sync-agent/log/runner.ts'
import { mediaFollowers } from '../../../sync-agent/outlets/media/follower.ts'
import { apply } from '../../../sync-agent/store/apply.ts'
import { readLease, takeLease } from '../../../sync-agent/store/fence.ts'
import { openStore } from '../../../sync-agent/store/open.ts'
import type { AgentStore } from '../../../sync-agent/store/store.ts'
import { countStream } from '../../../sync-agent/store/stream-rows.ts'
import { type Scratch, scratch } from '../../support/scratch.ts'
import { cycleAt } from '../cycle-at.ts'
import { freshDatabase } from '../database.ts'
import { ACADEMY, handClock, ingested, logLines } from '../support.ts'

export interface LedStore {
  files: Scratch
  db: string
  store: AgentStore
  /** Of the lease. */
  token: number
}

/** For each test of a file, gone after it. */
export function beforeEachLedStore(set: (led: LedStore) => void): void {
  let led: LedStore
  beforeEach(async () => {
    const files = scratch()
    const db = await freshDatabase(files)
    const store = await openStore(db)
    led = { files, db, store, token: await lead(store) }
    set(led)
  })
  afterEach(async () => {
    await led.store.close()
    led.files[Symbol.dispose]()
  })
}

/** Takes the lease, whoever holds it. */
export const lead = async (store: AgentStore) =>
  (await takeLease(store, 'test', await readLease(store.reading))) ?? 0

export const at = Temporal.Instant.from('2026-09-01T00:00:00Z')

/** So many new entries of one stream; their identifiers begin with the name. */
export const publishMany = ({ store, token }: Pick<LedStore, 'store' | 'token'>, count: number, name = 'n') =>
  apply(
    store,
    token,
    ACADEMY,
    { listed: Array.from({ length: count }, (_, index) => ingested(`${name}${index}`)), deleted: [] },
    cycleAt(at),
  )

/** Entries of the store in this file, which is closed again. */
export async function entriesIn(path: string): Promise<number> {
  const opened = await openStore(path)
  const { entries } = await countStream(opened, ACADEMY)
  await opened.close()
  return entries
}

export const fault = (code: string, text: string) =>
  expect.objectContaining({ code, message: expect.stringContaining(text) })

/** The mirror's follower notes what entries show by now. @param at epoch milliseconds */
export async function followMedia(store: AgentStore, token: number, at: number): Promise<void> {
  const runner = new Runner({
    followers: () => mediaFollowers(store, true),
    lease: {
      token: () => token,
      signal: () => new AbortController().signal,
      noteLoss: () => undefined,
    },
    watch: { look: () => undefined, moved: async () => undefined },
    clock: handClock(`${Temporal.Instant.fromEpochMilliseconds(at)}`),
    ...{ store, random: () => 0, logger: logLines().logger },
  })
  await runner.catchUp('media', new AbortController().signal)
}
