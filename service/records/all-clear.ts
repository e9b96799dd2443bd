/** All clear: messages of severe weather go, and the one on when classes resume comes, in one act with one undo. */
import { isSevere } from '../../shared/contract/icon.ts'
import { SITE_IDS } from '../../shared/contract/site.ts'
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import type { SeedPopup } from '../seed.ts'
import { type SchoolTime, wallOf } from './moments.ts'
import type { PopupRepository, StoredPopup } from './popup-repository.ts'
import { POPUPS, type PopupTemplates } from './popup-templates.ts'
import type { Undoable, UndoHistory } from './undo.ts'

export interface AllClear {
  /** Messages with an icon of a weather signal that are on a website, or are planned to be. */
  severe(): StoredPopup[]
  /** What is posted in their place, on all of their websites. */
  message(popups: readonly StoredPopup[]): SeedPopup
  /**
   * Takes messages down and posts the one on when classes resume.
   *
   * @returns its id; undefined, and nothing done, when one of them is not among the severe ones any more
   */
  post(popupIds: readonly number[]): Undoable<number | undefined>
}

export interface AllClearParts {
  undo: UndoHistory
  popups: PopupRepository
  templates: PopupTemplates
  time: SchoolTime
}

export function allClearIn(
  database: SqliteDatabase,
  { undo, popups, templates, time }: AllClearParts,
): AllClear {
  const selectLast = database.prepare<[], number>('SELECT coalesce(max(popup_id), 0) FROM popup').pluck()
  const severe = () =>
    popups.list().filter(({ iconId, state }) => isSevere(iconId) && (state === 'live' || state === 'planned'))
  const message = (cleared: readonly StoredPopup[]): SeedPopup => {
    const { needConfirm, texts } = templates.get('all-clear')
    return {
      sites: SITE_IDS.filter(site => cleared.some(({ sites }) => sites.includes(site))),
      displayDate: wallOf(time.now(), time.zone),
      onWebsite: true,
      ...(needConfirm !== undefined && { needConfirm }),
      texts,
    }
  }
  return {
    severe,
    message,
    post: popupIds =>
      undo.keep(POPUPS, touch => {
        const cleared = severe().filter(({ popupId }) => popupIds.includes(popupId))
        if (cleared.length === 0 || cleared.length < new Set(popupIds).size) return undefined
        for (const { popupId } of cleared) {
          touch('popup', 'popup_id = ?', popupId)
          popups.withdraw(popupId)
        }
        const last = selectLast.get() ?? 0
        touch('popup', 'popup_id > ?', last)
        touch('popup_site', 'popup_id > ?', last)
        return popups.put(message(cleared))
      }),
  }
}
