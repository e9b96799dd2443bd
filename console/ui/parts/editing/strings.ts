/** Words that the editors of messages and of news share. */
import { inBrackets, type Language, sayer, type Text } from '../../language.ts'

export const STRINGS = {
  texts: { 'en-US': 'Text', 'zh-HK': '內容' },
  english: { 'en-US': 'English', 'zh-HK': '英文' },
  chinese: { 'en-US': 'Chinese', 'zh-HK': '中文' },
  title: { 'en-US': 'Title', 'zh-HK': '標題' },
  otherLanguage: {
    'en-US': 'If one language is empty, readers see the other.',
    'zh-HK': '如某語言留空，讀者會看到另一語言的內容。',
  },
  websites: { 'en-US': 'Websites', 'zh-HK': '網站' },
  date: { 'en-US': 'Date and time', 'zh-HK': '日期及時間' },
  needTitle: { 'en-US': 'Enter a title in one of the languages.', 'zh-HK': '請至少輸入一種語言的標題。' },
  needSite: { 'en-US': 'Choose at least one website.', 'zh-HK': '請至少選擇一個網站。' },
  needDate: { 'en-US': 'Enter a date and a time.', 'zh-HK': '請輸入日期及時間。' },
  schoolTime: { 'en-US': 'In the school’s time: ', 'zh-HK': '以學校時間為準：' },
  wholeTime: {
    'en-US': 'Enter the whole date and time, or clear the field.',
    'zh-HK': '請輸入完整的日期及時間，或清除此欄。',
  },
  endBeforeStart: { 'en-US': 'The end must be later than the start.', 'zh-HK': '結束時間必須遲於開始時間。' },
  preview: { 'en-US': 'Preview', 'zh-HK': '預覽' },
  remove: { 'en-US': 'Delete', 'zh-HK': '刪除' },
  restore: { 'en-US': 'Restore', 'zh-HK': '還原' },
  removed: { 'en-US': '“{title}” was deleted.', 'zh-HK': '已刪除「{title}」。' },
  isBack: { 'en-US': '“{title}” is back.', 'zh-HK': '已還原「{title}」。' },
  save: { 'en-US': 'Save', 'zh-HK': '儲存' },
  saving: { 'en-US': 'Saving…', 'zh-HK': '儲存中……' },
  isNew: { 'en-US': 'Not saved yet', 'zh-HK': '尚未儲存' },
  restored: { 'en-US': 'Restored what you were typing.', 'zh-HK': '已還原你未儲存的內容。' },
  discard: { 'en-US': 'Discard', 'zh-HK': '捨棄' },
  isChanged: { 'en-US': 'Changes not saved', 'zh-HK': '有未儲存的更改' },
  notSaved: { 'en-US': 'Not saved yet: “{title}”', 'zh-HK': '尚未儲存：「{title}」' },
  goOn: { 'en-US': 'Go on', 'zh-HK': '繼續編輯' },
  discarded: { 'en-US': 'What you had typed was discarded.', 'zh-HK': '已捨棄未儲存的內容。' },

  conflictText: {
    'en-US': 'Nothing of either is lost: choose which one to keep.',
    'zh-HK': '雙方的內容均未遺失，請選擇保留哪一個版本。',
  },
  field: { 'en-US': 'What differs', 'zh-HK': '相異之處' },
  mine: { 'en-US': 'Yours', 'zh-HK': '你的版本' },
  theirs: { 'en-US': 'Theirs', 'zh-HK': '對方的版本' },
  empty: { 'en-US': '(empty)', 'zh-HK': '（空白）' },
  keepMine: { 'en-US': 'Keep mine', 'zh-HK': '保留我的版本' },
  takeTheirs: { 'en-US': 'Take theirs', 'zh-HK': '採用對方版本' },
  tookTheirs: { 'en-US': 'Your text was put aside.', 'zh-HK': '已擱置你的版本。' },
} satisfies Record<string, Text>

export const say = sayer(STRINGS)

/** What a language of the school is called in that of the reader. */
export const languageName = (each: Language, lang: Language): string =>
  STRINGS[each === 'en-US' ? 'english' : 'chinese'][lang]

/** What a field of one language is called: Title (English). */
export const inLanguage = (name: string, each: Language, lang: Language): string =>
  `${name}${inBrackets(languageName(each, lang))}`
