/** Words of the console around its pages. */
import { sayer, type Text } from '../language.ts'

export const STRINGS = {
  console: { 'en-US': 'School console', 'zh-HK': '學校控制台' },
  local: {
    'en-US': 'Reference service — local test data',
    'zh-HK': '參考服務 — 本機測試資料',
  },
  reference: { 'en-US': 'Reference service', 'zh-HK': '參考服務' },
  skip: { 'en-US': 'Skip to content', 'zh-HK': '跳至內容' },
  navigation: { 'en-US': 'Main menu', 'zh-HK': '主選單' },
  openMenu: { 'en-US': 'Open menu', 'zh-HK': '開啟選單' },
  closeMenu: { 'en-US': 'Close menu', 'zh-HK': '關閉選單' },
  language: { 'en-US': 'Language', 'zh-HK': '語言' },
  theme: { 'en-US': 'Colours', 'zh-HK': '色彩' },
  system: { 'en-US': 'As this device', 'zh-HK': '跟隨裝置' },
  light: { 'en-US': 'Light', 'zh-HK': '淺色' },
  dark: { 'en-US': 'Dark', 'zh-HK': '深色' },
  signOut: { 'en-US': 'Sign out', 'zh-HK': '登出' },
  notFound: { 'en-US': 'Page not found', 'zh-HK': '找不到頁面' },
  notFoundText: {
    'en-US': 'There is no page at this address. It may have been moved, or the address is incomplete.',
    'zh-HK': '這個網址沒有頁面。頁面可能已移動，或網址不完整。',
  },
  toOverview: { 'en-US': 'Go to the overview', 'zh-HK': '前往概覽' },
  broken: { 'en-US': 'This page does not work', 'zh-HK': '此頁面無法運作' },
  brokenText: {
    'en-US': 'Something went wrong inside the console. What you were typing has been kept in this tab.',
    'zh-HK': '控制台內部出現問題。你輸入的內容已保留在此分頁。',
  },
  reload: { 'en-US': 'Load again', 'zh-HK': '重新載入' },
  offline: {
    'en-US': 'No connection to the service. What you type is kept; trying again…',
    'zh-HK': '無法連接服務。你輸入的內容會保留，正在重試……',
  },
  online: { 'en-US': 'Connected again', 'zh-HK': '已重新連接' },
  undo: { 'en-US': 'Undo', 'zh-HK': '復原' },
  dismiss: { 'en-US': 'Dismiss', 'zh-HK': '關閉' },
  messages: { 'en-US': 'Messages', 'zh-HK': '訊息' },
  undone: { 'en-US': 'Undone', 'zh-HK': '已復原' },
  notUndone: { 'en-US': 'Could not be undone.', 'zh-HK': '無法復原。' },
  notDownloaded: { 'en-US': 'The file could not be downloaded.', 'zh-HK': '未能下載檔案。' },
  leaving: { 'en-US': 'Leave without saving?', 'zh-HK': '未儲存便離開？' },
  leavingText: {
    'en-US': 'Your changes are not saved. This tab keeps them: the list marks them, and you can go on later.',
    'zh-HK': '你的更改尚未儲存，但會保留在此分頁：清單會有標示，你可稍後繼續。',
  },
  leave: { 'en-US': 'Leave', 'zh-HK': '離開' },
  stay: { 'en-US': 'Stay', 'zh-HK': '留在此頁' },
  signIn: { 'en-US': 'Sign in', 'zh-HK': '登入' },
  signInAgain: { 'en-US': 'Sign in again', 'zh-HK': '請再次登入' },
  signedOutText: {
    'en-US': 'You have been signed out. The page behind stays as it is, with everything you have typed.',
    'zh-HK': '你已登出。後面的頁面及你輸入的內容會保持不變。',
  },
  linkText: {
    'en-US': 'Open the link that the terminal shows. It signs in one browser, within a quarter of an hour.',
    'zh-HK': '請開啟終端機顯示的連結。每條連結只可登入一個瀏覽器，十五分鐘內有效。',
  },
  linkLabel: { 'en-US': 'Or paste the link here', 'zh-HK': '或在此貼上連結' },
  linkBad: {
    'en-US':
      'This link is not valid (any more). Each signs in once, within a quarter of an hour. If you have not used it yourself, somebody else may have: sign in with a fresh link and choose “Sign out everywhere” on the overview.',
    'zh-HK':
      '這條連結已失效。每條連結只可使用一次，十五分鐘內有效。如果不是你使用的，可能有其他人用了：請以新連結登入，然後在概覽選擇「登出所有裝置」。',
  },
  linkFresh: {
    'en-US': 'The terminal in which the service runs now shows a fresh link.',
    'zh-HK': '執行服務的終端機現已顯示新的連結。',
  },
  password: { 'en-US': 'Administrator’s password', 'zh-HK': '管理員密碼' },
  passwordBad: { 'en-US': 'This is not the password.', 'zh-HK': '密碼不正確。' },
  tooMany: {
    'en-US': 'Too many attempts have failed. Wait some minutes and try again.',
    'zh-HK': '失敗次數過多，請等候數分鐘後再試。',
  },
  unreachable: { 'en-US': 'The service cannot be reached.', 'zh-HK': '無法連接服務。' },
  retry: { 'en-US': 'Try again', 'zh-HK': '再試一次' },
  signingIn: { 'en-US': 'Signing in…', 'zh-HK': '登入中……' },
} satisfies Record<string, Text>

export const say = sayer(STRINGS)
