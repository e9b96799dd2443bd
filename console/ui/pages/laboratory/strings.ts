/** Words of the laboratory. */
import { type CountedText, sayer, type Text } from '../../language.ts'

export const STRINGS = {
  title: { 'en-US': 'Laboratory', 'zh-HK': '故障模擬' },
  intro: {
    'en-US':
      'Make this service return errors, to see how your website or web-app handles them. A restart clears them all.',
    'zh-HK': '模擬服務出現各種問題，測試網站或網頁應用程式如何應對。重新啟動後即回復正常。',
  },
  active: { 'en-US': 'What is wrong now', 'zh-HK': '目前的問題' },
  healthy: { 'en-US': 'Everything works as it should.', 'zh-HK': '一切運作正常。' },
  clear: { 'en-US': 'Clear', 'zh-HK': '清除' },
  clearAll: { 'en-US': 'Clear all', 'zh-HK': '全部清除' },
  cleared: { 'en-US': 'Cleared', 'zh-HK': '已清除' },
  hits: { 'en-US': 'Hits:', 'zh-HK': '已觸發：' },
  left: { 'en-US': 'to go:', 'zh-HK': '尚餘：' },
  over: { 'en-US': 'used up', 'zh-HK': '已完成' },
  make: { 'en-US': 'Make something go wrong', 'zh-HK': '模擬問題' },
  which: { 'en-US': 'Which calls?', 'zh-HK': '影響哪些請求？' },
  often: { 'en-US': 'How often?', 'zh-HK': '發生多少次？' },
  untilCleared: { 'en-US': 'Every call, until cleared', 'zh-HK': '每次都發生，直至清除' },
  once: { 'en-US': 'The next call only', 'zh-HK': '只限下一次' },
  calls: { 'en-US': 'The next so many calls', 'zh-HK': '接下來若干次' },
  every: { 'en-US': 'Every nth call', 'zh-HK': '每若干次發生一次' },
  share: { 'en-US': 'A share of the calls, by chance', 'zh-HK': '按比例隨機發生' },
  callsNumber: { 'en-US': 'How many calls?', 'zh-HK': '接下來多少次？' },
  everyNumber: { 'en-US': 'One in how many?', 'zh-HK': '每多少次發生一次？' },
  shareNumber: { 'en-US': 'How many in a hundred?', 'zh-HK': '百分之多少？' },
  seed: { 'en-US': 'Seed (optional)', 'zh-HK': '隨機種子（可不填）' },
  seedHint: {
    'en-US': 'The same number affects the same calls again.',
    'zh-HK': '數字相同，受影響的請求亦相同。',
  },
  ofShare: { 'en-US': 'about {count} in a hundred calls', 'zh-HK': '約百分之 {count}' },
  only: { 'en-US': 'Only some of them', 'zh-HK': '只影響部分請求' },
  site: { 'en-US': 'Site', 'zh-HK': '網站' },
  language: { 'en-US': 'Language', 'zh-HK': '語言' },
  environment: { 'en-US': 'Environment', 'zh-HK': '環境' },
  whichever: { 'en-US': 'Any', 'zh-HK': '不限' },
  own: { 'en-US': 'Something else', 'zh-HK': '自訂問題' },
  kind: { 'en-US': 'What goes wrong?', 'zh-HK': '出現甚麼問題？' },
  status: { 'en-US': 'HTTP status', 'zh-HK': 'HTTP 狀態碼' },
  retryAfter: { 'en-US': 'Retry-After (optional)', 'zh-HK': 'Retry-After（可不填）' },
  retryHint: { 'en-US': 'Seconds, or a text that is sent as it is.', 'zh-HK': '秒數，或原樣傳送的文字。' },
  code: { 'en-US': 'Return code', 'zh-HK': '回傳代碼' },
  message: { 'en-US': 'Its message (optional)', 'zh-HK': '訊息（可不填）' },
  type: { 'en-US': 'Content type', 'zh-HK': '內容類型' },
  bytesPerSecond: { 'en-US': 'Bytes a second', 'zh-HK': '每秒位元組' },
  head: { 'en-US': 'The headers trickle, too', 'zh-HK': '標頭亦逐少傳送' },
  delay: { 'en-US': 'Seconds of delay', 'zh-HK': '延遲秒數' },
  delayBefore: { 'en-US': 'Seconds of delay before (optional)', 'zh-HK': '之前延遲秒數（可不填）' },
  label: { 'en-US': 'What you call it (optional)', 'zh-HK': '名稱（可不填）' },
  setOwn: { 'en-US': 'Set it', 'zh-HK': '設定此問題' },
  chosen: { 'en-US': 'Set: ', 'zh-HK': '已設定：' },
  noCodes: {
    'en-US': 'Return codes are of popup messages and news alone.',
    'zh-HK': '只有彈出訊息和消息才有回傳代碼。',
  },
  notMedia: {
    'en-US': 'Pictures and files are not among them: choose those by themselves.',
    'zh-HK': '不包括圖片及檔案；如需測試，請另行選擇。',
  },
  mediaHint: {
    'en-US':
      'Pictures and files are held for half a minute at most. A browser asks one server for six things at a time: while a page waits for its pictures, this console may have to wait as well.',
    'zh-HK':
      '圖片及檔案最多拖延半分鐘。瀏覽器同一時間只會向同一伺服器發出六個請求，有網頁正在等候圖片時，本控制台亦可能要稍候。',
  },
  clock: { 'en-US': 'The service’s clock', 'zh-HK': '服務時鐘' },
  real: { 'en-US': 'Real time', 'zh-HK': '真實時間' },
  notReal: { 'en-US': 'Changed', 'zh-HK': '已更改' },
  frozen: { 'en-US': 'Standing still', 'zh-HK': '已停止' },
  clockHint: {
    'en-US': 'Sessions and news use this clock. Times without a zone are school time.',
    'zh-HK': '登入時限及消息時間以此為準，並以學校所在時區顯示。',
  },
  setTo: { 'en-US': 'Set it to', 'zh-HK': '設定為' },
  set: { 'en-US': 'Set', 'zh-HK': '設定' },
  hourBack: { 'en-US': '1 hour back', 'zh-HK': '倒退一小時' },
  hourOn: { 'en-US': '1 hour on', 'zh-HK': '前進一小時' },
  dayOn: { 'en-US': '1 day on', 'zh-HK': '前進一天' },
  stop: { 'en-US': 'Stop it', 'zh-HK': '停止' },
  run: { 'en-US': 'Let it run', 'zh-HK': '繼續' },
  toReal: { 'en-US': 'Back to real time', 'zh-HK': '回復真實時間' },
  skew: { 'en-US': 'Only the Date header is wrong by', 'zh-HK': '只有 Date 標頭出錯' },
  noSkew: { 'en-US': 'not at all', 'zh-HK': '不出錯' },
  clockChanged: { 'en-US': 'The clock was changed', 'zh-HK': '已更改時鐘' },
  try: { 'en-US': 'Try it', 'zh-HK': '試試看' },
  tryHint: {
    'en-US': 'Makes one call and shows what a client gets. Attendance and sessions are asked without a key.',
    'zh-HK': '發出一次請求，顯示客戶端收到的結果。考勤及登入身分查詢的請求不附帶金鑰。',
  },
  call: { 'en-US': 'Make a call', 'zh-HK': '發出請求' },
  calling: { 'en-US': 'Waiting for an answer…', 'zh-HK': '正在等待回應…' },
  lateWithout: { 'en-US': 'No answer within ten seconds', 'zh-HK': '十秒內沒有回應' },
  lateWithin: { 'en-US': 'The answer was not complete after ten seconds', 'zh-HK': '十秒後回應仍未完成' },
  cutWithout: {
    'en-US': 'The connection was cut before an answer came',
    'zh-HK': '未有回應，連線已中斷',
  },
  cutWithin: {
    'en-US': 'The connection was cut before the answer was complete',
    'zh-HK': '回應未完成，連線已中斷',
  },
  garbled: { 'en-US': 'The answer breaks the rules of HTTP', 'zh-HK': '回應不符合 HTTP 規則' },
  brokeOff: { 'en-US': 'The call broke off', 'zh-HK': '請求中斷' },
  headers: { 'en-US': 'Headers', 'zh-HK': '標頭' },
  body: { 'en-US': 'Body', 'zh-HK': '內容' },
} satisfies Record<string, Text>

export const say = sayer(STRINGS)

export const COUNTS = {
  ofCalls: {
    'en-US': { one: 'the next {count} call', other: 'the next {count} calls' },
    'zh-HK': '接下來 {count} 次',
  },
  ofEvery: {
    'en-US': { one: 'every call', other: 'one in {count} calls' },
    'zh-HK': '每 {count} 次發生一次',
  },
} satisfies Record<string, CountedText>

/** What calls are called. */
export const ENDPOINT_NAMES = {
  any: { 'en-US': 'All interfaces', 'zh-HK': '所有介面' },
  popups: { 'en-US': 'Popup messages', 'zh-HK': '彈出訊息' },
  news: { 'en-US': 'News', 'zh-HK': '消息' },
  attendance: { 'en-US': 'Attendance', 'zh-HK': '考勤' },
  session: { 'en-US': 'Sessions', 'zh-HK': '登入身分查詢' },
  media: { 'en-US': 'Pictures and files', 'zh-HK': '圖片及檔案' },
} satisfies Record<string, Text>
