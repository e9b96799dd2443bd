/** Popup messages: what the school office enters, and what a website gets to show. */
import type { Confirmation, PopupMessage } from '../../shared/contract/popup.ts'
import type { SiteId } from '../../shared/contract/site.ts'
import type { PopupQuestion } from '../../shared/server/popup-question.ts'
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import type { SeedPopup } from '../seed.ts'
import { type TextColumns, textIn } from './texts.ts'
import type { TimeLimit } from './time-limit.ts'

export type StoredPopup = SeedPopup & { popupId: number }

export interface PopupBoard {
  /** Enters a message, or changes the one with that id; returns its id. */
  put(popup: SeedPopup & { popupId?: number }): number
  /** All messages, newest display date first, on a website or not. */
  list(): StoredPopup[]
  /** Takes a message off every website ("Send popup message to website" off). False when there is none by that id. */
  withdraw(popupId: number): boolean
}

interface PopupRow extends TextColumns {
  popup_id: number
  display_date: string
  on_website: number
  icon_id: string | null
  need_confirm: Confirmation | null
}

export function popupBoard(database: SqliteDatabase): PopupBoard {
  const upsert = database
    .prepare<unknown[], number>(`
      INSERT INTO popup (popup_id, display_date, on_website, icon_id, need_confirm, title_en, body_en, title_zh, body_zh)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (popup_id) DO UPDATE SET display_date = excluded.display_date, on_website = excluded.on_website,
        icon_id = excluded.icon_id, need_confirm = excluded.need_confirm, title_en = excluded.title_en,
        body_en = excluded.body_en, title_zh = excluded.title_zh, body_zh = excluded.body_zh
      RETURNING popup_id`)
    .pluck()
  const clearSites = database.prepare('DELETE FROM popup_site WHERE popup_id = ?')
  const addSite = database.prepare('INSERT OR IGNORE INTO popup_site VALUES (?, ?)')
  const selectAll = database.prepare<[], PopupRow>(
    'SELECT * FROM popup ORDER BY display_date DESC, popup_id DESC',
  )
  const selectSites = database
    .prepare<[number], SiteId>('SELECT site FROM popup_site WHERE popup_id = ? ORDER BY site')
    .pluck()
  const takeOff = database.prepare('UPDATE popup SET on_website = 0 WHERE popup_id = ?')

  const put = database.transaction((popup: SeedPopup & { popupId?: number }): number => {
    const { 'en-US': en, 'zh-HK': zh } = popup.texts
    const popupId = upsert.get(
      popup.popupId ?? null,
      popup.displayDate,
      popup.onWebsite ? 1 : 0,
      popup.iconId ?? null,
      popup.needConfirm ?? null,
      ...[en.msgTitle, en.msgBody, zh.msgTitle, zh.msgBody],
    ) as number
    clearSites.run(popupId)
    for (const site of popup.sites) addSite.run(popupId, site)
    return popupId
  })
  return {
    put,
    list: () =>
      selectAll.all().map(row => ({
        popupId: row.popup_id,
        sites: selectSites.all(row.popup_id),
        displayDate: row.display_date,
        onWebsite: row.on_website === 1,
        ...decorations(row),
        texts: {
          'en-US': { msgTitle: row.title_en, msgBody: row.body_en },
          'zh-HK': { msgTitle: row.title_zh, msgBody: row.body_zh },
        },
      })),
    withdraw: popupId => takeOff.run(popupId).changes === 1,
  }
}

/** What the popup call returns: the messages flagged for a website, newest first. */
export function popupAnswer(database: SqliteDatabase, inHtml: (html: string) => string) {
  const select = database.prepare<[SiteId], PopupRow>(`
    SELECT popup.* FROM popup JOIN popup_site USING (popup_id)
    WHERE on_website = 1 AND site = ?
    ORDER BY display_date DESC, popup_id DESC`)
  return ({ siteId, lang }: PopupQuestion, inTime: TimeLimit): PopupMessage[] => {
    const messages: PopupMessage[] = []
    for (const row of select.iterate(siteId)) {
      const { title, body } = textIn(lang, row)
      messages.push({
        msgTitle: title,
        msgBody: inHtml(body),
        displayDate: row.display_date,
        ...decorations(row),
      })
      inTime()
    }
    inTime()
    return messages
  }
}

/** The two fields that are left out, never null, when a message has none. */
const decorations = ({ icon_id, need_confirm }: PopupRow) => ({
  ...(icon_id !== null && { iconId: icon_id }),
  ...(need_confirm !== null && { needConfirm: need_confirm }),
})
