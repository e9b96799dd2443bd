/**
 * The last popup messages of each site and language, so that a restart during an outage loses none, and so that of all agents
 * that share a store one asks the service.
 *
 * They write here without the lease. The last write wins, and the same content keeps its first txID.
 */
import { type OnConflictBuilder, sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { Stream } from '../stream.ts'
import type { Engine } from './engine.ts'
import { failureOf, instantAt, streamColumns } from './rows.ts'
import type { Queries, Row, Tables } from './tables.ts'
import type { Failure, PopupAnswer, PopupRecord } from './types.ts'

export interface PopupStore {
  /** What the popup relay last heard of this service; needs no lease to read or to write. */
  popups(stream: Stream, serviceUrl: string): Promise<PopupRecord | undefined>
  allPopups(): Promise<PopupRecord[]>
  /** @returns whether this agent may ask the service: no other one has asked and not waited yet */
  claimPopups(stream: Stream, serviceUrl: string, turn: PopupTurn): Promise<boolean>
  /** @returns the answer as it stands now: what another agent has heard as well keeps the txID that it came with */
  keepPopups(stream: Stream, serviceUrl: string, heard: PopupAnswer): Promise<PopupAnswer>
  /** @param askAfter nobody asks again before */
  notePopupFailure(
    stream: Stream,
    serviceUrl: string,
    failure: Failure,
    askAfter: Temporal.Instant,
  ): Promise<void>
}

export interface PopupTurn {
  /** A name of this agent, which may go on asking whatever its clock says. */
  asker: string
  at: Temporal.Instant
  /** Others do not ask before. */
  askAfter: Temporal.Instant
  /** A turn of another agent that ends later is from a clock that was wrong. */
  latest: Temporal.Instant
}

export function popupStore({ reading, writeAside }: Engine): PopupStore {
  return {
    popups: (stream, serviceUrl) => readPopups(reading, stream, serviceUrl),
    async allPopups() {
      const rows = await reading
        .selectFrom('popup_answer')
        .selectAll()
        .orderBy('site_id')
        .orderBy('lang')
        .execute()
      return rows.map(recordOf)
    },
    claimPopups: (stream, serviceUrl, { asker, at, askAfter, latest }) =>
      writeAside(async db => {
        await forgetOthers(db, stream, serviceUrl)
        const turn = { asker, asked_at: at.epochMilliseconds, ask_after: askAfter.epochMilliseconds }
        const claimed = await db
          .insertInto('popup_answer')
          .values({ ...streamColumns(stream), service_url: serviceUrl, ...turn })
          .onConflict(known =>
            ofStream(known)
              .doUpdateSet(turn)
              .where(eb =>
                eb.or([
                  eb('popup_answer.ask_after', 'is', null),
                  eb('popup_answer.ask_after', '<=', turn.asked_at),
                  eb('popup_answer.ask_after', '>', latest.epochMilliseconds),
                  eb('popup_answer.asker', '=', asker),
                ]),
              ),
          )
          .returning('site_id')
          .executeTakeFirst()
        return claimed !== undefined
      }),
    keepPopups: (stream, serviceUrl, { content, txID, changedAt, checkedAt }) =>
      writeAside(async db => {
        await forgetOthers(db, stream, serviceUrl)
        const heard = {
          ...{ content, tx_id: txID, checked_at: checkedAt.epochMilliseconds },
          ...{ changed_at: changedAt.epochMilliseconds },
          ...{ failure_at: null, failure_code: null, failure_message: null },
        }
        const row = await db
          .insertInto('popup_answer')
          .values({ ...streamColumns(stream), service_url: serviceUrl, ...heard })
          .onConflict(known =>
            ofStream(known).doUpdateSet({
              ...heard,
              tx_id: firstOf('tx_id'),
              changed_at: firstOf('changed_at'),
            }),
          )
          .returning(['tx_id', 'changed_at'])
          .executeTakeFirstOrThrow()
        return {
          content,
          checkedAt,
          txID: row.tx_id ?? txID,
          changedAt: instantAt(row.changed_at) ?? changedAt,
        }
      }),
    notePopupFailure: (stream, serviceUrl, { at, code, message }, askAfter) =>
      writeAside(async db => {
        await forgetOthers(db, stream, serviceUrl)
        const failure = {
          ...{ failure_at: at.epochMilliseconds, failure_code: code, failure_message: message },
          ask_after: askAfter.epochMilliseconds,
        }
        await db
          .insertInto('popup_answer')
          .values({ ...streamColumns(stream), service_url: serviceUrl, ...failure })
          .onConflict(known => ofStream(known).doUpdateSet(failure))
          .execute()
      }),
  }
}

const ofStream = (known: OnConflictBuilder<Tables, 'popup_answer'>) => known.columns(['site_id', 'lang'])

/** What the content first came with, if it is the same. */
const firstOf = <Column extends 'tx_id' | 'changed_at'>(column: Column) =>
  sql<Row<'popup_answer'>[Column]>`CASE WHEN popup_answer.content = excluded.content
    THEN popup_answer.${sql.ref(column)} ELSE excluded.${sql.ref(column)} END`

/** Another service's messages are not this one's. */
async function forgetOthers(db: Queries, stream: Stream, serviceUrl: string): Promise<void> {
  await db
    .deleteFrom('popup_answer')
    .where(eb => eb.and(streamColumns(stream)))
    .where('service_url', '<>', serviceUrl)
    .execute()
}

async function readPopups(db: Queries, stream: Stream, serviceUrl: string): Promise<PopupRecord | undefined> {
  const row = await db
    .selectFrom('popup_answer')
    .selectAll()
    .where(eb => eb.and({ ...streamColumns(stream), service_url: serviceUrl })) // its primary key
    .executeTakeFirst()
  return row && recordOf(row)
}

function recordOf(row: Row<'popup_answer'>): PopupRecord {
  const { site_id: siteId, lang, content, tx_id: txID } = row
  const changedAt = instantAt(row.changed_at)
  const checkedAt = instantAt(row.checked_at)
  const isWhole = content !== null && txID !== null && changedAt && checkedAt
  return {
    siteId,
    lang,
    answer: isWhole ? { content, txID, changedAt, checkedAt } : undefined,
    failure: failureOf(row),
    askedAt: instantAt(row.asked_at),
    askAfter: instantAt(row.ask_after),
  }
}
