/** Words of the request log. */
import { type CountedText, sayer, type Text } from '../../language.ts'

export const STRINGS = {
  title: { 'en-US': 'Request log', 'zh-HK': '請求紀錄' },
  intro: {
    'en-US': 'Times are the school’s. Kept in memory, 10,000 calls at most.',
    'zh-HK': '時間以學校所在時區顯示。只存放於記憶體，最多一萬個。',
  },
  calls: { 'en-US': 'Calls, newest first', 'zh-HK': '請求（由新至舊）' },
  close: { 'en-US': 'Close', 'zh-HK': '關閉' },
  caller: { 'en-US': 'Caller', 'zh-HK': '來源' },
  browser: { 'en-US': 'Browser', 'zh-HK': '瀏覽器' },
  allCodes: { 'en-US': 'All codes', 'zh-HK': '所有代碼' },
  allEndpoints: { 'en-US': 'All interfaces', 'zh-HK': '所有介面' },
  allCallers: { 'en-US': 'All callers', 'zh-HK': '所有來源' },
  codes: { 'en-US': 'Return code', 'zh-HK': '回傳代碼' },
  pause: { 'en-US': 'Pause', 'zh-HK': '暫停' },
  resume: { 'en-US': 'Resume', 'zh-HK': '繼續' },
  clear: { 'en-US': 'Clear', 'zh-HK': '清除' },
  cleared: { 'en-US': 'The log was cleared', 'zh-HK': '已清除紀錄' },
  search: { 'en-US': 'Search', 'zh-HK': '搜尋' },
  searchHint: { 'en-US': 'Address, txID or answer', 'zh-HK': '網址、txID 或回應內容' },
  endpoint: { 'en-US': 'Interface', 'zh-HK': '介面' },
  status: { 'en-US': 'Code', 'zh-HK': '代碼' },
  time: { 'en-US': 'Time', 'zh-HK': '時間' },
  call: { 'en-US': 'Call', 'zh-HK': '請求' },
  took: { 'en-US': 'Took', 'zh-HK': '需時' },
  more: { 'en-US': 'Older calls', 'zh-HK': '更早的請求' },
  emptyTitle: { 'en-US': 'No calls yet', 'zh-HK': '未有請求' },
  emptyText: {
    'en-US': 'Point your website or web-app at this service; each call appears here as it comes.',
    'zh-HK': '將網站或網頁應用程式連接至此服務，收到的請求會即時在此顯示。',
  },
  noneFound: { 'en-US': 'No such call', 'zh-HK': '找不到相符的請求' },
  noneText: { 'en-US': 'Search for less, or show all.', 'zh-HK': '請放寬搜尋條件，或顯示全部。' },
  request: { 'en-US': 'Request', 'zh-HK': '請求' },
  response: { 'en-US': 'Response', 'zh-HK': '回應' },
  headers: { 'en-US': 'Headers', 'zh-HK': '標頭' },
  body: { 'en-US': 'Body', 'zh-HK': '內容' },
  requestBody: { 'en-US': 'Body of the request', 'zh-HK': '請求內容' },
  responseBody: { 'en-US': 'Body of the response', 'zh-HK': '回應內容' },
  notKept: {
    'en-US': 'Binary content is not kept. Old content is removed to save space.',
    'zh-HK': '檔案及其他二進位資料不會保留；較舊的內容亦可能因空間不足而移除。',
  },
  fromFile: {
    'en-US': 'The body is not kept whole: put it into a file, and name that file in place of FILE.',
    'zh-HK': '內容沒有完整保留：請另存成檔案，並以檔名取代 FILE。',
  },
  noBody: { 'en-US': 'No body', 'zh-HK': '沒有內容' },
  lostEnd: { 'en-US': 'Only its first 64 KB are kept.', 'zh-HK': '只保留首 64 KB。' },
  lostAll: { 'en-US': 'It had to make room for newer ones.', 'zh-HK': '內容已因空間不足而移除。' },
  curl: { 'en-US': 'Make this call again', 'zh-HK': '重新發出此請求' },
  hit: { 'en-US': 'The laboratory did this: ', 'zh-HK': '由故障模擬引致：' },
  keys: {
    'en-US': 'Arrow keys go from call to call, Enter opens one, Escape closes it.',
    'zh-HK': '用方向鍵瀏覽，按 Enter 開啟，按 Escape 關閉。',
  },
} satisfies Record<string, Text>

export const say = sayer(STRINGS)

/** Calls that came and are not shown yet. */
export const FRESH: CountedText = {
  'en-US': { one: 'Show {count} new call', other: 'Show {count} new calls' },
  'zh-HK': '顯示 {count} 個新請求',
}
