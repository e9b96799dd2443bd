/** The headings of the documentation page, in both languages. */
import type { Language } from '../../../shared/contract/site.ts'

export interface DocumentationStrings {
  title: string
  machineReadable: string
  otherLanguage: string
  contents: string
  parameters: string
  name: string
  place: Record<'path' | 'query' | 'header', string>
  type: string
  meaning: string
  required: string
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
    parameters: 'Parameters',
    name: 'Name',
    place: { path: 'in the path', query: 'in the query', header: 'header' },
    type: 'Type',
    meaning: 'Meaning',
    required: 'required',
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
    parameters: '參數',
    name: '名稱',
    place: { path: '於路徑', query: '於查詢字串', header: '標頭' },
    type: '類型',
    meaning: '說明',
    required: '必填',
    answers: '回應',
    status: '狀態碼',
    otherStatus: '其他',
    schemas: '回應的結構',
    field: '欄位',
  },
}
