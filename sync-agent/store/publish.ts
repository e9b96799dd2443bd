/** Applies a response to the news, in one transaction. */
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import type { Stream } from '../stream.ts'
import type { Fence } from './fence.ts'
import type { Journal } from './journal.ts'
import type { QuarantineRows } from './quarantine-rows.ts'
import { entryRow } from './rows.ts'
import { serviceSource } from './service-source.ts'
import type { Staging } from './staging.ts'
import type { StreamRows } from './stream-rows.ts'
import type { Applied, Batch, RunOutcome } from './types.ts'
import type { OutboxNotes, WebhookOutbox } from './webhook-outbox.ts'

export interface PublishParts {
  fence: Fence
  staging: Staging
  quarantine: QuarantineRows
  journal: Journal
  streams: StreamRows
  outbox: WebhookOutbox
}

export interface PublishStore {
  /**
   * Entries, tombstones, quarantine, `seq`, cursor and journal in one transaction, by the holder of the lease only.
   *
   * `seq` goes up by one for each entry that is new or changed and for each new tombstone, and for nothing else: an
   * entry delivered again unchanged keeps every column as it was. An entry listed after its tombstone is published again.
   *
   * @throws {LeaseLostError}
   */
  apply(token: number, stream: Stream, batch: Batch, outcome: RunOutcome): Promise<Applied>
}

export function publisher(database: SqliteDatabase, parts: PublishParts) {
  const { fence, staging, quarantine, journal, streams, outbox } = parts
  const lastSeq = database.prepare<[], number>('SELECT seq FROM store').pluck()
  const writeSeq = database.prepare<[number]>('UPDATE store SET seq = ?')
  const source = serviceSource(database)
  const news = newsWriter(database)

  // Immediate: takes the write lock before it reads seq.
  return database.transaction((token: number, stream: Stream, batch: Batch, outcome: RunOutcome): Applied => {
    fence.guard(token)
    const { run, finishedAt, cursor, serviceUrl } = outcome
    const at = finishedAt.epochMilliseconds
    const applied: Applied = {
      new: 0,
      changed: 0,
      unchanged: batch.unchanged ?? 0,
      deleted: 0,
      quarantined: 0,
      seq: lastSeq.get() ?? 0,
    }
    const notes = outbox.forStream(stream, at, streams.read(stream).cursor === undefined)
    const write = news.forStream(stream, at, applied, notes)

    if (batch.staged) {
      for (const newsId of batch.staged.except) staging.remove(stream, newsId)
      for (const { position, news_id } of staging.entries(stream)) write.publishStaged(position, news_id)
    }
    for (const entry of batch.listed) write.publish(entry)
    for (const newsId of batch.deleted) write.bury(newsId)

    notes.end(applied.seq)

    const putAside = quarantine.putAside(stream, at)
    if (batch.staged) for (const entry of staging.invalid(stream)) applied.quarantined += putAside(entry)
    quarantine.clear(stream, batch.valid ?? [])
    quarantine.clear(stream, batch.deleted)
    for (const entry of batch.invalid ?? []) applied.quarantined += putAside(entry)
    quarantine.putOff(stream, at, batch.putOff ?? [])

    writeSeq.run(applied.seq)
    source.answered(serviceUrl)
    if (cursor) streams.writeSuccess(stream, cursor, at, run.skewMs)
    journal.write(stream, run, { applied })
    return applied
  }).immediate
}

const COLUMNS = `site_id, lang, news_id, title, html, news_date, news_date_time, cover_url, thumbnail_url,
                 attachments, remarks, raw, hash`
const OVERWRITE = `
  ON CONFLICT (site_id, lang, news_id) DO UPDATE SET
    title = excluded.title, html = excluded.html, news_date = excluded.news_date,
    news_date_time = excluded.news_date_time, cover_url = excluded.cover_url,
    thumbnail_url = excluded.thumbnail_url, attachments = excluded.attachments, remarks = excluded.remarks,
    raw = excluded.raw, hash = excluded.hash, seq = excluded.seq, changed_at = excluded.changed_at`

function newsWriter(database: SqliteDatabase) {
  const hashOf = database
    .prepare<[string, string, string], string>(
      'SELECT hash FROM news WHERE site_id = ? AND lang = ? AND news_id = ?', // its primary key
    )
    .pluck()
  const put = database.prepare<[ReturnType<typeof entryRow>]>(`
    INSERT INTO news (${COLUMNS}, seq, first_seen_at, changed_at)
    VALUES ($site_id, $lang, $news_id, $title, $html, $news_date, $news_date_time, $cover_url, $thumbnail_url,
            $attachments, $remarks, $raw, $hash, $seq, $changed_at, $changed_at) ${OVERWRITE}`)
  const putStaged = database.prepare<[{ seq: number; at: number; position: number }]>(`
    INSERT INTO news (${COLUMNS}, seq, first_seen_at, changed_at)
    SELECT ${COLUMNS}, $seq, $at, $at FROM staged WHERE position = $position ${OVERWRITE}`)
  const remove = database.prepare('DELETE FROM news WHERE site_id = ? AND lang = ? AND news_id = ?')
  const anyTombstone = database
    .prepare<[string, string], number>(
      'SELECT EXISTS (SELECT 1 FROM tombstone WHERE site_id = ? AND lang = ?)',
    )
    .pluck()
  const bury = database.prepare('INSERT INTO tombstone VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING')
  const removeTombstone = database.prepare(
    'DELETE FROM tombstone WHERE site_id = ? AND lang = ? AND news_id = ?',
  )
  const incarnate = database.prepare(`
    INSERT INTO incarnation VALUES (?, ?, ?, 1)
    ON CONFLICT (site_id, lang, news_id) DO UPDATE SET number = number + 1`)

  return {
    /** Writes each with the next `seq`, counts in `applied`, and fills the outbox. */
    forStream({ siteId, lang }: Stream, at: number, applied: Applied, notes: OutboxNotes) {
      const hasTombstone = anyTombstone.get(siteId, lang) === 1
      const count = (newsId: string, known: string | undefined) => {
        applied.seq += 1
        applied[known === undefined ? 'new' : 'changed'] += 1
        // Feed readers must not confuse the new entry with the deleted one.
        if (hasTombstone && removeTombstone.run(siteId, lang, newsId).changes > 0)
          incarnate.run(siteId, lang, newsId)
        notes.note(known === undefined ? 'news.published' : 'news.changed', newsId, applied.seq)
      }
      return {
        publish(entry: Batch['listed'][number]) {
          const known = hashOf.get(siteId, lang, entry.newsId)
          if (known === entry.hash) {
            applied.unchanged += 1
            return
          }
          count(entry.newsId, known)
          put.run(entryRow({ ...entry, siteId, lang, seq: applied.seq }, at))
        },
        publishStaged(position: number, newsId: string) {
          count(newsId, hashOf.get(siteId, lang, newsId))
          putStaged.run({ seq: applied.seq, at, position })
        },
        bury(newsId: string) {
          if (bury.run(siteId, lang, newsId, applied.seq + 1, at).changes === 0) return
          remove.run(siteId, lang, newsId)
          applied.seq += 1
          applied.deleted += 1
          notes.note('news.deleted', newsId, applied.seq)
        },
      }
    },
  }
}
