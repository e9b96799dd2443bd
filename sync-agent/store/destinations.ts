/** What the agent brings news to: webhooks, tables of other databases. Each has a follower of its own. */
import type { Language, SiteId } from '../../shared/contract/site.ts'
import type { Destination, DestinationKind, DestinationSettings } from './destination-types.ts'
import type { Engine } from './engine.ts'
import { fenced } from './fence.ts'
import { beginFollower, beginNow, endFollower } from './followers.ts'
import type { Queries, Row } from './tables.ts'

/** The follower's name, which operators see: `webhook-1`. */
export const followerOf = ({ kind, id }: Pick<Destination, 'kind' | 'id'>): string => `${kind}-${id}`

/** @param name of a destination's follower */
export function destinationNamed(name: string): Pick<Destination, 'kind' | 'id'> {
  const [kind, id] = name.split('-')
  return { kind: kind as DestinationKind, id: Number(id) }
}

export interface NewDestination<Own> extends DestinationSettings<Own> {
  kind: DestinationKind
  /** Also of what there is already, each entry by itself. */
  isFromBeginning: boolean
  /** Limits the work: destinations do not share their calls. */
  most: number
}

/**
 * @param also in the same transaction
 * @returns its number; undefined if there are already `most` of its kind
 */
export function addDestination<Own>(
  { write }: Engine,
  { kind, isFromBeginning, most, ...settings }: NewDestination<Own>,
  at: number,
  also?: (db: Queries, id: number) => Promise<void>,
): Promise<number | undefined> {
  return write(async db => {
    const { count } = await db
      .selectFrom('destination')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('kind', '=', kind)
      .executeTakeFirstOrThrow()
    if (count >= most) return undefined
    const id = await insertDestination(db, kind, settings, at)
    await also?.(db, id)
    await beginFollower(db, followerOf({ kind, id }), isFromBeginning ? undefined : await beginNow(db))
    return id
  })
}

/** By number. */
export async function listDestinations({ reading }: Engine): Promise<Destination[]> {
  const rows = await reading.selectFrom('destination').selectAll().orderBy('id').execute()
  return rows.map(destinationOf)
}

export async function destinationsOf<Own>(store: Engine, kind: DestinationKind): Promise<Destination<Own>[]> {
  return (await listDestinations(store)).filter(one => one.kind === kind) as Destination<Own>[]
}

export async function readDestination<Own>(
  { reading }: Engine,
  kind: DestinationKind,
  id: number,
): Promise<Destination<Own> | undefined> {
  const row = await reading
    .selectFrom('destination')
    .selectAll()
    .where('id', '=', id)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return row && (destinationOf(row) as Destination<Own>)
}

/** With its follower, and what that has put aside. @returns whether it existed */
export function removeDestination({ write }: Engine, kind: DestinationKind, id: number): Promise<boolean> {
  return write(async db => {
    const { numDeletedRows } = await db
      .deleteFrom('destination')
      .where('id', '=', id)
      .where('kind', '=', kind)
      .executeTakeFirstOrThrow()
    if (numDeletedRows !== 1n) return false
    await endFollower(db, followerOf({ kind, id }))
    return true
  })
}

/** One that is gone stays gone. */
export function pauseDestination({ write }: Engine, id: number): Promise<void> {
  return write(async db => {
    await db
      .updateTable('destination')
      .set({ state: 'paused' })
      .where('id', '=', id)
      .where('state', '<>', 'gone')
      .execute()
  })
}

export function resumeDestination({ write }: Engine, id: number): Promise<void> {
  return write(async db => {
    await db.updateTable('destination').set({ state: 'active', reason: null }).where('id', '=', id).execute()
  })
}

/** It wants no more. @throws {LeaseLostError} */
export function noteGone(store: Engine, token: number, id: number, reason: string): Promise<void> {
  return fenced(store, token, async db => {
    await db.updateTable('destination').set({ state: 'gone', reason }).where('id', '=', id).execute()
  })
}

async function insertDestination(
  db: Queries,
  kind: DestinationKind,
  { address, siteIds, langs, settings }: DestinationSettings<unknown>,
  at: number,
): Promise<number> {
  const text = (list: readonly string[] | undefined) => (list ? JSON.stringify(list) : null)
  const { id } = await db
    .insertInto('destination')
    .values({
      ...{ kind, address, settings: JSON.stringify(settings), site_ids: text(siteIds), langs: text(langs) },
      ...{ state: 'active', created_at: at },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

function destinationOf(row: Row<'destination'>): Destination {
  const list = <Item>(text: string | null): Item[] | undefined =>
    text === null ? undefined : JSON.parse(text)
  return {
    ...{ id: row.id, kind: row.kind, address: row.address },
    settings: JSON.parse(row.settings),
    siteIds: list<SiteId>(row.site_ids),
    langs: list<Language>(row.langs),
    state: row.state,
    reason: row.reason ?? undefined,
    createdAt: row.created_at,
  }
}
