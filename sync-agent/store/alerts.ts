/** What the receivers of alerts know: a row for each problem that one was told of, or will be if the problem stays. */
import type { Engine } from './engine.ts'
import { fenced } from './fence.ts'

/** Instants are epoch milliseconds. */
export interface AlertRecord {
  /** What the problem is with, as in `academy/en-US`. */
  subject: string
  since: number
  isTold: boolean
  /** Since when it is over, which the receiver was not told yet. */
  overSince: number | undefined
}

/** @param target its name */
export async function alertsOf({ reading }: Engine, target: string): Promise<AlertRecord[]> {
  const rows = await reading
    .selectFrom('alert')
    .selectAll()
    .where('target', '=', target)
    .orderBy('subject')
    .execute()
  return rows.map(({ subject, since, told, over_since }) => ({
    ...{ subject, since, isTold: told === 1, overSince: over_since ?? undefined },
  }))
}

/** In the place of those before. @throws {LeaseLostError} */
export function replaceAlerts(
  store: Engine,
  token: number,
  target: string,
  records: readonly AlertRecord[],
): Promise<void> {
  return fenced(store, token, async db => {
    await db.deleteFrom('alert').where('target', '=', target).execute()
    const rows = records.map(({ subject, since, isTold, overSince }) => ({
      ...{ target, subject, since, told: Number(isTold), over_since: overSince ?? null },
    }))
    if (rows.length > 0) await db.insertInto('alert').values(rows).execute()
  })
}
