/** What can go wrong, in the words of those whom it happens to. */
import type { Fault } from '../../../service/lab/faults/fault.ts'
import type { Text } from '../language.ts'

export interface Preset {
  title: Text
  text: Text
  fault: Fault
}

export const PRESETS: readonly Preset[] = [
  {
    title: { 'en-US': 'The service does not answer', 'zh-HK': '服務沒有回應' },
    text: { 'en-US': 'A call waits until the caller gives up.', 'zh-HK': '請求一直等待，直至客戶端放棄。' },
    fault: { kind: 'delay', delayMs: 3_600_000 },
  },
  {
    title: { 'en-US': 'Answers are slow', 'zh-HK': '回應緩慢' },
    text: { 'en-US': 'Each comes five seconds late.', 'zh-HK': '每個回應延遲五秒。' },
    fault: { kind: 'delay', delayMs: 5_000 },
  },
  {
    title: { 'en-US': 'The answer trickles in', 'zh-HK': '回應逐少傳送' },
    text: {
      'en-US': 'Two hundred bytes a second, from the first.',
      'zh-HK': '由開始起每秒只傳送二百位元組。',
    },
    fault: { kind: 'drip', bytesPerSecond: 200, head: true },
  },
  {
    title: { 'en-US': 'Unknown exception', 'zh-HK': '不明錯誤' },
    text: { 'en-US': 'Return code D20000, no content.', 'zh-HK': '回傳代碼 D20000，沒有內容。' },
    fault: { kind: 'code', code: 'D20000' },
  },
  {
    title: { 'en-US': 'Timeout inside', 'zh-HK': '內部逾時' },
    text: { 'en-US': 'Return code D20003, no content.', 'zh-HK': '回傳代碼 D20003，沒有內容。' },
    fault: { kind: 'code', code: 'D20003' },
  },
  {
    title: { 'en-US': 'Too many requests', 'zh-HK': '請求過多' },
    text: { 'en-US': 'HTTP 429: try again after 30 seconds.', 'zh-HK': 'HTTP 429：請在 30 秒後再試。' },
    fault: { kind: 'status', status: 429, retryAfter: 30 },
  },
  {
    title: { 'en-US': 'The server fails', 'zh-HK': '伺服器出錯' },
    text: { 'en-US': 'HTTP 500.', 'zh-HK': 'HTTP 500。' },
    fault: { kind: 'status', status: 500 },
  },
  {
    title: { 'en-US': 'The server cannot be reached', 'zh-HK': '無法連接伺服器' },
    text: { 'en-US': 'HTTP 502 of a proxy on the way.', 'zh-HK': '途中的代理伺服器回傳 HTTP 502。' },
    fault: { kind: 'status', status: 502 },
  },
  {
    title: { 'en-US': 'Maintenance page', 'zh-HK': '維護頁面' },
    text: { 'en-US': 'HTTP 503 with a web page in place of data.', 'zh-HK': 'HTTP 503，以網頁代替資料。' },
    fault: { kind: 'html' },
  },
  {
    title: { 'en-US': 'The connection is cut', 'zh-HK': '連線被切斷' },
    text: { 'en-US': 'A reset before anything is answered.', 'zh-HK': '未有回應前連線已被重設。' },
    fault: { kind: 'reset' },
  },
  {
    title: { 'en-US': 'It hangs up without a word', 'zh-HK': '未有回應便關閉連線' },
    text: { 'en-US': 'Closed in order, not a byte answered.', 'zh-HK': '正常關閉連線，但沒有傳送任何資料。' },
    fault: { kind: 'empty' },
  },
  {
    title: { 'en-US': 'The answer stops half way', 'zh-HK': '回應中途停止' },
    text: { 'en-US': 'Half of what its length promises.', 'zh-HK': '只傳送所示長度的一半。' },
    fault: { kind: 'truncated' },
  },
  {
    title: { 'en-US': 'The answer is garbled', 'zh-HK': '回應損壞' },
    text: { 'en-US': 'A chunk whose size is no number.', 'zh-HK': '分塊大小不是數字。' },
    fault: { kind: 'broken-chunk' },
  },
  {
    title: { 'en-US': 'Wrong content type', 'zh-HK': '內容類型錯誤' },
    text: { 'en-US': 'The right data, called text/plain.', 'zh-HK': '資料正確，但標示為 text/plain。' },
    fault: { kind: 'content-type', type: 'text/plain' },
  },
]
