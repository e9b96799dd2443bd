/**
 * Whether anything in the store may have changed: by this connection, or by another process on the same file.
 *
 * SQLite counts both, so no writer has to say that it wrote, and none can forget to.
 */
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'

export interface StoreVersion {
  /** Whether the store is as it was when this was asked last; false the first time. */
  isUnchanged(): boolean
}

export function storeVersion(database: SqliteDatabase): StoreVersion {
  // Changed by a commit of another connection; this connection's own changes are counted apart.
  const others = database.prepare<[], number>('PRAGMA data_version').pluck()
  const own = database.prepare<[], number>('SELECT total_changes()').pluck()
  let [lastOthers, lastOwn]: (number | undefined)[] = []
  return {
    isUnchanged() {
      const [nowOthers, nowOwn] = [others.get(), own.get()]
      if (nowOthers === lastOthers && nowOwn === lastOwn) return true
      lastOthers = nowOthers
      lastOwn = nowOwn
      return false
    },
  }
}
