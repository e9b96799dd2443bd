/** The report's headings in both languages; the cases themselves are in English. */
import type { Language } from '../shared/contract/site.ts'
import { counted } from '../shared/text/counted.ts'
import type { Finding, Part } from './case.ts'

interface Strings {
  title: string
  parts: Record<Part, string>
  results: Record<Finding['result'], string>
  rule: string
  clients: string
  notAsked: (parts: string) => string
  leftOut: (count: number) => string
  stopped: string
  conforms: string
  conformsNot: (failures: number, ids: string) => string
  levels: { required: string; silent: string }
  count: (cases: number) => string
}

export const STRINGS: Record<Language, Strings> = {
  'en-US': {
    title: 'Conformance',
    parts: {
      popups: 'Popup messages',
      news: 'News',
      attendance: 'Attendance lists',
      session: 'Session resolution',
    },
    results: { passed: 'passed', failed: 'FAILED', observed: 'observed', 'not shown': 'not shown' },
    rule: 'Rule: ',
    clients: 'Clients: ',
    notAsked: parts => `Not checked, because the address is missing: ${parts}.`,
    leftOut: count =>
      `${counted(count, 'heavier case was', 'heavier cases were')} skipped; --thorough runs them too.`,
    stopped: 'Stopped before the end.',
    conforms: 'All required cases that could be checked have passed.',
    conformsNot: (failures, ids) =>
      `${counted(failures, 'required case has', 'required cases have')} failed: ${ids}`,
    levels: { required: 'required', silent: 'the interface is silent' },
    count: cases => counted(cases, 'case'),
  },
  'zh-HK': {
    title: '介面符合程度',
    parts: { popups: '彈出訊息', news: '最新消息', attendance: '出席紀錄', session: '登入身分查詢' },
    results: { passed: '通過', failed: '不通過', observed: '僅作觀察', 'not shown': '未能觀察' },
    rule: '規則：',
    clients: '用戶端：',
    notAsked: parts => `未有提供地址，因此沒有查詢：${parts}。`,
    leftOut: count => `略去 ${count} 項較繁重的檢查；加上 --thorough 便會一併進行。`,
    stopped: '檢查中途停止。',
    conforms: '所有能夠觀察的必要規則均已通過。',
    conformsNot: (failures, ids) => `有 ${failures} 項必要規則不通過：${ids}`,
    levels: { required: '必要', silent: '未訂明' },
    count: cases => `共 ${cases} 項`,
  },
}
