/** Words of the overview. */
import type { Text } from '../../language.ts'

export const STRINGS = {
  title: { 'en-US': 'Overview', 'zh-HK': '概覽' },
  intro: {
    'en-US':
      'This is a school information system to build and test against. What you change here, websites and apps see at once.',
    'zh-HK': '這是供開發及測試之用的學校資訊系統。你在這裏所作的更改，網站和應用程式會即時看到。',
  },
  samples: {
    'en-US':
      'It holds an invented sample school, whose keys and tokens anybody can read. Nothing here is real.',
    'zh-HK': '內有虛構的範例學校，其金鑰及權杖均為公開資料，並非真實資料。',
  },
  now: { 'en-US': 'What is here', 'zh-HK': '現有內容' },
  popups: { 'en-US': 'Messages on the website', 'zh-HK': '網站上的訊息' },
  news: { 'en-US': 'News entries', 'zh-HK': '消息' },
  drafts: { 'en-US': 'drafts included', 'zh-HK': '包括草稿' },
  groups: { 'en-US': 'Groups', 'zh-HK': '組別' },
  people: { 'en-US': 'People', 'zh-HK': '用戶' },
  accessKeys: { 'en-US': 'Access keys', 'zh-HK': '存取金鑰' },
  of: { 'en-US': 'of {0} written', 'zh-HK': '已撰寫 {0} 則' },
  next: { 'en-US': 'What you can do here', 'zh-HK': '主要功能' },
  addresses: { 'en-US': 'Addresses for developers', 'zh-HK': '開發者用的網址' },
  addressesText: {
    'en-US': 'Give these to whoever builds the website or the web-app.',
    'zh-HK': '請將以下網址交給製作網站或網頁應用程式的人員。',
  },
  serviceUrl: { 'en-US': 'Popup messages and news', 'zh-HK': '彈出訊息及消息' },
  syncUrl: { 'en-US': 'Attendance', 'zh-HK': '考勤' },
  staging: { 'en-US': 'Sessions, staging', 'zh-HK': '登入紀錄（測試環境）' },
  production: { 'en-US': 'Sessions, production', 'zh-HK': '登入紀錄（正式環境）' },
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

/** What a newcomer does on each page, by its path. */
export const TASKS: Readonly<Record<string, Text>> = {
  popups: {
    'en-US': 'Write a message, send it to the website, and see it pop up there.',
    'zh-HK': '撰寫訊息並發送至網站，即時查看彈出效果。',
  },
  news: {
    'en-US': 'Publish news with pictures and files, change it, and take it back.',
    'zh-HK': '發布附有圖片及檔案的消息，並可修改或撤回。',
  },
  media: {
    'en-US': 'See every picture and file, and where it is used.',
    'zh-HK': '查看所有圖片及檔案，以及使用位置。',
  },
  structures: {
    'en-US': 'See units, years and groups, and bring in students from a list.',
    'zh-HK': '查看學部、學年及組別，並從名單匯入學生。',
  },
  attendance: {
    'en-US': 'Take the register of a group for a day, by keyboard if you like.',
    'zh-HK': '為某組某日點名，可全程使用鍵盤。',
  },
  people: {
    'en-US': 'Let somebody into a web-app: issue a session token, and end it.',
    'zh-HK': '發出登入權杖讓用戶進入網頁應用程式，並可隨時結束。',
  },
  'access-keys': {
    'en-US': 'Let a program read attendance lists, and take its key away.',
    'zh-HK': '授權程式讀取考勤表，並可隨時撤銷金鑰。',
  },
  'app-settings': {
    'en-US': 'Say where the app’s More button leads.',
    'zh-HK': '設定應用程式「更多」按鈕所開啟的網頁。',
  },
  simulator: {
    'en-US': 'Open your web-app as the mobile app does, and see what it is sent.',
    'zh-HK': '以手機應用程式的方式開啟你的網頁應用程式，查看傳送的內容。',
  },
  laboratory: {
    'en-US': 'Make the service slow, broken or wrong, and see how your program takes it.',
    'zh-HK': '令服務變慢、出錯或中斷，測試你的程式如何應對。',
  },
  requests: {
    'en-US': 'Watch every call as it comes in, with all that was sent and answered.',
    'zh-HK': '即時查看每個請求，包括所有傳送及回應的內容。',
  },
  data: {
    'en-US': 'Keep a copy of everything, go back to it, or begin anew.',
    'zh-HK': '備份所有資料、還原，或重新開始。',
  },
}
