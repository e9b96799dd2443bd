/** Popup messages: what the school office enters, and what a website gets to show. */
import type { Confirmation, PopupMessage } from '../../shared/contract/popup.ts'
import type { Language, SiteId } from '../../shared/contract/site.ts'
import { recordOf } from '../../shared/record-of.ts'
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import type { SeedPopup } from '../seed.ts'
import { type Names, namesIn, periodFaults, references } from './faults.ts'
import { periodOf, type SchoolTime, wallOf } from './moments.ts'
import { nextId } from './next-id.ts'
import { type Fault, refuse } from './refuse.ts'
import { type TextColumns, textIn } from './texts.ts'

export type StoredPopup = SeedPopup & { popupId: number; deleted: boolean; state: PopupState }

export interface PopupRepository {
  /**
   * Enters a message, or changes the one with that id, also one that was deleted; returns its id.
   *
   * @throws {DraftError} every fault at once; nothing was changed
   */
  put(popup: SeedPopup & { popupId?: number }): number
  /** A message, on a website, off it, or deleted. */
  get(popupId: number): StoredPopup | undefined
  /** All messages that are not deleted, newest display date first, on a website or not. */
  list(): StoredPopup[]
  /** Some of them at a time, in the same order. */
  page(question: PopupPageQuestion): StoredPopup[]
  count(): Record<PopupState, number>
  /** The first epoch second after another one in which a message on a website begins or ends; undefined when none does. */
  nextMoment(after: number, site?: SiteId): number | undefined
  /** Puts a message on its websites again. False when there is none by that id. */
  send(popupId: number): boolean
  /** Takes a message off every website ("Send popup message to website" off). False when there is none by that id. */
  withdraw(popupId: number): boolean
  /** Deletes a message; false when there is none by that id. */
  remove(popupId: number): boolean
  /** Brings a deleted message back as it was; false when there is none by that id. */
  restore(popupId: number): boolean
}

/** Sent to the website and there now, not yet or not any more; not sent; or deleted. */
export const POPUP_STATES = ['live', 'planned', 'ended', 'hidden', 'deleted'] as const
export type PopupState = (typeof POPUP_STATES)[number]

export interface PopupPageQuestion {
  /** Without it, all that are not deleted. */
  state?: PopupState | undefined
  site?: SiteId | undefined
  /** Those that come after this one. */
  after?: Pick<StoredPopup, 'displayDate' | 'popupId'> | undefined
  limit: number
}

export interface PopupRow extends TextColumns {
  popup_id: number
  display_date: string
  on_website: number
  /** Epoch seconds. */
  starts_at: number | null
  ends_at: number | null
  deleted: number
  icon_id: string | null
  need_confirm: Confirmation | null
}

/** Whether a message is on its websites at `@now`: the popup call and the console's lists count alike. */
export const IS_LIVE =
  'deleted = 0 AND on_website = 1 AND coalesce(starts_at <= @now, 1) AND coalesce(ends_at > @now, 1)'

const IN_STATE: Record<PopupState, string> = {
  live: IS_LIVE,
  planned: 'deleted = 0 AND on_website = 1 AND starts_at > @now',
  ended: 'deleted = 0 AND on_website = 1 AND ends_at <= @now',
  hidden: 'deleted = 0 AND on_website = 0',
  deleted: 'deleted = 1',
}

