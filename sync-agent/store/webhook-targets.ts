/** The targets of webhooks: adding, listing, pausing, removing, and the salts of their secrets. */
import type { Language, SiteId } from '../../shared/contract/site.ts'
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import { messageWriter } from './webhook-outbox.ts'
import {
  type Named,
  NOT_COUNTED,
  type SecretRecord,
  type WebhookEvent,
  type WebhookTarget,
  type WebhookTargetSettings,
} from './webhook-types.ts'

export interface WebhookTargets {
  /** Adds a target with its first secret and first messages. @returns its number; undefined if there are already `most` */
  addTarget(
    settings: WebhookTargetSettings,
    secret: SecretRecord,
    at: number,
    most: number,
  ): Promise<number | undefined>
  /** By number. */
  targets(): Promise<WebhookTarget[]>
  target(id: number): Promise<WebhookTarget | undefined>
  /** Targets that can get messages now, and when the next of the others can. */
  readyTargets(now: number): Promise<{ ready: ReadyTarget[]; nextAt: number | undefined }>
  /** Removes a target with its messages. @returns whether it existed */
  removeTarget(id: number): Promise<boolean>
  /** A target that is gone stays gone. */
  pauseTarget(id: number): Promise<void>
  /** Makes it active; its waiting messages are due now, without earlier failures. */
  resumeTarget(id: number): Promise<void>
  /** Newest first, without expired ones. */
  secrets(targetId: number, now: number): Promise<SecretRecord[]>
  /** The old secret stays valid until then. */
  rotateSecret(targetId: number, secret: SecretRecord, oldUntil: number): Promise<void>
}

export interface ReadyTarget {
  id: number
  url: string
  failuresInARow: number
}

interface TargetRow {
  id: number
  url: string
  events: string | null
  site_ids: string | null
  langs: string | null
  backlog: number
  state: WebhookTarget['state']
  reason: string | null
  created_at: number
  failures_in_a_row: number
  not_before: number | null
  delivered_at: number | null
  failed_at: number | null
  failure: string | null
  waiting: number
  oldest: number | null
  dead: number
}

export function webhookTargets(database: SqliteDatabase, named: Named): WebhookTargets {
  // The counts use webhook_queue.
  const select = `
    SELECT webhook_target.*,
      (SELECT count(*) FROM webhook_message WHERE target_id = webhook_target.id AND state = 'pending') AS waiting,
      (SELECT min(created_at) FROM webhook_message WHERE target_id = webhook_target.id AND state = 'pending') AS oldest,
      (SELECT count(*) FROM webhook_message WHERE target_id = webhook_target.id AND state = 'dead') AS dead
    FROM webhook_target`
  const all = database.prepare<[], TargetRow>(`${select} ORDER BY id`)
  const byId = database.prepare<[number], TargetRow>(`${select} WHERE id = ?`)
  const remove = database.prepare<[number]>('DELETE FROM webhook_target WHERE id = ?')
  const pause = database.prepare<[number]>(
    "UPDATE webhook_target SET state = 'paused' WHERE id = ? AND state <> 'gone'",
  )
  return {
    addTarget: named(targetWriter(database)),
    targets: named(() => all.all().map(targetOf)),
    target: named((id: number) => {
      const row = byId.get(id)
      return row && targetOf(row)
    }),
    readyTargets: named(readyReader(database)),
    removeTarget: named((id: number) => remove.run(id).changes === 1),
    pauseTarget: named((id: number) => void pause.run(id)),
    resumeTarget: named(resumer(database)),
    ...secretRows(database, named),
  }
}

/** A pause longer than any plan is ignored: the clock was set back since. */
const LONGEST_REST_MS = 25 * 3_600_000

function readyReader(database: SqliteDatabase) {
  const active = database.prepare<[], ReadyTarget & { notBefore: number | null }>(`
    SELECT id, url, failures_in_a_row AS failuresInARow, not_before AS notBefore FROM webhook_target
    WHERE state = 'active' ORDER BY id`)
  return (now: number) => {
    const ready: ReadyTarget[] = []
    let nextAt: number | undefined
    for (const { notBefore, ...target } of active.all()) {
      const rests = notBefore !== null && notBefore > now && notBefore <= now + LONGEST_REST_MS
      if (rests) nextAt = Math.min(nextAt ?? notBefore, notBefore)
      else ready.push(target)
    }
    return { ready, nextAt }
  }
}

