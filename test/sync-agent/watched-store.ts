/** A store whose reads a test sees, holds or lets fail. */
import type { KyselyPlugin } from 'kysely'
import type { AgentStore } from '../../sync-agent/store/store.ts'

/** @param onRead called with each statement that reads by itself, before its result is given, which waits for it */
export function watchedStore(store: AgentStore, onRead: (sql: string) => unknown): AgentStore {
  const statements = new WeakMap<object, string>()
  const watching: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      statements.set(queryId, store.reading.getExecutor().compileQuery(node, queryId).sql)
      return node
    },
    async transformResult({ queryId, result }) {
      await onRead(statements.get(queryId) ?? '')
      return result
    },
  }
  return { ...store, reading: store.reading.withPlugin(watching) }
}
