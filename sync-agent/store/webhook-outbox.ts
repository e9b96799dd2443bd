/**
 * Fills the outbox in the publishing transaction, so a change and its messages are written together.
 *
 * A new change replaces the unsent message of the same entry, also a failed one: a receiver that was down gets only the
 * last state, and an earlier change can never come after a deletion.
 */
import { randomBytes } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Stream } from '../stream.ts'
import { inParts } from './parts.ts'
import { streamColumns } from './rows.ts'
import type { Queries, Tables } from './tables.ts'
import { NOT_COUNTED, type WebhookEvent } from './webhook-types.ts'

export interface EntryChange {
  event: Exclude<WebhookEvent, 'news.synced'>
  newsId: string
  seq: number
}

export interface OutboxNotes {
  /** To be called with changes in the order of their `seq`, once for each entry. */
  note(changes: readonly EntryChange[]): Promise<void>
  /**
   * Only the URLs of these entries' files have changed: sent only to receivers that got a message about the entry, so there
   * is not a message for each entry after a first sync.
   */
  noteFiles(entries: readonly Omit<EntryChange, 'event'>[]): Promise<void>
  /** To be called at the end. */
  end(seq: number): Promise<void>
}

interface Listener {
  id: number
  events: WebhookEvent[] | undefined
  backlog: boolean
}

const NOBODY: OutboxNotes = {
  note: async () => undefined,
  noteFiles: async () => undefined,
  end: async () => undefined,
}

/** @param isFirst these are the first changes of the stream: most targets get one message for all of them */
export async function outboxOf(
  db: Queries,
  stream: Stream,
  at: number,
  isFirst: boolean,
): Promise<OutboxNotes> {
  const all = await listenersOf(db, stream)
  if (all.length === 0) return NOBODY
  const ofEntries = isFirst ? all.filter(({ backlog }) => backlog) : all
  const ofStream = isFirst ? all.filter(({ backlog }) => !backlog) : []
  let entries = 0

  /** The messages of one target. */
  async function messagesTo(listener: Listener, changes: readonly EntryChange[]): Promise<NewMessage[]> {
    const unpublished = await takeUnsent(db, listener.id, stream, changes)
    return changes
      .map(({ event, ...entry }) => {
        const isNew = event === 'news.changed' && unpublished.has(entry.newsId)
        return { targetId: listener.id, type: isNew ? 'news.published' : event, ...stream, ...entry, at }
      })
      .filter(({ type }) => hears(listener, type))
  }

  return {
    async note(changes) {
      entries += changes.filter(({ event }) => event !== 'news.deleted').length
      const messages: NewMessage[] = []
      for (const listener of ofEntries) messages.push(...(await messagesTo(listener, changes)))
      await addMessages(db, messages.toSorted(bySeq))
    },
    async noteFiles(changed) {
      const messages: NewMessage[] = []
      for (const listener of ofEntries) {
        const told = await toldOf(db, listener.id, stream, changed)
        const changes = changed
          .filter(({ newsId }) => told.has(newsId))
          .map(entry => ({ event: 'news.changed' as const, ...entry }))
        messages.push(...(await messagesTo(listener, changes)))
      }
      await addMessages(db, messages.toSorted(bySeq))
    },
    async end(seq) {
      if (entries === 0) return
      const told = ofStream.filter(listener => hears(listener, 'news.synced'))
      await addMessages(
        db,
        told.map(({ id }) => ({ targetId: id, type: 'news.synced', ...stream, entries, seq, at })),
      )
    },
  }
}

const bySeq = (a: NewMessage, b: NewMessage) => a.seq - b.seq

const hears = ({ events }: Listener, type: WebhookEvent) => events === undefined || events.includes(type)

async function listenersOf(db: Queries, { siteId, lang }: Stream): Promise<Listener[]> {
  const targets = await db
    .selectFrom('webhook_target')
    .select(['id', 'events', 'site_ids', 'langs', 'backlog'])
    .where('state', '<>', 'gone')
    .orderBy('id')
    .execute()
  const includes = (list: string | null, item: string) => list === null || JSON.parse(list).includes(item)
  return targets
    .filter(({ site_ids, langs }) => includes(site_ids, siteId) && includes(langs, lang))
    .map(({ id, events, backlog }) => ({
      id,
      events: events === null ? undefined : JSON.parse(events),
      backlog: backlog === 1,
    }))
}

/** Removes the unsent messages about these entries. @returns the entries whose publication was not sent */
async function takeUnsent(
  db: Queries,
  targetId: number,
  stream: Stream,
  changes: readonly EntryChange[],
): Promise<Set<string | null>> {
  const unpublished = new Set<string | null>()
  for (const part of inParts(changes)) {
    // Uses webhook_of_entry.
    const taken = await db
      .deleteFrom('webhook_message')
      .where(eb => eb.and({ target_id: targetId, ...streamColumns(stream) }))
      .where(
        'news_id',
        'in',
        part.map(({ newsId }) => newsId),
      )
      .where('state', 'in', ['pending', 'dead'])
      .returning(['news_id', 'type'])
      .execute()
    for (const { news_id, type } of taken) if (type === 'news.published') unpublished.add(news_id)
  }
  return unpublished
}

/** Those of these entries about which the target has, or had, a message. */
async function toldOf(
  db: Queries,
  targetId: number,
  stream: Stream,
  changes: readonly { newsId: string }[],
): Promise<Set<string | null>> {
  const told = new Set<string | null>()
  for (const part of inParts(changes)) {
    const rows = await db
      .selectFrom('webhook_message')
      .select('news_id')
      .where(eb => eb.and({ target_id: targetId, ...streamColumns(stream) }))
      .where(
        'news_id',
        'in',
        part.map(({ newsId }) => newsId),
      )
      .execute()
    for (const { news_id } of rows) told.add(news_id)
  }
  return told
}

export const newMessageId = () => `msg_${randomBytes(16).toString('hex')}`

export interface NewMessage extends Stream {
  targetId: number
  type: WebhookEvent
  newsId?: string
  entries?: number
  seq: number
  at: number
}

export async function addMessages(db: Queries, messages: readonly NewMessage[]): Promise<void> {
  for (const part of inParts(messages)) {
    await db.insertInto('webhook_message').values(part.map(messageRow)).execute()
  }
}

function messageRow({
  targetId,
  type,
  newsId,
  entries,
  seq,
  at,
  ...stream
}: NewMessage): Insertable<Tables['webhook_message']> {
  return {
    target_id: targetId,
    message_id: newMessageId(),
    type,
    ...streamColumns(stream),
    news_id: newsId ?? null,
    entries: entries ?? null,
    seq,
    created_at: at,
    state: 'pending',
    next_at: at,
    give_up_at: NOT_COUNTED,
  }
}
