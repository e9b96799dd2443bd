/**
 * What a publishing transaction leaves in the outbox: who is to be told of what, written with the change itself, so that
 * neither is there without the other.
 *
 * A new change takes the place of the unsent message about the same entry, a dead letter too: whoever was not reached in
 * between hears of the last state alone, and an earlier change can never come after a deletion.
 */
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import type { Stream } from '../stream.ts'
import { NOT_COUNTED, type WebhookEvent } from './webhook-types.ts'

type EntryEvent = Exclude<WebhookEvent, 'news.synced'>

export interface OutboxNotes {
  /** An entry has changed, with this `seq`. */
  note(event: EntryEvent, newsId: string, seq: number): void
  /**
   * An entry lies elsewhere with its files, and is the same otherwise: news to those alone who were told of it singly, and
   * no reason for a message each after a first sync.
   */
  noteFiles(newsId: string, seq: number): void
  /** All is noted. */
  end(seq: number): void
}

interface Listener {
  id: number
  events: WebhookEvent[] | undefined
  backlog: boolean
}

const NOBODY: OutboxNotes = { note: () => undefined, noteFiles: () => undefined, end: () => undefined }

export function webhookOutbox(database: SqliteDatabase) {
  const listeners = listenerReader(database)
  const put = messageWriter(database)
  // Along webhook_of_entry.
  const takeUnsent = database
    .prepare<[number, string, string, string], WebhookEvent>(`
      DELETE FROM webhook_message
      WHERE target_id = ? AND site_id = ? AND lang = ? AND news_id = ? AND state IN ('pending', 'dead')
      RETURNING type`)
    .pluck()

  const wasTold = database
    .prepare<[number, string, string, string], number>(`
      SELECT EXISTS (SELECT 1 FROM webhook_message
        WHERE target_id = ? AND site_id = ? AND lang = ? AND news_id = ?)`)
    .pluck()

  return {
    /** @param isFirst whether these are the first changes of the stream ever: most targets hear of them as one */
    forStream(stream: Stream, at: number, isFirst: boolean): OutboxNotes {
      const all = listeners(stream)
      if (all.length === 0) return NOBODY
      const { siteId, lang } = stream
      const ofEntries = isFirst ? all.filter(({ backlog }) => backlog) : all
      const ofStream = isFirst ? all.filter(({ backlog }) => !backlog) : []
      let entries = 0
      const tell = (listener: Listener, event: EntryEvent, newsId: string, seq: number) => {
        const unsent = takeUnsent.all(listener.id, siteId, lang, newsId)
        const type = event === 'news.changed' && unsent.includes('news.published') ? 'news.published' : event
        if (hears(listener, type)) put({ targetId: listener.id, type, siteId, lang, newsId, seq, at })
      }
      return {
        note(event, newsId, seq) {
          if (event !== 'news.deleted') entries += 1
          for (const listener of ofEntries) tell(listener, event, newsId, seq)
        },
        noteFiles(newsId, seq) {
          for (const listener of ofEntries) {
            if (wasTold.get(listener.id, siteId, lang, newsId) === 1)
              tell(listener, 'news.changed', newsId, seq)
          }
        },
        end(seq) {
          if (entries === 0) return
          for (const listener of ofStream) {
            const message = {
              targetId: listener.id,
              type: 'news.synced',
              ...stream,
              entries,
              seq,
              at,
            } as const
            if (hears(listener, 'news.synced')) put(message)
          }
        },
      }
    },
  }
}

export type WebhookOutbox = ReturnType<typeof webhookOutbox>

const hears = ({ events }: Listener, type: WebhookEvent) => events === undefined || events.includes(type)

function listenerReader(database: SqliteDatabase): (stream: Stream) => Listener[] {
  const all = database.prepare<[Stream], { id: number; events: string | null; backlog: number }>(`
    SELECT id, events, backlog FROM webhook_target
    WHERE state <> 'gone'
      AND (site_ids IS NULL OR EXISTS (SELECT 1 FROM json_each(site_ids) WHERE value = $siteId))
      AND (langs IS NULL OR EXISTS (SELECT 1 FROM json_each(langs) WHERE value = $lang))`)
  return ({ siteId, lang }) =>
    all.all({ siteId, lang }).map(({ id, events, backlog }) => ({
      id,
      events: events === null ? undefined : JSON.parse(events),
      backlog: backlog === 1,
    }))
}

/** In SQL. */
export const NEW_MESSAGE_ID = "'msg_' || lower(hex(randomblob(16)))"

export interface NewMessage extends Stream {
  targetId: number
  type: WebhookEvent
  newsId?: string
  entries?: number
  seq: number
  at: number
}

export function messageWriter(database: SqliteDatabase): (message: NewMessage) => void {
  const insert = database.prepare(`
    INSERT INTO webhook_message (target_id, message_id, type, site_id, lang, news_id, entries, seq, created_at, state,
                                 next_at, give_up_at)
    VALUES ($targetId, ${NEW_MESSAGE_ID}, $type, $siteId, $lang, $newsId, $entries, $seq, $at, 'pending', $at,
            ${NOT_COUNTED})`)
  return ({ newsId, entries, ...message }) =>
    void insert.run({ ...message, newsId: newsId ?? null, entries: entries ?? null })
}