export function popupRepository(database: SqliteDatabase, { zone, now }: SchoolTime): PopupRepository {
  const upsert = database
    .prepare<unknown[], number>(`
      INSERT INTO popup (popup_id, display_date, on_website, starts_at, ends_at, icon_id, need_confirm,
        title_en, body_en, title_zh, body_zh)
      VALUES (coalesce(?, ${nextId('popup')}), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (popup_id) DO UPDATE SET display_date = excluded.display_date, on_website = excluded.on_website,
        starts_at = excluded.starts_at, ends_at = excluded.ends_at, icon_id = excluded.icon_id, need_confirm = excluded.need_confirm, title_en = excluded.title_en,
        body_en = excluded.body_en, title_zh = excluded.title_zh, body_zh = excluded.body_zh, deleted = 0
      RETURNING popup_id`)
    .pluck()
  const clearSites = database.prepare('DELETE FROM popup_site WHERE popup_id = ?')
  const addSite = database.prepare('INSERT OR IGNORE INTO popup_site VALUES (?, ?)')
  const select = database.prepare<[number], PopupRow>('SELECT * FROM popup WHERE popup_id = ?')
  const selectAll = database.prepare<[], PopupRow>(
    'SELECT * FROM popup WHERE deleted = 0 ORDER BY display_date DESC, popup_id DESC',
  )
  const pageOf = (condition: string) =>
    database.prepare<PageValues, PopupRow>(`
    SELECT * FROM popup
    WHERE ${condition}
      AND (@site IS NULL OR popup_id IN (SELECT popup_id FROM popup_site WHERE site = @site))
      AND (@date IS NULL OR (display_date, popup_id) < (@date, @id))
    ORDER BY display_date DESC, popup_id DESC LIMIT @limit`)
  const selectPage = {
    all: pageOf('deleted = 0'),
    ...recordOf(POPUP_STATES, state => pageOf(IN_STATE[state])),
  }
  const selectCounts = database.prepare<[{ now: number }], Record<PopupState, number>>(`
    SELECT ${POPUP_STATES.map(state => `count(*) FILTER (WHERE ${IN_STATE[state]}) AS ${state}`).join(', ')}
    FROM popup`)
  const selectNext = database
    .prepare<[{ after: number; site: SiteId | null }], number | null>(`
      SELECT min(moment) FROM (
        SELECT popup_id, starts_at AS moment FROM popup WHERE starts_at > @after AND on_website = 1 AND deleted = 0
        UNION ALL
        SELECT popup_id, ends_at FROM popup WHERE ends_at > @after AND on_website = 1 AND deleted = 0)
      WHERE @site IS NULL OR popup_id IN (SELECT popup_id FROM popup_site WHERE site = @site)`)
    .pluck()
  const selectSites = database
    .prepare<[number], SiteId>('SELECT site FROM popup_site WHERE popup_id = ? ORDER BY site')
    .pluck()
  const setOnWebsite = database.prepare('UPDATE popup SET on_website = ? WHERE popup_id = ? AND deleted = 0')
  const setDeleted = database.prepare('UPDATE popup SET deleted = ? WHERE popup_id = ? AND deleted <> ?')

  const names = namesIn(database)
  const stored = (row: PopupRow): StoredPopup => ({
    popupId: row.popup_id,
    sites: selectSites.all(row.popup_id),
    displayDate: row.display_date,
    onWebsite: row.on_website === 1,
    ...(row.starts_at !== null && { startsAt: wallOf(row.starts_at, zone) }),
    ...(row.ends_at !== null && { endsAt: wallOf(row.ends_at, zone) }),
    ...decorations(row),
    texts: {
      'en-US': { msgTitle: row.title_en, msgBody: row.body_en },
      'zh-HK': { msgTitle: row.title_zh, msgBody: row.body_zh },
    },
    deleted: row.deleted === 1,
    state: stateOf(row, now()),
  })
  const get = (popupId: number) => {
    const row = select.get(popupId)
    return row && stored(row)
  }
  const put = database.transaction((popup: SeedPopup & { popupId?: number }): number => {
    refuse(popupFaults(popup, names))
    const { 'en-US': en, 'zh-HK': zh } = popup.texts
    const popupId = upsert.get(
      popup.popupId ?? null,
      popup.displayDate,
      popup.onWebsite ? 1 : 0,
      ...periodOf(popup, ['startsAt', 'endsAt'], zone),
      popup.iconId || null,
      popup.needConfirm ?? null,
      ...[en.msgTitle, en.msgBody, zh.msgTitle, zh.msgBody],
    ) as number
    clearSites.run(popupId)
    for (const site of popup.sites) addSite.run(popupId, site)
    return popupId
  })
  return {
    put,
    get,
    list: () => selectAll.all().map(stored),
    page: ({ state, site = null, after, limit }) =>
      selectPage[state ?? 'all']
        .all({
          now: now(),
          site,
          date: after?.displayDate ?? null,
          id: after?.popupId ?? null,
          limit,
        })
        .map(stored),
    nextMoment: (after, site) => selectNext.get({ after, site: site ?? null }) ?? undefined,
    count: () => selectCounts.get({ now: now() }) as Record<PopupState, number>,
    send: popupId => setOnWebsite.run(1, popupId).changes === 1,
    withdraw: popupId => setOnWebsite.run(0, popupId).changes === 1,
    remove: popupId => setDeleted.run(1, popupId, 1).changes === 1,
    restore: popupId => setDeleted.run(0, popupId, 0).changes === 1,
  }
}

/** What the schema of a message cannot see. */
export function* popupFaults(popup: SeedPopup, names: Names): Generator<Fault> {
  yield* periodFaults(popup, ['startsAt', 'endsAt'])
  for (const [lang, { msgBody }] of Object.entries(popup.texts))
    yield* references(`/texts/${lang}/msgBody`, msgBody, names)
}

function stateOf({ deleted, on_website, starts_at, ends_at }: PopupRow, now: number): PopupState {
  if (deleted) return 'deleted'
  if (!on_website) return 'hidden'
  if (starts_at !== null && starts_at > now) return 'planned'
  return ends_at !== null && ends_at <= now ? 'ended' : 'live'
}

interface PageValues {
  now: number
  site: SiteId | null
  date: string | null
  id: number | null
  limit: number
}

/** A message that is not stored as the popup call would return it. */
export function popupMessage(
  { displayDate, iconId, needConfirm, texts }: SeedPopup,
  lang: Language,
  inHtml: (html: string) => string,
): PopupMessage {
  const { 'en-US': en, 'zh-HK': zh } = texts
  const columns = { title_en: en.msgTitle, body_en: en.msgBody, title_zh: zh.msgTitle, body_zh: zh.msgBody }
  return messageOf(
    { display_date: displayDate, icon_id: iconId ?? null, need_confirm: needConfirm ?? null, ...columns },
    lang,
    inHtml,
  )
}

/** A message as the popup call returns it. */
export function messageOf(
  row: Pick<PopupRow, 'display_date' | 'icon_id' | 'need_confirm' | keyof TextColumns>,
  lang: Language,
  inHtml: (html: string) => string,
): PopupMessage {
  const { title, body } = textIn(lang, row)
  return { msgTitle: title, msgBody: inHtml(body), displayDate: row.display_date, ...decorations(row) }
}

/** The two fields that are left out, never null, when a message has none; an empty icon is none. */
const decorations = ({ icon_id, need_confirm }: Pick<PopupRow, 'icon_id' | 'need_confirm'>) => ({
  ...(icon_id && { iconId: icon_id }),
  ...(need_confirm !== null && { needConfirm: need_confirm }),
})
