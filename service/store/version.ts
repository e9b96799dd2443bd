/**
 * Whether anything in the store may have changed: by this connection, or by another process on the same file.
 *
 * SQLite counts both, so no writer has to announce a change, and none can forget to.
 */
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'

export interface StoreVersion {
  /** Whether the store is as it was when this was asked last; false the first time. */
  isUnchanged(): boolean
}

export function storeVersion(database: SqliteDatabase): StoreVersion {
  // Changed by a commit of another connection; this connection's own changes are counted apart.
  const readOthers = database.prepare<[], number>('PRAGMA data_version').pluck()
  const readOwn = database.prepare<[], number>('SELECT total_changes()').pluck()
  const askOthers = oncePerTick(() => readOthers.get())
  let [lastOthers, lastOwn]: (number | undefined)[] = []
  return {
    isUnchanged() {
      const [others, own] = [askOthers(), readOwn.get()]
      if (others === lastOthers && own === lastOwn) return true
      lastOthers = others
      lastOwn = own
      return false
    },
  }
}

/**
 * Reads once for all calls of one tick of the event loop, because the file is locked and unlocked for it. Reads may be
 * cached until the next tick: a caller that knows of a write sends its call later than that.
 */
function oncePerTick<Value>(ask: () => Value): () => Value {
  let asked: { value: Value } | undefined
  const forget = () => {
    asked = undefined
  }
  return () => {
    if (!asked) {
      asked = { value: ask() }
      setImmediate(forget)
    }
    return asked.value
  }
}
