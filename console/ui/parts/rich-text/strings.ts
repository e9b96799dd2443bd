/** Words of the editor. */
import { sayer, type Text } from '../../language.ts'
import type { Removal } from './cleaned.ts'

export const STRINGS = {
  toolbar: { 'en-US': 'Formatting: {label}', 'zh-HK': '格式：{label}' },
  source: { 'en-US': 'HTML', 'zh-HK': 'HTML' },
  sourceOf: { 'en-US': '{label}, as HTML', 'zh-HK': '{label}（HTML 原始碼）' },
  'heading-2': { 'en-US': 'Heading H2', 'zh-HK': '標題 H2' },
  'heading-3': { 'en-US': 'Heading H3', 'zh-HK': '標題 H3' },
  'heading-4': { 'en-US': 'Heading H4', 'zh-HK': '標題 H4' },
  bold: { 'en-US': 'Bold', 'zh-HK': '粗體' },
  italic: { 'en-US': 'Italic', 'zh-HK': '斜體' },
  underline: { 'en-US': 'Underline', 'zh-HK': '底線' },
  bulletList: { 'en-US': 'Bulleted list', 'zh-HK': '項目符號' },
  orderedList: { 'en-US': 'Numbered list', 'zh-HK': '編號清單' },
  blockquote: { 'en-US': 'Quotation', 'zh-HK': '引文' },
  'align-left': { 'en-US': 'Align left', 'zh-HK': '靠左' },
  'align-center': { 'en-US': 'Centre', 'zh-HK': '置中' },
  'align-right': { 'en-US': 'Align right', 'zh-HK': '靠右' },
  link: { 'en-US': 'Link', 'zh-HK': '連結' },
  picture: { 'en-US': 'Picture', 'zh-HK': '圖片' },
  table: { 'en-US': 'Table', 'zh-HK': '表格' },
  addRow: { 'en-US': 'Row below', 'zh-HK': '下加一列' },
  addColumn: { 'en-US': 'Column after', 'zh-HK': '右加一欄' },
  deleteRow: { 'en-US': 'Delete row', 'zh-HK': '刪除列' },
  deleteColumn: { 'en-US': 'Delete column', 'zh-HK': '刪除欄' },
  deleteTable: { 'en-US': 'Delete table', 'zh-HK': '刪除表格' },
  undo: { 'en-US': 'Undo', 'zh-HK': '復原' },
  redo: { 'en-US': 'Redo', 'zh-HK': '重做' },
  notHeld: {
    'en-US':
      'This text holds something that the editor would lose, so it is shown as HTML and stays exactly as it is.',
    'zh-HK': '這段內容含有編輯器無法保留的格式，因此以 HTML 顯示，原文不會改動。',
  },
  openAnyway: { 'en-US': 'Edit as text anyway', 'zh-HK': '仍以文字編輯' },
  opened: {
    'en-US': 'The editor has left out what it cannot hold. Nothing is changed until you type.',
    'zh-HK': '編輯器已略去無法保留的部分；在你輸入之前，內容不會改變。',
  },
  backToSource: { 'en-US': 'Back to the HTML', 'zh-HK': '返回 HTML' },
  left: { 'en-US': 'The website will leave out:', 'zh-HK': '網站不會顯示：' },
  more: { 'en-US': 'and {count} more', 'zh-HK': '及另外 {count} 項' },
  linkAddress: { 'en-US': 'Address', 'zh-HK': '網址' },
  linkHint: {
    'en-US': 'A web page (https://…), an e-mail address or a telephone number (tel:…)',
    'zh-HK': '網頁（https://…）、電郵地址或電話號碼（tel:…）',
  },
  linkFault: {
    'en-US': 'Enter an address that starts with https://, mailto: or tel:',
    'zh-HK': '請輸入以 https://、mailto: 或 tel: 開首的地址',
  },
  linkText: { 'en-US': 'Text to show', 'zh-HK': '顯示文字' },
  setLink: { 'en-US': 'Set link', 'zh-HK': '套用連結' },
  removeLink: { 'en-US': 'Remove link', 'zh-HK': '移除連結' },
  pictureHint: {
    'en-US': 'https://… or media: and the name of an uploaded picture',
    'zh-HK': 'https://…，或 media: 加上已上載圖片的名稱',
  },
  pictureFault: {
    'en-US': 'Enter an address that starts with https://, or media: and a name',
    'zh-HK': '請輸入以 https:// 開首的網址，或 media: 加上名稱',
  },
  pictureAlt: { 'en-US': 'Description', 'zh-HK': '圖片說明' },
  pictureAltHint: {
    'en-US': 'What it shows, for those who cannot see it, as in “Pupils plant a tree”',
    'zh-HK': '為看不見圖片的人說明內容，例如「學生正在種樹」',
  },
  pictureAltFault: {
    'en-US': 'Describe the picture, or say that it is decoration',
    'zh-HK': '請填寫圖片說明，或註明圖片只作裝飾',
  },
  pictureIsDecoration: {
    'en-US': 'Decoration only: there is nothing to describe',
    'zh-HK': '只作裝飾，無須說明',
  },
  description: { 'en-US': 'Describe the picture', 'zh-HK': '圖片說明' },
  setDescription: { 'en-US': 'Set description', 'zh-HK': '套用說明' },
  insertPicture: { 'en-US': 'Insert picture', 'zh-HK': '插入圖片' },
  cancel: { 'en-US': 'Cancel', 'zh-HK': '取消' },
} satisfies Record<string, Text>

export type Word = keyof typeof STRINGS

export const say = sayer(STRINGS)

/** Says what a website will leave out: `{name}`, and the tag it is `{on}`. */
export const sayRemoved = sayer<Removal['what']>({
  content: { 'en-US': '<{name}> with everything in it', 'zh-HK': '<{name}> 及其全部內容' },
  tag: { 'en-US': 'the tag <{name}> (its text stays)', 'zh-HK': '標籤 <{name}>（文字會保留）' },
  attribute: { 'en-US': '{name} on <{on}>', 'zh-HK': '<{on}> 的 {name}' },
  style: { 'en-US': 'the style “{name}” on <{on}>', 'zh-HK': '<{on}> 的樣式「{name}」' },
  link: { 'en-US': 'the link to {name}', 'zh-HK': '通往 {name} 的連結' },
  picture: { 'en-US': 'the picture at {name}', 'zh-HK': '位於 {name} 的圖片' },
  depth: { 'en-US': 'what is nested too deep', 'zh-HK': '層數過深的部分' },
  formatting: {
    'en-US': 'all formatting: the text is too long, or has too many tags',
    'zh-HK': '所有格式：內容過長或標籤過多',
  },
})
