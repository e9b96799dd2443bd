/** The headings of the documentation page, in both languages. */
import type { Language } from '../../../shared/contract/site.ts'
import type { Tag } from '../openapi.ts'

export interface DocumentationStrings {
  title: string
  machineReadable: string
  otherLanguage: string
  contents: string
  tags: Record<Tag, string>
  parameters: string
  name: string
  place: Record<'path' | 'query' | 'header', string>
  type: string
  meaning: string
  required: string
  byDefault: string
  answers: string
  status: string
  otherStatus: string
  schemas: string
  field: string
}

export const STRINGS: Record<Language, DocumentationStrings> = {
  'en-US': {
    title: 'What this agent serves',
    machineReadable: 'OpenAPI document',
    otherLanguage: '中文標題',
    contents: 'Addresses',
    tags: {
      News: 'News',
      Changes: 'Changes',
      Feeds: 'Feeds',
      'Popup messages': 'Popup messages',
      Media: 'Media',
      Widget: 'Widget',
      'For operators': 'For operators',
      About: 'About',
    },
    parameters: 'Parameters',
    name: 'Name',
    place: { path: 'in the path', query: 'in the query', header: 'header' },
    type: 'Type',
    meaning: 'Meaning',
    required: 'required',
    byDefault: 'default',
    answers: 'Answers',
    status: 'Status',
    otherStatus: 'other',
    schemas: 'What answers are made of',
    field: 'Field',
  },
  'zh-HK': {
    title: '本服務所提供的介面',
    machineReadable: 'OpenAPI 文件',
    otherLanguage: 'English headings',
    contents: '網址',
    tags: {
      News: '消息',
      Changes: '變更紀錄',
      Feeds: '訂閱',
      'Popup messages': '彈出訊息',
      Media: '媒體檔案',
      Widget: '網頁元件',
      'For operators': '維護人員適用',
      About: '關於本服務',
    },
    parameters: '參數',
    name: '名稱',
    place: { path: '於路徑', query: '於查詢字串', header: '標頭' },
    type: '類型',
    meaning: '說明',
    required: '必填',
    byDefault: '預設',
    answers: '回應',
    status: '狀態碼',
    otherStatus: '其他',
    schemas: '回應的結構',
    field: '欄位',
  },
}
