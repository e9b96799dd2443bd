/** Which service the news comes from. */
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import { isSecured } from '../service-address.ts'

export function serviceSource(database: SqliteDatabase) {
  const read = database.prepare<[], { url: string | null; first: string | null }>(
    'SELECT service_url AS url, coalesce(first_service_url, service_url) AS first FROM store',
  )
  const set = database.prepare<[string]>('UPDATE store SET service_url = ?')
  const move = database.prepare<[string]>(
    'UPDATE store SET first_service_url = coalesce(first_service_url, service_url), service_url = ?',
  )
  const movePopups = database.prepare<[string]>('UPDATE popup_answer SET service_url = ?')
  const makeDue = database.prepare<[]>('UPDATE stream SET not_before = NULL, failures_in_a_row = 0')
  return {
    url: () => read.get()?.url ?? undefined,
    first: () => read.get()?.first ?? undefined,
    /** After a complete answer: the first address, or the same one with https. */
    answered(serviceUrl: string): void {
      const known = read.get()?.url ?? undefined
      if (known === undefined || isSecured(known, serviceUrl)) set.run(serviceUrl)
    },
    move: database.transaction((serviceUrl: string): void => {
      move.run(serviceUrl)
      movePopups.run(serviceUrl)
      makeDue.run()
    }).immediate,
  }
}
