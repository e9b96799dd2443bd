/** Words of the import of a student list, with every fault and its remedy. */
import type { Field } from '../../../../service/school/import/columns.ts'
import type { ImportedList, ImportFault } from '../../../api/student-lists.ts'
import { type CountedText, countText, type Language, type Text } from '../../language.ts'

export const IMPORT_STRINGS = {
  title: { 'en-US': 'Import students', 'zh-HK': '匯入學生' },
  intro: {
    'en-US': 'From a CSV file of your spreadsheet. You see what it would do before anything is written.',
    'zh-HK': '使用試算表的 CSV 檔案匯入。寫入前會先顯示預覽。',
  },
  choose: { 'en-US': 'Choose a file', 'zh-HK': '選擇檔案' },
  drop: { 'en-US': 'Drop a CSV file here, or', 'zh-HK': '將 CSV 檔案拖放到這裏，或' },
  limits: {
    'en-US': 'CSV in UTF-8, UTF-16 or Big5, at most 5 MB and 20,000 lines',
    'zh-HK': '支援 UTF-8、UTF-16 或 Big5 的 CSV，上限 5 MB 及 20,000 行',
  },
  paste: { 'en-US': 'Or paste the list', 'zh-HK': '或貼上名單' },
  pasteHint: {
    'en-US': 'With its line of column names, as copied from a spreadsheet',
    'zh-HK': '請連同欄名一併貼上，可直接從試算表複製',
  },
  template: { 'en-US': 'Download a template', 'zh-HK': '下載範本' },
  columns: {
    'en-US':
      'Columns: Reference no., First name, Last name, Chinese name, E-mail, Unit, Year, Group. Only the first is needed for students who are here already; an empty cell leaves what is there.',
    'zh-HK':
      '欄位：學生編號、名字、姓氏、中文姓名、電郵、學部、學年、組別。現有學生只需學生編號；留空的儲存格不會更改原有資料。',
  },
  defaults: {
    'en-US': 'Where the list does not name a group, put its students into',
    'zh-HK': '名單沒有註明組別時，學生加入',
  },
  noGroup: { 'en-US': 'No group', 'zh-HK': '不加入組別' },
  look: { 'en-US': 'Check list', 'zh-HK': '檢查名單' },
  looking: { 'en-US': 'Reading the list…', 'zh-HK': '正在讀取名單……' },
  preview: { 'en-US': 'What the list would do', 'zh-HK': '匯入預覽' },
  new: { 'en-US': 'new', 'zh-HK': '新增' },
  changed: { 'en-US': 'changed', 'zh-HK': '更改' },
  unchanged: { 'en-US': 'unchanged', 'zh-HK': '不變' },
  faults: { 'en-US': 'with faults', 'zh-HK': '有錯誤' },
  newGroups: { 'en-US': 'Groups that are made', 'zh-HK': '將新增的組別' },
  ignored: { 'en-US': 'Columns that are not read', 'zh-HK': '不會讀取的欄位' },
  readAs: { 'en-US': 'Read as', 'zh-HK': '讀取編碼' },
  faultsTitle: { 'en-US': 'Faults', 'zh-HK': '錯誤' },
  faultsText: {
    'en-US': 'These lines are left out. Correct them in the file and choose it again, or import the others.',
    'zh-HK': '以下各行不會匯入。請修正檔案後重新選擇，或只匯入其餘各行。',
  },
  linesTitle: { 'en-US': 'Lines', 'zh-HK': '內容' },
  line: { 'en-US': 'Line', 'zh-HK': '行' },
  column: { 'en-US': 'Column', 'zh-HK': '欄位' },
  what: { 'en-US': 'What is wrong', 'zh-HK': '問題及解決方法' },
  student: { 'en-US': 'Student', 'zh-HK': '學生' },
  outcome: { 'en-US': 'Outcome', 'zh-HK': '結果' },
  joins: { 'en-US': 'joins', 'zh-HK': '加入' },
  wholeFile: { 'en-US': 'Whole file', 'zh-HK': '整個檔案' },
  someShown: { 'en-US': 'The first 300 are shown.', 'zh-HK': '只顯示首 300 項。' },
  nothing: {
    'en-US': 'There is nothing to write: everything in the list is as it is here.',
    'zh-HK': '沒有需要寫入的資料：名單內容與現有資料相同。',
  },
  withoutFaults: { 'en-US': 'without the faulty ones', 'zh-HK': '不包括有錯誤的行' },
  again: { 'en-US': 'Another list', 'zh-HK': '選擇另一份名單' },
  moved: {
    'en-US': 'The school has changed since the preview. Here is what the list would do now.',
    'zh-HK': '預覽後學校資料已有更改，以下是最新的預覽。',
  },
} satisfies Record<string, Text>

export const IMPORT_COUNTS = {
  confirm: {
    'en-US': { one: 'Import {count} line', other: 'Import {count} lines' },
    'zh-HK': '確認匯入 {count} 行',
  },
  added: {
    'en-US': { one: '{count} student added', other: '{count} students added' },
    'zh-HK': '已新增 {count} 位學生',
  },
  changes: {
    'en-US': { one: '{count} change made', other: '{count} changes made' },
    'zh-HK': '已作出 {count} 項更改',
  },
} satisfies Record<string, CountedText>

