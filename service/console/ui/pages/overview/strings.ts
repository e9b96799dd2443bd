/** Words of the overview. */
import type { Text } from '../../language.ts'

export const STRINGS = {
  title: { 'en-US': 'Overview', 'zh-HK': '概覽' },
  intro: {
    'en-US':
      'This is a school information system to build and test against. What you change here, websites and apps see at once.',
    'zh-HK': '這是供開發及測試之用的學校資訊系統。你在這裡所作的更改，網站和應用程式會即時看到。',
  },
  samples: {
    'en-US':
      'It holds an invented sample school, whose keys and tokens anybody can read. Nothing here is real.',
    'zh-HK': '內有虛構的範例學校，其金鑰及權杖均為公開資料，並非真實資料。',
  },
  now: { 'en-US': 'What is here', 'zh-HK': '現有內容' },
  popups: { 'en-US': 'Messages on the website', 'zh-HK': '網站上的訊息' },
  news: { 'en-US': 'News entries', 'zh-HK': '新聞' },
  groups: { 'en-US': 'Groups', 'zh-HK': '組別' },
  people: { 'en-US': 'People', 'zh-HK': '用戶' },
  accessKeys: { 'en-US': 'Access keys', 'zh-HK': '存取金鑰' },
  of: { 'en-US': 'of', 'zh-HK': '，共' },
  addresses: { 'en-US': 'Addresses for developers', 'zh-HK': '開發者用的網址' },
  addressesText: {
    'en-US': 'Give these to whoever builds the website or the web-app.',
    'zh-HK': '請將以下網址交給製作網站或網絡應用程式的人員。',
  },
  serviceUrl: { 'en-US': 'Popup messages and news', 'zh-HK': '彈出訊息及新聞' },
  syncUrl: { 'en-US': 'Attendance', 'zh-HK': '考勤' },
  staging: { 'en-US': 'Sessions, staging', 'zh-HK': '登入工作階段（測試環境）' },
  production: { 'en-US': 'Sessions, production', 'zh-HK': '登入工作階段（正式環境）' },
  appId: { 'en-US': 'App ID of the school', 'zh-HK': '學校的應用程式 ID' },
  devices: { 'en-US': 'Browsers signed in', 'zh-HK': '已登入的瀏覽器' },
  devicesText: {
    'en-US': 'Work on another device with a link that signs in once, or end every session, this one too.',
    'zh-HK': '可用一次性連結在另一裝置登入，或結束所有登入，包括這一個。',
  },
  anotherDevice: { 'en-US': 'Make a link for another device', 'zh-HK': '為另一裝置建立連結' },
  linkReady: {
    'en-US': 'Open it on the other device within a quarter of an hour. Whoever has it is let in.',
    'zh-HK': '請於十五分鐘內在另一裝置開啟。任何持有連結的人均可登入。',
  },
  link: { 'en-US': 'Link', 'zh-HK': '連結' },
  everywhere: { 'en-US': 'Sign out everywhere', 'zh-HK': '登出所有裝置' },
} satisfies Record<string, Text>
