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
  failures: (count: number, ids: string) => string
  limited: (count: number) => string
  notShown: (count: number) => string
  openPoints: (count: number) => string
  /** The last line: what became of the required cases. */
  sum: (required: number, passed: number, failed: number, notShown: number) => string
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
    results: { passed: 'passed', failed: 'FAILED', observed: 'observed', 'not shown': 'could not be seen' },
    rule: 'Rule: ',
    clients: 'Clients: ',
    notAsked: parts => `Not checked, because the address is missing: ${parts}.`,
    leftOut: count =>
      `${counted(count, 'heavier case was', 'heavier cases were')} skipped; --thorough runs them too.`,
    stopped: 'Stopped before the end.',
    failures: (count, ids) => `${counted(count, 'required case has', 'required cases have')} failed: ${ids}`,
    sum: (required, passed, failed, notShown) =>
      `${counted(required, 'required case')}: ${passed} passed, ${failed} failed, ${notShown} could not be seen`,
    limited: count =>
      `${counted(count, 'case')} got HTTP 429, too many calls: run again with a longer --pause, as --pause 500.`,
    notShown: count =>
      `${counted(count, 'required case')} could not be seen: --verbose says what would show ${count === 1 ? 'it' : 'them'}, --init prints the data to enter, and with --strict ${count === 1 ? 'it fails' : 'they fail'}.`,
    openPoints: count =>
      `${counted(count, 'finding')} where the interface is silent: --open-points shows ${count === 1 ? 'it' : 'them'}.`,
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
    failures: (count, ids) => `有 ${count} 項必要規則不通過：${ids}`,
    sum: (required, passed, failed, notShown) =>
      `必要規則共 ${required} 項：${passed} 項通過，${failed} 項不通過，${notShown} 項未能觀察`,
    limited: count =>
      `有 ${count} 項檢查收到 HTTP 429（查詢過於頻密）：請以較長的 --pause 再次執行，例如 --pause 500。`,
    notShown: count =>
      `有 ${count} 項必要規則未能觀察：--verbose 列出所需的資料，--init 說明須先輸入哪些資料；加上 --strict 則視為不通過。`,
    openPoints: count => `另有 ${count} 項介面未訂明的觀察結果：加上 --open-points 便會列出。`,
    levels: { required: '必要', silent: '未訂明' },
    count: cases => `共 ${cases} 項`,
  },
}