/** What an import has done, as in `2 students added, 1 change made`. */
export function importedText(
  { new: added, changed }: Pick<ImportedList['counts'], 'new' | 'changed'>,
  lang: Language,
): string {
  const texts = [
    added > 0 && countText(IMPORT_COUNTS.added, added, lang),
    changed > 0 && countText(IMPORT_COUNTS.changes, changed, lang),
  ]
  return texts.filter(Boolean).join(lang === 'zh-HK' ? '，' : ', ')
}

export const FIELD_NAMES: Partial<Record<Field, Text>> = {
  refNo: { 'en-US': 'reference no.', 'zh-HK': '學生編號' },
  firstName: { 'en-US': 'first name', 'zh-HK': '名字' },
  lastName: { 'en-US': 'last name', 'zh-HK': '姓氏' },
  chineseName: { 'en-US': 'Chinese name', 'zh-HK': '中文姓名' },
  email: { 'en-US': 'e-mail', 'zh-HK': '電郵' },
}

/** `{}` is what stands there, or what there is to choose from. */
export const FAULT_TEXTS: Record<ImportFault['code'], Text> = {
  'too-big': {
    'en-US': 'The file is larger than 5 MB. Split it.',
    'zh-HK': '檔案超過 5 MB，請分成數個檔案。',
  },
  workbook: {
    'en-US': 'This is an Excel workbook. Save it as “CSV UTF-8” and choose that file.',
    'zh-HK': '這是 Excel 活頁簿。請另存為「CSV UTF-8」，再選擇該檔案。',
  },
  'not-text': {
    'en-US': 'This is no text in UTF-8, UTF-16 or Big5. Save it as “CSV UTF-8”.',
    'zh-HK': '這不是 UTF-8、UTF-16 或 Big5 文字檔。請另存為「CSV UTF-8」。',
  },
  empty: { 'en-US': 'There is no line below the column names.', 'zh-HK': '欄名之下沒有任何資料。' },
  quotes: {
    'en-US': 'A quotation mark is opened and not closed, or stands inside a cell. Write it twice there.',
    'zh-HK': '引號沒有成對，或出現在儲存格內容之中。內容中的引號須連寫兩次。',
  },
  'too-long': {
    'en-US': 'The line is longer than 20,000 characters. Look for a quotation mark that is not closed.',
    'zh-HK': '此行超過 20,000 字元，請檢查是否有未關閉的引號。',
  },
  'too-many-lines': {
    'en-US': 'There are more than 20,000 lines. Split the file.',
    'zh-HK': '超過 20,000 行，請分成數個檔案。',
  },
  'no-ref-no-column': {
    'en-US': 'There is no column “Reference no.”, by which students are known.',
    'zh-HK': '沒有「學生編號」一欄，無法辨認學生。',
  },
  'repeated-column': {
    'en-US': 'The column “{}” stands there twice. Delete one.',
    'zh-HK': '「{}」一欄重複，請刪除其中一欄。',
  },
  'no-ref-no': { 'en-US': 'The reference number is missing.', 'zh-HK': '欠缺學生編號。' },
  'no-name': { 'en-US': 'A new student needs a name.', 'zh-HK': '新學生必須有姓名。' },
  'cell-too-long': {
    'en-US':
      '“{}…” is too long. A reference number may have 100 characters, an e-mail address 320, anything else 200.',
    'zh-HK': '「{}……」過長。學生編號上限 100 字元，電郵地址 320 字元，其他欄位 200 字元。',
  },
  'bad-email': {
    'en-US': '“{}” is not an e-mail address. Example: name@school.example',
    'zh-HK': '「{}」：電郵地址格式不正確，正確格式如 name@school.example',
  },
  'not-a-student': {
    'en-US': '“{}” is the reference number of somebody who is no student.',
    'zh-HK': '「{}」屬於學生以外的用戶。',
  },
  'ambiguous-ref-no': {
    'en-US': 'More than one student has the reference number “{}”. Change one first.',
    'zh-HK': '多於一位學生使用編號「{}」，請先更改其中一個。',
  },
  'no-unit': { 'en-US': 'Say the unit of the group: {}', 'zh-HK': '請註明組別所屬學部：{}' },
  'no-year': { 'en-US': 'Say the year of the group: {}', 'zh-HK': '請註明組別所屬學年：{}' },
  'unknown-unit': { 'en-US': 'There is no such unit. There are: {}', 'zh-HK': '沒有此學部。現有：{}' },
  'unknown-year': { 'en-US': 'There is no such year. There are: {}', 'zh-HK': '沒有此學年。現有：{}' },
  'group-full': {
    'en-US': '“{}” would have more than 2,000 students. Put this one into another group.',
    'zh-HK': '「{}」將超過 2,000 位學生，請將這位學生編入其他組別。',
  },
  'ambiguous-group': {
    'en-US': 'This fits more than one group. Write the whole name: {}',
    'zh-HK': '有多於一個組別符合此名稱，請填寫全名：{}',
  },
  'bad-group': { 'en-US': '“{}” cannot be the name of a group.', 'zh-HK': '「{}」不可用作組別名稱。' },
  contradicts: {
    'en-US': 'Line {} has different data for this student.',
    'zh-HK': '與第 {} 行對同一學生的資料不一致。',
  },
  repeated: {
    'en-US': 'This is the same as line {}. Delete one.',
    'zh-HK': '與第 {} 行重複，請刪除其中一行。',
  },
}
