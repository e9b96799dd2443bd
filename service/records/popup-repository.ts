/** Popup messages: what the school office enters, and what a website gets to show. */
import { createHash } from 'node:crypto'
import type { Confirmation, PopupMessage } from '../../shared/contract/popup.ts'
import type { Language, SiteId } from '../../shared/contract/site.ts'
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import type { SeedPopup } from '../seed.ts'
import { type TextColumns, textIn } from './texts.ts'

export type StoredPopup = SeedPopup & { popupId: number; deleted: boolean }

export interface PopupRepository {
  /** Enters a message, or changes the one with that id, also one that was deleted; returns its id. */
  put(popup: SeedPopup & { popupId?: number }): number
  /** Changes a message whose {@link popupStamp} is still the same; otherwise returns false and changes nothing. */
  change(popup: SeedPopup & { popupId: number }, stamp: string): boolean
  /** A message, on a website, off it, or deleted. */
  get(popupId: number): StoredPopup | undefined
  /** All messages that are not deleted, newest display date first, on a website or not. */
  list(): StoredPopup[]
  /** Some of them at a time, in the same order. */
  page(question: PopupPageQuestion): StoredPopup[]
  count(): Record<PopupState, number>
  /** Puts a message on its websites again. False when there is none by that id. */
  send(popupId: number): boolean
  /** Takes a message off every website ("Send popup message to website" off). False when there is none by that id. */
  withdraw(popupId: number): boolean
  /** Deletes a message; false when there is none by that id. */
  remove(popupId: number): boolean
  /** Brings a deleted message back as it was; false when there is none by that id. */
  restore(popupId: number): boolean
}

/** Sent to the website, not sent, or deleted. */
export const POPUP_STATES = ['website', 'hidden', 'deleted'] as const
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
  deleted: number
  icon_id: string | null
  need_confirm: Confirmation | null
}

