/** Two tables for all followers: how far each has come in the change log, and the entries that its target refuses. See log/runner.ts. */
import { sql } from 'kysely'
import type { Stream } from '../stream.ts'
import { lastSeq } from './change-marks.ts'
import type { Engine } from './engine.ts'
import { fenced } from './fence.ts'
import { inParts } from './parts.ts'
import { type EntryKey, streamColumns } from './rows.ts'
import type { Queries, Row } from './tables.ts'

export interface FollowerState {
  name: string
  /** All changes up to here are applied, or put aside. Below 0 after it was rewound at the beginning. */
  seq: number
  /** It was told of nothing before; undefined: it began at the beginning. */
  began: number | undefined
  /** Failures since its target last took anything. */
  failures: number
  /** Nothing is tried before. Epoch milliseconds, like all times here. */
  notBefore: number | undefined
  /** When its target last took something, and when it last did not. */
  doneAt: number | undefined
  failedAt: number | undefined
  failure: string | undefined
}

/** What a change is about: an entry, or the end of a stream's first sync, which has no identifier. */
export interface Subject extends Stream {
  newsId: string | undefined
}

export interface PutAside extends Subject {
  id: number
  follower: string
  /** Its changes up to here are applied. */
  appliedSeq: number
  since: number
  attempts: number
  nextAt: number
  reason: string
}

/** What a batch came to. */
export interface BatchOutcome {
  at: number
  /** The cursor before and after it. */
  from: number
  to: number
  /** Leave the list. */
  applied: readonly Subject[]
  refused: readonly Refusal[]
  failures: number
  notBefore: number | undefined
  /** The last one; undefined: none. */
  failure: string | undefined
  /** Its target has taken something. */
  isTaken: boolean
  /** Its target has answered again: what it did not answer is due now. */
  isBack: boolean
}

export interface Refusal extends Subject {
  appliedSeq: number
  attempts: number
  nextAt: number
  reason: string
  isUnanswered: boolean
}

/** By name. */
export async function listFollowers({ reading }: Engine): Promise<FollowerState[]> {
  return (await reading.selectFrom('follower').selectAll().orderBy('name').execute()).map(stateOf)
}

export async function readFollower({ reading }: Engine, name: string): Promise<FollowerState | undefined> {
  const row = await reading.selectFrom('follower').selectAll().where('name', '=', name).executeTakeFirst()
  return row && stateOf(row)
}

const asideRows = ({ reading }: Engine, name: string) =>
  reading.selectFrom('put_aside').selectAll().where('follower', '=', name)

/** Of these subjects, those that are put aside. */
export async function asideOf(
  store: Engine,
  name: string,
  subjects: readonly Subject[],
): Promise<PutAside[]> {
  const found: PutAside[] = []
  for (const part of inParts(subjects)) {
    const keys = part.map(subject => sql`(${subject.siteId}, ${subject.lang}, ${keyOf(subject)})`)
    // put_aside_of
    const isOneOf = sql<boolean>`(site_id, lang, subject) IN (VALUES ${sql.join(keys)})`
    found.push(...(await asideRows(store, name).where(isOneOf).execute()).map(asideOfRow))
  }
  return found
}

/** Due ones, the one that has waited longest first. A time further away than any plan is due: the clock was set back since. */
export async function dueAside(
  store: Engine,
  name: string,
  now: number,
  longestMs: number,
  limit: number,
): Promise<PutAside[]> {
  const rows = await asideRows(store, name)
    .where(eb => eb.or([eb('next_at', '<=', now), eb('next_at', '>', now + longestMs)]))
    .orderBy('next_at') // put_aside_due
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(asideOfRow)
}

/** When the next one is due. */
export async function nextAside({ reading }: Engine, name: string, now: number): Promise<number | undefined> {
  const { next } = await reading
    .selectFrom('put_aside')
    .select(({ fn }) => fn.min<number | null>('next_at').as('next'))
    .where('follower', '=', name)
    .where('next_at', '>', now)
    .executeTakeFirstOrThrow()
  return next ?? undefined
}

/** Newest first. */
export async function listAside(store: Engine, name: string, limit: number): Promise<PutAside[]> {
  return (await asideRows(store, name).orderBy('id', 'desc').limit(limit).execute()).map(asideOfRow)
}

/** Of these numbers, those of entries that are put aside. */
export async function asideIds(store: Engine, name: string, ids: readonly number[]): Promise<number[]> {
  return (await asideRows(store, name).where('id', 'in', ids).execute()).map(({ id }) => id)
}

export function asideCounts({
  reading,
}: Engine): Promise<{ follower: string; count: number; since: number }[]> {
  return reading
    .selectFrom('put_aside')
    .select(({ fn }) => ['follower', fn.countAll<number>().as('count'), fn.min<number>('since').as('since')])
    .groupBy('follower')
    .execute()
}

/** @param record what else the follower writes, in the same transaction @throws {LeaseLostError} */
export function noteBatch(
  store: Engine,
  token: number,
  name: string,
  outcome: BatchOutcome,
  record?: (db: Queries) => Promise<void> | undefined,
): Promise<void> {
  return fenced(store, token, async db => {
    await writeOutcome(db, name, outcome)
    await record?.(db)
  })
}

/** Pauses are by the clock of the agent that led: the next one tries once, and then goes by its own. @throws {LeaseLostError} */
export function forgetPauses(store: Engine, token: number): Promise<void> {
  return fenced(store, token, async db => {
    await db.updateTable('follower').set({ not_before: null }).where('not_before', 'is not', null).execute()
  })
}

