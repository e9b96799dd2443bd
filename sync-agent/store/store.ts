/**
 * The agent's store. Each file beside this one has the statements of one table, as functions: those that read or write by
 * themselves take the store, those that are part of a transaction take its `db`.
 */
import type { Engine } from './engine.ts'

export interface AgentStore extends Engine {
  /** Random, made with the store: distinguishes one store's `seq` from another's. */
  readonly identity: string
}