function targetWriter(database: SqliteDatabase) {
  const count = database.prepare<[], number>('SELECT count(*) FROM webhook_target').pluck()
  const insert = database.prepare(`
    INSERT INTO webhook_target (url, events, site_ids, langs, backlog, state, created_at)
    VALUES (?, ?, ?, ?, ?, 'active', ?)`)
  const secretOf = secretWriter(database)
  const put = messageWriter(database)
  const entries = database.prepare<[], { siteId: SiteId; lang: Language; newsId: string; seq: number }>(
    'SELECT site_id AS siteId, lang, news_id AS newsId, seq FROM news ORDER BY seq',
  )
  return database.transaction(
    (settings: WebhookTargetSettings, secret: SecretRecord, at: number, most: number) => {
      if ((count.get() ?? 0) >= most) return undefined
      const { url, events, siteIds, langs, backlog } = settings
      const lists = [events, siteIds, langs].map(list => (list ? JSON.stringify(list) : null))
      const targetId = Number(insert.run(url, ...lists, Number(backlog), at).lastInsertRowid)
      secretOf(targetId, secret)
      if (!backlog || events?.includes('news.published') === false) return targetId
      for (const entry of entries.all()) {
        if (siteIds?.includes(entry.siteId) === false || langs?.includes(entry.lang) === false) continue
        put({ targetId, type: 'news.published', ...entry, at })
      }
      return targetId
    },
  ).immediate
}

function resumer(database: SqliteDatabase) {
  const activate = database.prepare<[number]>(`
    UPDATE webhook_target SET state = 'active', reason = NULL, failures_in_a_row = 0, unanswered_in_a_row = 0,
      not_before = NULL WHERE id = ?`)
  const release = database.prepare<[number]>(`
    UPDATE webhook_message SET next_at = created_at, give_up_at = ${NOT_COUNTED}
    WHERE target_id = ? AND state = 'pending'`)
  return database.transaction((id: number) => {
    activate.run(id)
    release.run(id)
  }).immediate
}

function secretRows(
  database: SqliteDatabase,
  named: Named,
): Pick<WebhookTargets, 'secrets' | 'rotateSecret'> {
  // Uses webhook_secret_of.
  const valid = database.prepare<[number, number], { salt: string; keyCheck: string; until: number | null }>(`
    SELECT salt, key_check AS keyCheck, valid_until AS until FROM webhook_secret
    WHERE target_id = ? AND (valid_until IS NULL OR valid_until > ?) ORDER BY id DESC`)
  const end = database.prepare<[number, number]>(
    'UPDATE webhook_secret SET valid_until = ? WHERE target_id = ? AND valid_until IS NULL',
  )
  const secretOf = secretWriter(database)
  return {
    secrets: named((targetId: number, now: number) =>
      valid.all(targetId, now).map(({ until, ...row }) => ({ ...row, validUntil: until ?? undefined })),
    ),
    rotateSecret: named(
      database.transaction((targetId: number, secret: SecretRecord, oldUntil: number) => {
        end.run(oldUntil, targetId)
        secretOf(targetId, secret)
      }).immediate,
    ),
  }
}

function secretWriter(database: SqliteDatabase) {
  const insert = database.prepare<[number, string, string]>(
    'INSERT INTO webhook_secret (target_id, salt, key_check) VALUES (?, ?, ?)',
  )
  return (targetId: number, { salt, keyCheck }: SecretRecord) => void insert.run(targetId, salt, keyCheck)
}

function targetOf(row: TargetRow): WebhookTarget {
  const list = <Item>(text: string | null): Item[] | undefined =>
    text === null ? undefined : JSON.parse(text)
  return {
    id: row.id,
    url: row.url,
    events: list<WebhookEvent>(row.events),
    siteIds: list<SiteId>(row.site_ids),
    langs: list<Language>(row.langs),
    backlog: row.backlog === 1,
    state: row.state,
    reason: row.reason ?? undefined,
    createdAt: row.created_at,
    failuresInARow: row.failures_in_a_row,
    notBefore: row.not_before ?? undefined,
    deliveredAt: row.delivered_at ?? undefined,
    failedAt: row.failed_at ?? undefined,
    failure: row.failure ?? undefined,
    waiting: row.waiting,
    oldestWaitingAt: row.oldest ?? undefined,
    dead: row.dead,
  }
}
