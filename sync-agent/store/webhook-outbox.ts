/**
 * Fills the outbox in the publishing transaction, so a change and its messages are written together.
 *
 * A new change replaces the unsent message of the same entry, also a failed one: a receiver that was down gets only the
 * last state, and an earlier change can never come after a deletion.
 */
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import type { Stream } from '../stream.ts'
import { NOT_COUNTED, type WebhookEvent } from './webhook-types.ts'

type EntryEvent = Exclude<WebhookEvent, 'news.synced'>

export interface OutboxNotes {
  /** To be called when an entry has changed, with its `seq`. */
  note(event: EntryEvent, newsId: string, seq: number): void
  /**
   * Only the URLs of an entry's files have changed: sent only to receivers that got a message about this entry, so there is
   * not a message for each entry after a first sync.
   */
  noteFiles(newsId: string, seq: number): void
  /** To be called at the end. */
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
  // Uses webhook_of_entry.
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
    /** @param isFirst these are the first changes of the stream: most targets get one message for all of them */
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
