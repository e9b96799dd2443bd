/** Words of the laboratory. */
import type { Text } from '../../language.ts'

export const STRINGS = {
  title: { 'en-US': 'Laboratory', 'zh-HK': '實驗室' },
  intro: {
    'en-US':
      'Make this service misbehave, to see how your website or web-app takes it. A new start is a healthy one.',
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
  three: { 'en-US': 'The next three calls', 'zh-HK': '接下來三次' },
  third: { 'en-US': 'Every third call', 'zh-HK': '每三次發生一次' },
  tenth: { 'en-US': 'About one call in ten', 'zh-HK': '約十分之一' },
  half: { 'en-US': 'About half of the calls', 'zh-HK': '約一半' },
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
      'Pictures and files are held for 30 seconds at most. Browsers keep six connections to a server, so while pictures hang, this console may not answer either. It does again by itself.',
    'zh-HK':
      '圖片及檔案最多只會拖延 30 秒。瀏覽器與同一伺服器只保持六條連線，圖片沒有回應時，本控制台亦可能暫時沒有反應，其後會自行恢復。',
  },
  clock: { 'en-US': 'The service’s clock', 'zh-HK': '服務時鐘' },
  real: { 'en-US': 'Real time', 'zh-HK': '真實時間' },
  notReal: { 'en-US': 'Changed', 'zh-HK': '已更改' },
  frozen: { 'en-US': 'Standing still', 'zh-HK': '已停止' },
  clockHint: {
    'en-US':
      'Sessions expire and news are dated by it. Where nothing is said, it is the school’s wall clock.',
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
    'zh-HK': '發出一次請求，顯示客戶端收到的結果。考勤及登入紀錄的請求不附帶金鑰。',
  },
  whichCall: { 'en-US': 'Which call?', 'zh-HK': '哪個請求？' },
  call: { 'en-US': 'Make a call', 'zh-HK': '發出請求' },
  calling: { 'en-US': 'Waiting for an answer…', 'zh-HK': '正在等待回應…' },
  noHead: { 'en-US': 'No answer came', 'zh-HK': '沒有收到回應' },
  brokeOff: { 'en-US': 'It broke off', 'zh-HK': '回應中斷' },
  headers: { 'en-US': 'Headers', 'zh-HK': '標頭' },
  body: { 'en-US': 'Body', 'zh-HK': '內容' },
} satisfies Record<string, Text>

/** What calls are called. */
export const ENDPOINT_NAMES = {
  any: { 'en-US': 'All interfaces', 'zh-HK': '所有介面' },
  popups: { 'en-US': 'Popup messages', 'zh-HK': '彈出訊息' },
  news: { 'en-US': 'News', 'zh-HK': '消息' },
  attendance: { 'en-US': 'Attendance', 'zh-HK': '考勤' },
  session: { 'en-US': 'Sessions', 'zh-HK': '登入紀錄' },
  media: { 'en-US': 'Pictures and files', 'zh-HK': '圖片及檔案' },
} satisfies Record<string, Text>
