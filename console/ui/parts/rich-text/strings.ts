/** Words of the editor, both languages side by side. */
import type { Language } from '../../../../shared/contract/site.ts'
import type { Removal } from './cleaned.ts'

export interface RichTextStrings {
  toolbar(label: string): string
  source: string
  sourceOf(label: string): string
  heading(level: number): string
  bold: string
  italic: string
  underline: string
  bulletList: string
  orderedList: string
  blockquote: string
  alignLeft: string
  alignCenter: string
  alignRight: string
  link: string
  picture: string
  table: string
  addRow: string
  addColumn: string
  deleteRow: string
  deleteColumn: string
  deleteTable: string
  undo: string
  redo: string
  notHeld: string
  openAnyway: string
  opened: string
  backToSource: string
  left: string
  removal: Record<Removal['what'], (name: string, on: string) => string>
  more(count: number): string
  linkTitle: string
  linkAddress: string
  linkHint: string
  linkFault: string
  linkText: string
  setLink: string
  removeLink: string
  pictureTitle: string
  pictureAddress: string
  pictureHint: string
  pictureFault: string
  pictureAlt: string
  pictureAltHint: string
  pictureAltFault: string
  pictureIsDecoration: string
  describePicture: string
  setDescription: string
  insertPicture: string
  cancel: string
}

export const STRINGS: Record<Language, RichTextStrings> = {
  'en-US': {
    toolbar: label => `Formatting: ${label}`,
    source: 'HTML',
    sourceOf: label => `${label}, as HTML`,
    heading: level => `Heading H${level}`,
    bold: 'Bold',
    italic: 'Italic',
    underline: 'Underline',
    bulletList: 'Bulleted list',
    orderedList: 'Numbered list',
    blockquote: 'Quotation',
    alignLeft: 'Align left',
    alignCenter: 'Centre',
    alignRight: 'Align right',
    link: 'Link',
    picture: 'Picture',
    table: 'Table',
    addRow: 'Row below',
    addColumn: 'Column after',
    deleteRow: 'Delete row',
    deleteColumn: 'Delete column',
    deleteTable: 'Delete table',
    undo: 'Undo',
    redo: 'Redo',
    notHeld:
      'This text holds something that the editor would lose, so it is shown as HTML and stays exactly as it is.',
    openAnyway: 'Edit as text anyway',
    opened: 'The editor has left out what it cannot hold. Nothing is changed until you type.',
    backToSource: 'Back to the HTML',
    left: 'The website will leave out:',
    removal: {
      content: name => `<${name}> with everything in it`,
      tag: name => `the tag <${name}> (its text stays)`,
      attribute: (name, on) => `${name} on <${on}>`,
      style: (name, on) => `the style “${name}” on <${on}>`,
      link: name => `the link to ${name}`,
      picture: name => `the picture at ${name}`,
      depth: () => 'what is nested too deep',
      formatting: () => 'all formatting: the text is too long, or has too many tags',
    },
    more: count => `and ${count} more`,
    linkTitle: 'Link',
    linkAddress: 'Address',
    linkHint: 'A web page (https://…), an e-mail address or a telephone number (tel:…)',
    linkFault: 'Enter an address that starts with https://, mailto: or tel:',
    linkText: 'Text to show',
    setLink: 'Set link',
    removeLink: 'Remove link',
    pictureTitle: 'Picture',
    pictureAddress: 'Picture',
    pictureHint: 'https://… or media: and the name of an uploaded picture',
    pictureFault: 'Enter an address that starts with https://, or media: and a name',
    pictureAlt: 'Description',
    pictureAltHint: 'What it shows, for those who cannot see it, as in “Pupils plant a tree”',
    pictureAltFault: 'Describe the picture, or say that it is decoration',
    pictureIsDecoration: 'Decoration only: there is nothing to describe',
    describePicture: 'Describe the picture',
    setDescription: 'Set description',
    insertPicture: 'Insert picture',
    cancel: 'Cancel',
  },
  'zh-HK': {
    toolbar: label => `格式：${label}`,
    source: 'HTML',
    sourceOf: label => `${label}（HTML 原始碼）`,
    heading: level => `標題 H${level}`,
    bold: '粗體',
    italic: '斜體',
    underline: '底線',
    bulletList: '項目符號',
    orderedList: '編號清單',
    blockquote: '引文',
    alignLeft: '靠左',
    alignCenter: '置中',
    alignRight: '靠右',
    link: '連結',
    picture: '圖片',
    table: '表格',
    addRow: '下加一列',
    addColumn: '右加一欄',
    deleteRow: '刪除列',
    deleteColumn: '刪除欄',
    deleteTable: '刪除表格',
    undo: '復原',
    redo: '重做',
    notHeld: '這段內容含有編輯器無法保留的格式，因此以 HTML 顯示，原文不會改動。',
    openAnyway: '仍以文字編輯',
    opened: '編輯器已略去無法保留的部分；在你輸入之前，內容不會改變。',
    backToSource: '返回 HTML',
    left: '網站不會顯示：',
    removal: {
      content: name => `<${name}> 及其全部內容`,
      tag: name => `標籤 <${name}>（文字會保留）`,
      attribute: (name, on) => `<${on}> 的 ${name}`,
      style: (name, on) => `<${on}> 的樣式「${name}」`,
      link: name => `通往 ${name} 的連結`,
      picture: name => `位於 ${name} 的圖片`,
      depth: () => '層數過深的部分',
      formatting: () => '所有格式：內容過長或標籤過多',
    },
    more: count => `及另外 ${count} 項`,
    linkTitle: '連結',
    linkAddress: '網址',
    linkHint: '網頁（https://…）、電郵地址或電話號碼（tel:…）',
    linkFault: '請輸入以 https://、mailto: 或 tel: 開首的地址',
    linkText: '顯示文字',
    setLink: '套用連結',
    removeLink: '移除連結',
    pictureTitle: '圖片',
    pictureAddress: '圖片',
    pictureHint: 'https://…，或 media: 加上已上載圖片的名稱',
    pictureFault: '請輸入以 https:// 開首的網址，或 media: 加上名稱',
    pictureAlt: '圖片說明',
    pictureAltHint: '為看不見圖片的人說明內容，例如「學生正在種樹」',
    pictureAltFault: '請填寫圖片說明，或註明圖片只作裝飾',
    pictureIsDecoration: '只作裝飾，無須說明',
    describePicture: '圖片說明',
    setDescription: '套用說明',
    insertPicture: '插入圖片',
    cancel: '取消',
  },
}
