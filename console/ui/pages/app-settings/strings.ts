/** Words of the app settings. */
import type { EntranceFault, EntranceWarning } from '../../../../service/office/entrance-url.ts'
import { sayer, type Text } from '../../language.ts'

export const STRINGS = {
  title: { 'en-US': 'App settings', 'zh-HK': '應用程式設定' },
  intro: {
    'en-US': 'What the mobile app shows of this school.',
    'zh-HK': '流動應用程式如何顯示本校的內容。',
  },
  moreTitle: { 'en-US': 'More item', 'zh-HK': '「更多」項目' },
  shown: { 'en-US': 'Shown', 'zh-HK': '顯示' },
  notShown: { 'en-US': 'Not shown', 'zh-HK': '不顯示' },
  moreEnabled: {
    'en-US': 'Show the More item in the app’s side menu',
    'zh-HK': '在應用程式側邊選單顯示「更多」',
  },
  moreText: {
    'en-US': 'Tapping it opens the page below, and tells that page who is using the app.',
    'zh-HK': '點按後會開啟以下頁面，並讓該頁面知道誰在使用應用程式。',
  },
  entranceUrl: { 'en-US': 'More: Entrance Page URL', 'zh-HK': '更多：入口頁面網址' },
  entranceHint: {
    'en-US': 'A whole address, as in https://app.school.example/entrance',
    'zh-HK': '請輸入完整網址，例如 https://app.school.example/entrance',
  },
  save: { 'en-US': 'Save settings', 'zh-HK': '儲存設定' },
  conflict: {
    'en-US': 'Somebody else has changed these settings since you began.',
    'zh-HK': '您開始編輯後，其他人已更改這些設定。',
  },
  saved: { 'en-US': 'The app settings are saved.', 'zh-HK': '已儲存應用程式設定。' },
  schoolTitle: { 'en-US': 'This school: ', 'zh-HK': '本校：' },
  appId: { 'en-US': 'App ID', 'zh-HK': '應用程式 ID' },
  appIdText: {
    'en-US': 'The fixed value that calls carry in X-App-Id. It is no secret, and it does not change.',
    'zh-HK': '請求以 X-App-Id 附帶的固定值。這不是密碼，亦不會更改。',
  },
} satisfies Record<string, Text>

export const say = sayer(STRINGS)

export const FAULTS: Record<EntranceFault, Text> = {
  empty: {
    'en-US': 'Enter an address, or turn the More item off.',
    'zh-HK': '請輸入網址，或關閉「更多」項目。',
  },
  'not-an-address': {
    'en-US': 'This is no whole address. Begin with https://',
    'zh-HK': '這不是完整網址，請以 https:// 開頭。',
  },
  'not-http': {
    'en-US': 'The app opens addresses that begin with https:// or http:// only.',
    'zh-HK': '應用程式只可開啟以 https:// 或 http:// 開頭的網址。',
  },
  credentials: {
    'en-US': 'Take the name and password out of the address: everybody who uses the app would see them.',
    'zh-HK': '請移除網址內的用戶名稱及密碼，否則所有應用程式用戶都會看到。',
  },
  'too-long': { 'en-US': 'The address is too long.', 'zh-HK': '網址過長。' },
}

export const WARNINGS: Record<EntranceWarning, Text> = {
  'this-machine': {
    'en-US': 'Only a browser on this computer can open this address. A phone cannot; the app simulator can.',
    'zh-HK': '只有這部電腦上的瀏覽器能開啟此網址。手機無法開啟，但應用程式模擬器可以。',
  },
  'private-network': {
    'en-US': 'Only phones in the same network can open this address.',
    'zh-HK': '只有同一網絡內的手機能開啟此網址。',
  },
  'not-encrypted': {
    'en-US':
      'http:// is not encrypted: phones may refuse to open it, and others in the network could read the session token.',
    'zh-HK': 'http:// 並未加密：手機可能拒絕開啟，同一網絡的其他人亦可能讀取登入權杖。',
  },
  fragment: {
    'en-US': 'What stands after # is not sent to the web-app.',
    'zh-HK': '# 之後的部分不會傳送至網頁應用程式。',
  },
}
