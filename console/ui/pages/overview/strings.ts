/** Words of the overview. */
import { type CountedText, sayer, type Text } from '../../language.ts'

export const STRINGS = {
  title: { 'en-US': 'Overview', 'zh-HK': '概覽' },
  intro: {
    'en-US':
      'This is a school information system to build and test against. What you change here, websites show within half a minute, and apps at once.',
    'zh-HK':
      '這是供開發及測試之用的學校資訊系統。你在這裏所作的更改，網站會在半分鐘內更新，應用程式則即時更新。',
  },
  samples: {
    'en-US':
      'It holds an invented sample school, whose keys and tokens anybody can read. Nothing here is real.',
    'zh-HK': '內有虛構的範例學校，其金鑰及權杖均為公開資料，並非真實資料。',
  },
  holds: { 'en-US': 'It holds', 'zh-HK': '現有內容' },
  toFaults: { 'en-US': 'Switch off in the laboratory', 'zh-HK': '前往故障模擬關閉' },
  toClock: { 'en-US': 'Set right in the laboratory', 'zh-HK': '前往故障模擬還原' },
  clockIs: { 'en-US': 'It shows {time}.', 'zh-HK': '現時顯示{time}。' },
  live: { 'en-US': 'On the website now', 'zh-HK': '現正在網站顯示' },
  noneLive: { 'en-US': 'No popup message is on a website now.', 'zh-HK': '目前沒有彈出訊息在網站顯示。' },
  moreLive: { 'en-US': 'and {n} more', 'zh-HK': '另有 {n} 則' },
  allPopups: { 'en-US': 'All popup messages', 'zh-HK': '所有彈出訊息' },
  newPopup: { 'en-US': 'New message', 'zh-HK': '新增訊息' },
  websites: { 'en-US': 'Websites and sync agent', 'zh-HK': '網站及同步程式' },
  works: { 'en-US': 'Working', 'zh-HK': '運作正常' },
  noAgent: {
    'en-US': 'No sync agent has asked yet. Give the addresses below to whoever sets it up.',
    'zh-HK': '未有同步程式發出請求。請將下列網址交給安裝人員。',
  },
  agent: { 'en-US': 'Sync agent', 'zh-HK': '同步程式' },
  agentAsked: { 'en-US': 'last asked {time}', 'zh-HK': '上次請求：{time}' },
  lastCalls: { 'en-US': 'Last calls', 'zh-HK': '最近的請求' },
  noCalls: { 'en-US': 'No calls yet.', 'zh-HK': '未有請求。' },
  allCalls: { 'en-US': 'Request log', 'zh-HK': '請求紀錄' },
  addresses: { 'en-US': 'Addresses for developers', 'zh-HK': '開發者用的網址' },
  addressesText: {
    'en-US': 'Give these to whoever builds the website or the web-app.',
    'zh-HK': '請將以下網址交給製作網站或網頁應用程式的人員。',
  },
  serviceUrl: { 'en-US': 'Popup messages and news', 'zh-HK': '彈出訊息及消息' },
  syncUrl: { 'en-US': 'Attendance', 'zh-HK': '考勤' },
  staging: { 'en-US': 'Sessions, staging', 'zh-HK': '登入身分查詢（測試環境）' },
  production: { 'en-US': 'Sessions, production', 'zh-HK': '登入身分查詢（正式環境）' },
  appId: { 'en-US': 'App ID of the school', 'zh-HK': '學校的應用程式 ID' },
  devices: { 'en-US': 'Browsers signed in', 'zh-HK': '已登入的瀏覽器' },
  devicesText: {
    'en-US':
      'Work on another device with a link that signs in once, or end every session, this one too, and every link that was not used.',
    'zh-HK': '可用一次性連結在另一裝置登入，或結束所有登入（包括這一個）及未使用的連結。',
  },
  anotherDevice: { 'en-US': 'Make a link for another device', 'zh-HK': '為另一裝置建立連結' },
  linkReady: {
    'en-US': 'Open it on the other device within a quarter of an hour. Whoever has it is let in.',
    'zh-HK': '請於十五分鐘內在另一裝置開啟。任何持有連結的人均可登入。',
  },
  link: { 'en-US': 'Link', 'zh-HK': '連結' },
  everywhere: { 'en-US': 'Sign out everywhere', 'zh-HK': '登出所有裝置' },
} satisfies Record<string, Text>

export const say = sayer(STRINGS)

/** How much of everything there is, and the page that shows it. */
export const COUNTS = {
  popups: {
    'en-US': { one: '{count} popup message', other: '{count} popup messages' },
    'zh-HK': '{count} 則彈出訊息',
  },
  news: { 'en-US': { one: '{count} news entry', other: '{count} news entries' }, 'zh-HK': '{count} 則消息' },
  groups: { 'en-US': { one: '{count} group', other: '{count} groups' }, 'zh-HK': '{count} 個組別' },
  people: { 'en-US': { one: '{count} user', other: '{count} users' }, 'zh-HK': '{count} 名用戶' },
  accessKeys: {
    'en-US': { one: '{count} access key', other: '{count} access keys' },
    'zh-HK': '{count} 條存取金鑰',
  },
} satisfies Record<string, CountedText>
