/**
 * The last popup messages of each site and language, so that a restart during an outage loses none.
 *
 * Agents that share a store write here without the lease. The last write wins, and the same content keeps its first txID.
 */
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import type { Stream } from '../stream.ts'
import { failureOf, instantAt } from './rows.ts'
import type { Failure, PopupAnswer, PopupRecord } from './types.ts'

interface PopupRow extends Stream {
  content: string | null
  tx_id: string | null
  changed_at: number | null
  checked_at: number | null
  failure_at: number | null
  failure_code: string | null
  failure_message: string | null
}

export interface PopupStore {
  /** What the popup relay last heard of this service; needs no lease to read or to write. */
  popups(stream: Stream, serviceUrl: string): Promise<PopupRecord | undefined>
  allPopups(): Promise<PopupRecord[]>
  /** @returns the answer as it stands now: what another agent has heard as well keeps the txID that it came with */
  keepPopups(stream: Stream, serviceUrl: string, heard: PopupAnswer): Promise<PopupAnswer>
  notePopupFailure(stream: Stream, serviceUrl: string, failure: Failure): Promise<void>
}

export function popupRows(database: SqliteDatabase) {
  const ofService = 'site_id = ? AND lang = ? AND service_url = ?'
  const columns = `site_id AS siteId, lang, content, tx_id, changed_at, checked_at,
    failure_at, failure_code, failure_message`
  // Uses the primary key.
  const byStream = database.prepare<[string, string, string], PopupRow>(
    `SELECT ${columns} FROM popup_answer WHERE ${ofService}`,
  )
  const all = database.prepare<[], PopupRow>(`SELECT ${columns} FROM popup_answer ORDER BY site_id, lang`)
  const confirm = database.prepare(`
    UPDATE popup_answer SET checked_at = ?, failure_at = NULL, failure_code = NULL, failure_message = NULL
    WHERE ${ofService}`)
  const replace = database.prepare(`
    INSERT OR REPLACE INTO popup_answer (site_id, lang, service_url, content, tx_id, changed_at, checked_at)
    VALUES (?, ?, ?, ?, ?, ?, ?)`)
  const dropOthers = database.prepare(
    'DELETE FROM popup_answer WHERE site_id = ? AND lang = ? AND service_url <> ?',
  )
  const fail = database.prepare(`
    INSERT INTO popup_answer (site_id, lang, service_url, failure_at, failure_code, failure_message)
    VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (site_id, lang) DO UPDATE SET
      failure_at = excluded.failure_at, failure_code = excluded.failure_code,
      failure_message = excluded.failure_message`)

  const read = ({ siteId, lang }: Stream, serviceUrl: string): PopupRecord | undefined => {
    const row = byStream.get(siteId, lang, serviceUrl)
    return row && recordOf(row)
  }
  return {
    read,
    all: () => all.all().map(recordOf),
    /** @returns the stored answer, with the first txID of its content */
    keep: database.transaction((stream: Stream, serviceUrl: string, heard: PopupAnswer): PopupAnswer => {
      const { siteId, lang } = stream
      const { content, txID, changedAt, checkedAt } = heard
      const stored = read(stream, serviceUrl)?.answer
      if (stored?.content === content) {
        confirm.run(checkedAt.epochMilliseconds, siteId, lang, serviceUrl)
        return { ...stored, checkedAt }
      }
      const times = [changedAt.epochMilliseconds, checkedAt.epochMilliseconds]
      replace.run(siteId, lang, serviceUrl, content, txID, ...times)
      return heard
    }).immediate,
    fail: database.transaction(({ siteId, lang }: Stream, serviceUrl: string, failure: Failure): void => {
      const { at, code, message } = failure
      dropOthers.run(siteId, lang, serviceUrl)
      fail.run(siteId, lang, serviceUrl, at.epochMilliseconds, code, message)
    }).immediate,
  }
}

function recordOf(row: PopupRow): PopupRecord {
  const { siteId, lang, content, tx_id: txID } = row
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