/** Makes these due now, or all of them, and ends the follower's pause. @returns how many */
export function retryAside(
  { write }: Engine,
  name: string,
  ids: readonly number[] | undefined,
): Promise<number> {
  return write(async db => {
    await db.updateTable('follower').set({ not_before: null, failures: 0 }).where('name', '=', name).execute()
    let some = db.updateTable('put_aside').set({ next_at: 0 }).where('follower', '=', name)
    if (ids) some = some.where('id', 'in', ids)
    return Number((await some.executeTakeFirstOrThrow()).numUpdatedRows)
  })
}

/** Removes these, or all of them: its target does not get them until they change. @returns how many */
export function skipAside(
  { write }: Engine,
  name: string,
  ids: readonly number[] | undefined,
): Promise<number> {
  return write(async db => {
    let some = db.deleteFrom('put_aside').where('follower', '=', name)
    if (ids) some = some.where('id', 'in', ids)
    return Number((await some.executeTakeFirstOrThrow()).numDeletedRows)
  })
}

/** All changes after this one are applied again; undefined: from the beginning. */
export function rewindFollower({ write }: Engine, name: string, to: number | undefined): Promise<void> {
  const seq = to ?? 0
  return write(async db => {
    await db
      .updateTable('follower')
      .set(eb => ({
        ...{ failures: 0, not_before: null },
        // Never where it is: a batch from the beginning that is under way would move it on.
        seq:
          to ??
          eb
            .case()
            .when('seq', '>', 0)
            .then(0)
            .else(eb('seq', '-', 1))
            .end(),
        began:
          to === undefined ? null : eb.case().when('began', '>', to).then(to).else(eb.ref('began')).end(),
      }))
      .where('name', '=', name)
      .execute()
    await db
      .updateTable('put_aside')
      .set({ applied_seq: seq })
      .where('follower', '=', name)
      .where('applied_seq', '>', seq)
      .execute()
  })
}

/** @param began undefined: at the beginning */
export async function beginFollower(db: Queries, name: string, began: number | undefined): Promise<void> {
  await db
    .insertInto('follower')
    .values({ name, seq: began ?? 0, began: began ?? null })
    .execute()
}

/** Where a follower begins that is to be told of what changes from now on. */
export const beginNow = lastSeq

/** With what it has put aside. */
export async function endFollower(db: Queries, name: string): Promise<void> {
  await db.deleteFrom('follower').where('name', '=', name).execute()
}

async function writeOutcome(db: Queries, name: string, outcome: BatchOutcome): Promise<void> {
  const { at, from, to, applied, refused, failures, notBefore, failure, isTaken, isBack } = outcome
  await db
    .updateTable('follower')
    .set({
      failures,
      not_before: notBefore ?? null,
      ...(isTaken && { done_at: at }),
      ...(failure !== undefined && { failed_at: at, failure }),
    })
    .where('name', '=', name)
    .execute()
  // An operator may have rewound it meanwhile.
  await db.updateTable('follower').set({ seq: to }).where('name', '=', name).where('seq', '=', from).execute()
  for (const subject of applied)
    await db
      .deleteFrom('put_aside')
      .where(eb => eb.and({ follower: name, ...subjectColumns(subject) }))
      .execute()
  const row = await db.selectFrom('follower').select('seq').where('name', '=', name).executeTakeFirst()
  // It was removed meanwhile.
  if (!row) return
  for (const refusal of refused)
    await putAside(db, name, { ...refusal, appliedSeq: Math.min(refusal.appliedSeq, row.seq) }, at)
  if (!isBack) return
  await db
    .updateTable('put_aside')
    .set({ next_at: at })
    .where(eb => eb.and({ follower: name, unanswered: 1 }))
    .execute()
}

async function putAside(db: Queries, name: string, refusal: Refusal, at: number): Promise<void> {
  const { attempts, nextAt, reason, isUnanswered, appliedSeq } = refusal
  const row = { attempts, next_at: nextAt, reason, unanswered: Number(isUnanswered) }
  if (attempts > 1) {
    // Skipped meanwhile, it stays so.
    await db
      .updateTable('put_aside')
      .set(row)
      .where(eb => eb.and({ follower: name, ...subjectColumns(refusal) }))
      .execute()
    return
  }
  await db
    .insertInto('put_aside')
    .values({ follower: name, ...subjectColumns(refusal), applied_seq: appliedSeq, since: at, ...row })
    .onConflict(known => known.columns(['follower', 'site_id', 'lang', 'subject']).doUpdateSet(row))
    .execute()
}

/** An identifier may be empty, and is not the same as none. */
const keyOf = ({ newsId }: Subject) => (newsId === undefined ? SYNCED : `${OF_ENTRY}${newsId}`)
const OF_ENTRY = 'entry '
const SYNCED = 'synced'

const subjectColumns = (subject: Subject) => ({ ...streamColumns(subject), subject: keyOf(subject) })

function stateOf(row: Row<'follower'>): FollowerState {
  return {
    name: row.name,
    seq: row.seq,
    began: row.began ?? undefined,
    failures: row.failures,
    notBefore: row.not_before ?? undefined,
    doneAt: row.done_at ?? undefined,
    failedAt: row.failed_at ?? undefined,
    failure: row.failure ?? undefined,
  }
}

function asideOfRow(row: Row<'put_aside'>): PutAside {
  return {
    id: row.id,
    follower: row.follower,
    siteId: row.site_id,
    lang: row.lang,
    newsId: row.subject === SYNCED ? undefined : row.subject.slice(OF_ENTRY.length),
    appliedSeq: row.applied_seq,
    since: row.since,
    attempts: row.attempts,
    nextAt: row.next_at,
    reason: row.reason,
  }
}

export const isOfEntry = <Aside extends Subject>(aside: Aside): aside is Aside & EntryKey =>
  aside.newsId !== undefined
