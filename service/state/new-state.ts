/** A new state from a seed or an archive, as a state file. */
import { join } from 'node:path'
import { wallClockAt } from '../../shared/contract/wire-time.ts'
import type { Seed } from '../seed.ts'
import { fillStore } from '../seeding/fill-store.ts'
import { readSeed } from '../seeding/read-seed.ts'
import { openPlaced } from './import-state.ts'
import { isArchive } from './manifest.ts'
import type { StateParts } from './parts.ts'
import { CURRENT_SCHEMA, createStateFile } from './state-file.ts'

/** `sample`, `empty`, the path of a seed or of an exported state, or a seed or a part of one, over an empty school. */
export type NewState = string | Partial<Seed>

/** @param use of the state file, which is deleted afterwards */
export async function withNewState<Result>(
  parts: StateParts,
  from: NewState,
  use: (file: string) => Result,
): Promise<Result> {
  if (typeof from === 'string' && (await isArchive(from))) {
    await using archive = await openPlaced(parts, from)
    return use(archive.stateFile)
  }
  await using own = await parts.work.newFolder()
  const file = join(own.folder, 'state.db')
  await createSeededFile(parts, from, file)
  return use(file)
}

/** Writes a seed into a new state file. @throws {SeedError} */
export async function createSeededFile(
  { store: { mediaDir }, clock, zone, repositoriesIn }: StateParts,
  from: NewState,
  file: string,
): Promise<void> {
  const read = await readSeed(from, wallClockAt(clock.now(), zone))
  const database = createStateFile(file, CURRENT_SCHEMA)
  try {
    await fillStore(read, { database, mediaDir }, repositoriesIn(database), zone)
  } finally {
    database.close()
  }
}