export function popupRepository(database: SqliteDatabase): PopupRepository {
  const upsert = database
    .prepare<unknown[], number>(`
      INSERT INTO popup (popup_id, display_date, on_website, icon_id, need_confirm, title_en, body_en, title_zh, body_zh)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (popup_id) DO UPDATE SET display_date = excluded.display_date, on_website = excluded.on_website,
        icon_id = excluded.icon_id, need_confirm = excluded.need_confirm, title_en = excluded.title_en,
        body_en = excluded.body_en, title_zh = excluded.title_zh, body_zh = excluded.body_zh, deleted = 0
      RETURNING popup_id`)
    .pluck()
  const clearSites = database.prepare('DELETE FROM popup_site WHERE popup_id = ?')
  const addSite = database.prepare('INSERT OR IGNORE INTO popup_site VALUES (?, ?)')
  const select = database.prepare<[number], PopupRow>('SELECT * FROM popup WHERE popup_id = ?')
  const selectAll = database.prepare<[], PopupRow>(
    'SELECT * FROM popup WHERE deleted = 0 ORDER BY display_date DESC, popup_id DESC',
  )
  const selectPage = database.prepare<PageValues, PopupRow>(`
    SELECT * FROM popup
    WHERE deleted = @deleted AND on_website = coalesce(@onWebsite, on_website)
      AND (@site IS NULL OR popup_id IN (SELECT popup_id FROM popup_site WHERE site = @site))
      AND (@date IS NULL OR (display_date, popup_id) < (@date, @id))
    ORDER BY display_date DESC, popup_id DESC LIMIT @limit`)
  const selectCounts = database.prepare<[], Record<PopupState, number>>(`
    SELECT count(*) FILTER (WHERE deleted = 0 AND on_website = 1) AS website,
      count(*) FILTER (WHERE deleted = 0 AND on_website = 0) AS hidden,
      count(*) FILTER (WHERE deleted = 1) AS deleted
    FROM popup`)
  const selectSites = database
    .prepare<[number], SiteId>('SELECT site FROM popup_site WHERE popup_id = ? ORDER BY site')
    .pluck()
  const setOnWebsite = database.prepare('UPDATE popup SET on_website = ? WHERE popup_id = ? AND deleted = 0')
  const setDeleted = database.prepare('UPDATE popup SET deleted = ? WHERE popup_id = ? AND deleted <> ?')

  const stored = (row: PopupRow): StoredPopup => ({
    popupId: row.popup_id,
    sites: selectSites.all(row.popup_id),
    displayDate: row.display_date,
    onWebsite: row.on_website === 1,
    ...decorations(row),
    texts: {
      'en-US': { msgTitle: row.title_en, msgBody: row.body_en },
      'zh-HK': { msgTitle: row.title_zh, msgBody: row.body_zh },
    },
    deleted: row.deleted === 1,
  })
  const get = (popupId: number) => {
    const row = select.get(popupId)
    return row && stored(row)
  }
  const put = database.transaction((popup: SeedPopup & { popupId?: number }): number => {
    const { 'en-US': en, 'zh-HK': zh } = popup.texts
    const popupId = upsert.get(
      popup.popupId ?? null,
      popup.displayDate,
      popup.onWebsite ? 1 : 0,
      popup.iconId || null,
      popup.needConfirm ?? null,
      ...[en.msgTitle, en.msgBody, zh.msgTitle, zh.msgBody],
    ) as number
    clearSites.run(popupId)
    for (const site of popup.sites) addSite.run(popupId, site)
    return popupId
  })
  const change = database.transaction((popup: SeedPopup & { popupId: number }, stamp: string): boolean => {
    const before = get(popup.popupId)
    if (!before || popupStamp(before) !== stamp) return false
    put(popup)
    return true
  })
  return {
    put,
    // Another process may write between the comparison and the change.
    change: (popup, stamp) => change.immediate(popup, stamp),
    get,
    list: () => selectAll.all().map(stored),
    page: ({ state, site = null, after, limit }) =>
      selectPage
        .all({
          deleted: state === 'deleted' ? 1 : 0,
          onWebsite: state === 'website' ? 1 : state === 'hidden' ? 0 : null,
          site,
          date: after?.displayDate ?? null,
          id: after?.popupId ?? null,
          limit,
        })
        .map(stored),
    count: () => selectCounts.get() ?? { website: 0, hidden: 0, deleted: 0 },
    send: popupId => setOnWebsite.run(1, popupId).changes === 1,
    withdraw: popupId => setOnWebsite.run(0, popupId).changes === 1,
    remove: popupId => setDeleted.run(1, popupId, 1).changes === 1,
    restore: popupId => setDeleted.run(0, popupId, 0).changes === 1,
  }
}

/**
 * Says whether a message has changed. Made from its content, so that it is also right after an import of the whole store.
 */
export function popupStamp(popup: StoredPopup): string {
  const { sites, displayDate, onWebsite, iconId, needConfirm, texts, deleted } = popup
  const written = Object.values(texts).map(({ msgTitle, msgBody }) => [msgTitle, msgBody])
  const parts = [sites, displayDate, onWebsite, iconId || null, needConfirm ?? null, written, deleted]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22)
}

interface PageValues {
  deleted: number
  onWebsite: number | null
  site: SiteId | null
  date: string | null
  id: number | null
  limit: number
}

/** One message as the popup call would return it. */
export function popupMessage(
  popup: SeedPopup,
  lang: Language,
  inHtml: (html: string) => string,
): PopupMessage {
  const { displayDate, iconId, needConfirm, texts } = popup
  const { 'en-US': en, 'zh-HK': zh } = texts
  const { title, body } = textIn(lang, {
    title_en: en.msgTitle,
    body_en: en.msgBody,
    title_zh: zh.msgTitle,
    body_zh: zh.msgBody,
  })
  return {
    msgTitle: title,
    msgBody: inHtml(body),
    displayDate,
    ...(iconId && { iconId }),
    ...(needConfirm !== undefined && { needConfirm }),
  }
}

/** The two fields that are left out, never null, when a message has none; an empty icon is none. */
export const decorations = ({ icon_id, need_confirm }: PopupRow) => ({
  ...(icon_id && { iconId: icon_id }),
  ...(need_confirm !== null && { needConfirm: need_confirm }),
})
