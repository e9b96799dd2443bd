/**
 * The last popup messages of each site and language, so that a restart during an outage loses none.
 *
 * Agents that share a store write here without the lease. The last write wins, and the same content keeps its first txID.
 */
import type { Stream } from '../stream.ts'
import type { Engine } from './engine.ts'
import { failureOf, instantAt, streamColumns } from './rows.ts'
import type { Queries, Row } from './tables.ts'
import type { Failure, PopupAnswer, PopupRecord } from './types.ts'

export interface PopupStore {
  /** What the popup relay last heard of this service; needs no lease to read or to write. */
  popups(stream: Stream, serviceUrl: string): Promise<PopupRecord | undefined>
  allPopups(): Promise<PopupRecord[]>
  /** @returns the answer as it stands now: what another agent has heard as well keeps the txID that it came with */
  keepPopups(stream: Stream, serviceUrl: string, heard: PopupAnswer): Promise<PopupAnswer>
  notePopupFailure(stream: Stream, serviceUrl: string, failure: Failure): Promise<void>
}

export function popupStore({ reading, write }: Engine): PopupStore {
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
    keepPopups: (stream, serviceUrl, heard) =>
      write(async db => {
        const stored = (await readPopups(db, stream, serviceUrl))?.answer
        const isKnown = stored?.content === heard.content
        const answer = isKnown ? { ...stored, checkedAt: heard.checkedAt } : heard
        await writePopups(db, stream, serviceUrl, answer)
        return answer
      }),
    notePopupFailure: (stream, serviceUrl, { at, code, message }) =>
      write(async db => {
        const failure = { failure_at: at.epochMilliseconds, failure_code: code, failure_message: message }
        await db
          .deleteFrom('popup_answer')
          .where(eb => eb.and(streamColumns(stream)))
          .where('service_url', '<>', serviceUrl)
          .execute()
        await db
          .insertInto('popup_answer')
          .values({ ...streamColumns(stream), service_url: serviceUrl, ...failure })
          .onConflict(known => known.columns(['site_id', 'lang']).doUpdateSet(failure))
          .execute()
      }),
  }
}

async function readPopups(db: Queries, stream: Stream, serviceUrl: string): Promise<PopupRecord | undefined> {
  const row = await db
    .selectFrom('popup_answer')
    .selectAll()
    .where(eb => eb.and({ ...streamColumns(stream), service_url: serviceUrl })) // its primary key
    .executeTakeFirst()
  return row && recordOf(row)
}

/** Ends an earlier failure. */
async function writePopups(
  db: Queries,
  stream: Stream,
  serviceUrl: string,
  { content, txID, changedAt, checkedAt }: PopupAnswer,
): Promise<void> {
  const answer = {
    service_url: serviceUrl,
    content,
    tx_id: txID,
    changed_at: changedAt.epochMilliseconds,
    checked_at: checkedAt.epochMilliseconds,
    ...{ failure_at: null, failure_code: null, failure_message: null },
  }
  await db
    .insertInto('popup_answer')
    .values({ ...streamColumns(stream), ...answer })
    .onConflict(known => known.columns(['site_id', 'lang']).doUpdateSet(answer))
    .execute()
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
  }
}
