/**
 * Snapshots: states with a name to go back to, and an automatic one before each replacement, so that it can be undone.
 *
 * A snapshot is a state file in the data folder; its media are those of the store, which stay while it names them. Automatic
 * ones that were not used for the longest are deleted; at most {@link MOST_KEPT} have a name.
 */
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '../../shared/clock.ts'
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import { StateError } from './state-error.ts'
import { writeStateFile } from './state-file.ts'
import { countRows } from './tables.ts'

export interface Snapshot {
  snapshotId: number
  name: string
  /** Taken by a person, or automatically before the state was replaced. */
  kind: 'kept' | 'before'
  /** ISO 8601 in UTC. */
  takenAt: string
  /** Rows by table. */
  holds: Record<string, number>
}

export interface SnapshotStore {
  /** @throws {StateError} there are as many as allowed */
  take(name: string, kind: Snapshot['kind']): Snapshot
  /** Newest first. */
  list(): Snapshot[]
  /**
   * One to go back to, with its file, which is not tidied away before that of the next ten.
   *
   * @throws {StateError} there is no such snapshot, or its file is gone
   */
  use(snapshotId: number): Snapshot & { file: string }
  /** False when there is none by that id. */
  delete(snapshotId: number): boolean
  /**
   * Restores a deleted one, for at least an hour. False when it is gone.
   *
   * @throws {StateError} there are as many as allowed
   */
  restore(snapshotId: number): boolean
}

const MOST_KEPT = 50
const MOST_BEFORE = 10
/** How long the file of a deleted snapshot stays. */
const LINGERING_MS = 3_600_000

interface SnapshotRow {
  snapshot_id: number
  name: string
  kind: Snapshot['kind']
  taken_at: number
  file: string
  holds: string
}

const NEXT_USE = '(SELECT coalesce(max(last_use), 0) + 1 FROM snapshot)'

/** @param clock the machine's clock: the school's may be set */
export function snapshotStore(database: SqliteDatabase, folder: string, clock: Clock): SnapshotStore {
  const place = join(folder, 'snapshots')
  const now = () => clock.now().epochMilliseconds
  const insert = database
    .prepare<unknown[], number>(
      `INSERT INTO snapshot (name, kind, taken_at, file, holds, last_use)
       VALUES (?, ?, ?, ?, ?, ${NEXT_USE}) RETURNING snapshot_id`,
    )
    .pluck()
  const selectAll = database.prepare<[], SnapshotRow>(
    'SELECT * FROM snapshot WHERE deleted_at IS NULL ORDER BY snapshot_id DESC',
  )
  const setUsed = database.prepare<[number], SnapshotRow>(
    `UPDATE snapshot SET last_use = ${NEXT_USE} WHERE snapshot_id = ? AND deleted_at IS NULL RETURNING *`,
  )
  const count = database
    .prepare<[], number>("SELECT count(*) FROM snapshot WHERE kind = 'kept' AND deleted_at IS NULL")
    .pluck()
  const refuseMore = () => {
    if ((count.get() ?? 0) >= MOST_KEPT)
      throw new StateError('SNAPSHOT_LIMIT', `${MOST_KEPT} snapshots are kept at most; delete one first`)
  }
  const selectKind = database
    .prepare<[number], string>('SELECT kind FROM snapshot WHERE snapshot_id = ? AND deleted_at IS NOT NULL')
    .pluck()
  const setDeleted = database.prepare(
    'UPDATE snapshot SET deleted_at = ? WHERE snapshot_id = ? AND deleted_at IS NULL',
  )
  const setThere = database.prepare(
    'UPDATE snapshot SET deleted_at = NULL WHERE snapshot_id = ? AND deleted_at IS NOT NULL',
  )
  const selectGone = database.prepare<[number, number], SnapshotRow>(`
    SELECT * FROM snapshot WHERE deleted_at < ? OR (kind = 'before' AND snapshot_id NOT IN
      (SELECT snapshot_id FROM snapshot WHERE kind = 'before' ORDER BY last_use DESC LIMIT ?))`)
  const selectFiles = database.prepare<[], string>('SELECT file FROM snapshot').pluck()
  const forget = database.prepare('DELETE FROM snapshot WHERE snapshot_id = ?')

  const tidy = () => {
    for (const { snapshot_id, file } of selectGone.all(now() - LINGERING_MS, MOST_BEFORE)) {
      forget.run(snapshot_id)
      rmSync(join(place, file), { force: true })
    }
  }
  /** Deletes incomplete files of a process that was killed. The time is the disk's, which has just dated the newest file. */
  const sweep = (newest: string) => {
    const { mtimeMs } = statSync(join(place, newest))
    const known = new Set(selectFiles.all())
    for (const name of readdirSync(place)) {
      const file = join(place, name)
      // A snapshot cannot be read without the journal of a process that was killed while it wrote.
      if (!known.has(name.replace(/-journal$/, '')) && mtimeMs - statSync(file).mtimeMs > LINGERING_MS)
        rmSync(file, { force: true })
    }
  }
  // Media that only a deleted snapshot names can then go.
  tidy()
  return {
    take(name, kind) {
      if (kind === 'kept') refuseMore()
      // Before it, so that a full disk has room again.
      tidy()
      const file = `${randomUUID()}.db`
      mkdirSync(place, { recursive: true, mode: 0o700 })
      const [takenAt, holds] = [now(), JSON.stringify(countRows(database))]
      try {
        writeStateFile(database, join(place, file), { durable: true })
        const snapshotId = insert.get(name, kind, takenAt, file, holds) as number
        tidy()
        sweep(file)
        return snapshotOf({ snapshot_id: snapshotId, name, kind, taken_at: takenAt, file, holds })
      } catch (error) {
        rmSync(join(place, file), { force: true })
        throw error
      }
    },
    list: () => selectAll.all().map(snapshotOf),
    use(snapshotId) {
      const row = setUsed.get(snapshotId)
      if (!row) throw new StateError('SNAPSHOT_UNKNOWN', `there is no snapshot ${snapshotId}`)
      const file = join(place, row.file)
      if (!existsSync(file))
        throw new StateError(
          'SNAPSHOT_UNKNOWN',
          `the file of snapshot ${snapshotId} is gone (${file}); nothing was changed, delete the snapshot`,
        )
      return { ...snapshotOf(row), file }
    },
    delete: snapshotId => setDeleted.run(now(), snapshotId).changes === 1,
    restore(snapshotId) {
      if (selectKind.get(snapshotId) === 'kept') refuseMore()
      return setThere.run(snapshotId).changes === 1
    },
  }
}

const snapshotOf = ({ snapshot_id, name, kind, taken_at, holds }: SnapshotRow): Snapshot => ({
  snapshotId: snapshot_id,
  name,
  kind,
  takenAt: new Date(taken_at).toISOString(),
  holds: JSON.parse(holds),
})
