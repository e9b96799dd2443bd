/**
 * The last popup messages of each site and language, so that a restart during an outage loses none.
 *
 * Agents that share a store write here without the lease; the last write counts.
 */
import type { Stream } from '../stream.ts'
import type { Engine } from './engine.ts'
import { failureOf, instantAt, streamColumns } from './rows.ts'
import type { Queries, Row } from './tables.ts'
import type { PopupHeard, PopupRecord } from './types.ts'

/** What the popup relay last heard of this service; needs no lease to read or to write. */
export async function readPopups(
  { reading }: Engine,
  stream: Stream,
  serviceUrl: string,
): Promise<PopupRecord | undefined> {
  const row = await reading
    .selectFrom('popup_answer')
    .selectAll()
    .where(eb => eb.and({ ...streamColumns(stream), service_url: serviceUrl })) // its primary key
    .executeTakeFirst()
  return row && recordOf(row)
}

export async function listPopups({ reading }: Engine): Promise<PopupRecord[]> {
  const rows = await reading
    .selectFrom('popup_answer')
    .selectAll()
    .orderBy('site_id')
    .orderBy('lang')
    .execute()
  return rows.map(recordOf)
}

/** Without an answer, the stored one stays. */
export function keepPopups(
  { writeAside }: Engine,
  stream: Stream,
  serviceUrl: string,
  heard: PopupHeard,
): Promise<void> {
  return writeAside(async db => {
    await forgetOthers(db, stream, serviceUrl)
    const columns = columnsOf(heard)
    await db
      .insertInto('popup_answer')
      .values({ ...streamColumns(stream), service_url: serviceUrl, ...columns })
      .onConflict(known => known.columns(['site_id', 'lang']).doUpdateSet(columns))
      .execute()
  })
}

/** Another service's messages are not this one's. */
async function forgetOthers(db: Queries, stream: Stream, serviceUrl: string): Promise<void> {
  await db
    .deleteFrom('popup_answer')
    .where(eb => eb.and(streamColumns(stream)))
    .where('service_url', '<>', serviceUrl)
    .execute()
}

function columnsOf({ answer, failure }: PopupHeard) {
  return {
    ...(answer && {
      content: answer.content,
      tx_id: answer.txID,
      changed_at: answer.changedAt.epochMilliseconds,
      checked_at: answer.checkedAt.epochMilliseconds,
    }),
    failure_at: failure?.at.epochMilliseconds ?? null,
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
  }
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
