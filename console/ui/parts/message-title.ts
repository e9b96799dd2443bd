/** What a popup message is called: its title in the reader's language, or in the other where it has none. */
import type { PopupRecord } from '../../api/popups.ts'
import type { Language } from '../language.ts'
import { say } from './strings.ts'

export function titleOf({ texts }: Pick<PopupRecord, 'texts'>, lang: Language): string {
  const other = lang === 'en-US' ? 'zh-HK' : 'en-US'
  return texts[lang].msgTitle || texts[other].msgTitle || say('untitledMessage')
}
