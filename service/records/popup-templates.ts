/**
 * Templates of popup messages: what the school says for each signal, written in quiet hours.
 *
 * The store has only those that the school has changed; the others are the ones of this program.
 */
import { createHash } from 'node:crypto'
import Type, { type Static } from 'typebox'
import { checkOf } from '../../shared/client/check.ts'
import type { IconId } from '../../shared/contract/icon.ts'
import type { Confirmation } from '../../shared/contract/popup.ts'
import type { SqliteDatabase } from '../../shared/sqlite/open.ts'
import { SeedPopup } from '../seed.ts'
import { acceptDraft } from './draft.ts'
import { bodyFaults, type Names } from './faults.ts'
import { TEMPLATE_IDS, TEMPLATE_WORDS, type TemplateId, type TemplateWords } from './popup-template-texts.ts'
import type { TextColumns } from './texts.ts'
import type { Undoable, UndoHistory } from './undo.ts'

export { TEMPLATE_IDS, type TemplateId }

/** What may be written in a template; the rest of a message belongs to its day. */
export const PopupTemplateDraft = Type.Object({
  needConfirm: SeedPopup.properties.needConfirm,
  texts: SeedPopup.properties.texts,
})
export type PopupTemplateDraft = Static<typeof PopupTemplateDraft>

export interface PopupTemplate extends TemplateWords {
  templateId: TemplateId
  /** One for each message that can be made of it; a signal No. 8 has four. */
  iconIds: IconId[]
  /** Whether the school has written it. */
  isChanged: boolean
}

export interface PopupTemplates {
  list(): PopupTemplate[]
  get(templateId: TemplateId): PopupTemplate
  /** Changes a template whose {@link templateStamp} is still the same; otherwise returns false and changes nothing. */
  change(templateId: TemplateId, draft: PopupTemplateDraft, stamp: string): Undoable<boolean>
  /** Back to the words of this program. */
  reset(templateId: TemplateId): Undoable<boolean>
}

/** As of messages: whoever has the list of messages open has the templates at hand. */
export const POPUPS = 'popups'

const ICONS: Record<TemplateId, IconId[]> = {
  'black-rain': ['2'],
  'typhoon-3': ['3'],
  'typhoon-8': ['4', '5', '6', '7'],
  'typhoon-9': ['8'],
  'typhoon-10': ['9'],
  event: ['10'],
  'all-clear': [],
}

interface TemplateRow extends TextColumns {
  template_id: TemplateId
  need_confirm: Confirmation | null
}

const draftCheck = checkOf(PopupTemplateDraft)

export function popupTemplatesIn(
  database: SqliteDatabase,
  { undo, names }: { undo: UndoHistory; names: Names },
): PopupTemplates {
  const select = database.prepare<[TemplateId], TemplateRow>(
    'SELECT * FROM popup_template WHERE template_id = ?',
  )
  const put = database.prepare('REPLACE INTO popup_template VALUES (?, ?, ?, ?, ?, ?)')
  const remove = database.prepare('DELETE FROM popup_template WHERE template_id = ?')
  const get = (templateId: TemplateId): PopupTemplate => {
    const row = select.get(templateId)
    const words = row ? wordsOf(row) : TEMPLATE_WORDS[templateId]
    return { templateId, iconIds: ICONS[templateId], ...words, isChanged: row !== undefined }
  }
  return {
    list: () => TEMPLATE_IDS.map(get),
    get,
    change: (templateId, draft, stamp) =>
      undo.keep(POPUPS, touch => {
        const { needConfirm = null, texts } = acceptDraft(draftCheck, draft, ({ texts }) =>
          bodyFaults(texts, names),
        )
        if (templateStamp(get(templateId)) !== stamp) return false
        const { 'en-US': en, 'zh-HK': zh } = texts
        touch('popup_template', 'template_id = ?', templateId)
        put.run(templateId, needConfirm, en.msgTitle, en.msgBody, zh.msgTitle, zh.msgBody)
        return true
      }),
    reset: templateId =>
      undo.keep(POPUPS, touch => {
        touch('popup_template', 'template_id = ?', templateId)
        return remove.run(templateId).changes === 1
      }),
  }
}

/** Says whether a template has changed. */
export function templateStamp({ templateId, needConfirm, texts }: PopupTemplate): string {
  const written = Object.values(texts).map(({ msgTitle, msgBody }) => [msgTitle, msgBody])
  const parts = JSON.stringify([templateId, needConfirm ?? null, written])
  return createHash('sha256').update(parts).digest('base64url').slice(0, 22)
}

const wordsOf = ({ need_confirm, title_en, body_en, title_zh, body_zh }: TemplateRow): TemplateWords => ({
  ...(need_confirm !== null && { needConfirm: need_confirm }),
  texts: {
    'en-US': { msgTitle: title_en, msgBody: body_en },
    'zh-HK': { msgTitle: title_zh, msgBody: body_zh },
  },
})
