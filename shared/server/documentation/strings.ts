/** The headings and words of every documentation page, in both languages. */
import type { Language } from '../../contract/site.ts'

export interface DocumentationStrings {
  machineReadable: string
  otherLanguage: string
  contents: string
  /** How a caller shows that it may call. */
  security: string
  parameters: string
  name: string
  place: Record<'path' | 'query' | 'header', string>
  type: string
  meaning: string
  required: string
  byDefault: string
  /** What is sent with the question. */
  body: string
  answers: string
  status: string
  otherStatus: string
  schemas: string
  field: string
  fullStop: string
  /** Between remarks. */
  comma: string
}

export const STRINGS: Record<Language, DocumentationStrings> = {
  'en-US': {
    machineReadable: 'OpenAPI document',
    otherLanguage: '中文',
    contents: 'Addresses',
    security: 'Access',
    parameters: 'Parameters',
    name: 'Name',
    place: { path: 'in the path', query: 'in the query', header: 'header' },
    type: 'Type',
    meaning: 'Meaning',
    required: 'required',
    byDefault: 'default',
    body: 'What is sent',
    answers: 'Answers',
    status: 'Status',
    otherStatus: 'other',
    schemas: 'What answers are made of',
    field: 'Field',
    fullStop: '.',
    comma: ', ',
  },
  'zh-HK': {
    machineReadable: 'OpenAPI 文件',
    otherLanguage: 'English',
    contents: '網址',
    security: '存取權限',
    parameters: '參數',
    name: '名稱',
    place: { path: '於路徑', query: '於查詢字串', header: '標頭' },
    type: '類型',
    meaning: '說明',
    required: '必填',
    byDefault: '預設',
    body: '提交內容',
    answers: '回應',
    status: '狀態碼',
    otherStatus: '其他',
    schemas: '回應的結構',
    field: '欄位',
    fullStop: '。',
    comma: '、',
  },
}
