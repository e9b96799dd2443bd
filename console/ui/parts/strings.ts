/** Words of the parts that all pages share. */
import { sayer, type Text } from '../language.ts'

export const STRINGS = {
  didNotWork: { 'en-US': 'That did not work: {why}', 'zh-HK': '操作未能完成：{why}' },
  waiting: { 'en-US': 'Loading…', 'zh-HK': '載入中……' },
  offline: {
    'en-US': 'The service cannot be reached. It may have been stopped, or the network is down.',
    'zh-HK': '無法連接服務。服務可能已停止，或網絡中斷。',
  },
  notFound: { 'en-US': 'There is nothing here any more.', 'zh-HK': '這裏的內容已不存在。' },
  tooMany: {
    'en-US': 'That was too often within a short time. Wait a little and try again.',
    'zh-HK': '短時間內嘗試次數過多，請稍候再試。',
  },
  signedOut: { 'en-US': 'You have been signed out.', 'zh-HK': '你已登出，請再次登入。' },
  noRoom: {
    'en-US': 'The service’s disk is full, and nothing was changed. Make room and try again.',
    'zh-HK': '服務的磁碟空間已滿，資料沒有更改。請騰出空間後再試。',
  },
  conflict: {
    'en-US': 'This does not fit with what is there now.',
    'zh-HK': '與現有資料有衝突，未能執行。',
  },
  refused: { 'en-US': 'This was not accepted.', 'zh-HK': '服務不接受這項內容。' },
  said: { 'en-US': '', 'zh-HK': '服務的說明（英文）：' },
  refusedField: { 'en-US': '', 'zh-HK': '服務不接受此欄：' },
  failed: { 'en-US': 'Something went wrong.', 'zh-HK': '出現問題。' },
  retry: { 'en-US': 'Try again', 'zh-HK': '再試一次' },
  faults: { 'en-US': 'Please correct:', 'zh-HK': '請更正：' },
  close: { 'en-US': 'Close', 'zh-HK': '關閉' },
  copy: { 'en-US': 'Copy', 'zh-HK': '複製' },
  copied: { 'en-US': 'Copied', 'zh-HK': '已複製' },
  notCopied: {
    'en-US': 'Not copied: the browser does not allow it here. It is marked for you to copy.',
    'zh-HK': '瀏覽器不允許複製，已為你選取內容。',
  },
  site: { 'en-US': 'Website', 'zh-HK': '網站' },
  allSites: { 'en-US': 'All websites', 'zh-HK': '所有網站' },
  more: { 'en-US': 'Show more', 'zh-HK': '顯示更多' },
  showAll: { 'en-US': 'Show all', 'zh-HK': '顯示全部' },
  found: { 'en-US': '{count} shown', 'zh-HK': '顯示 {count} 項' },
  untitledMessage: { 'en-US': 'Untitled message', 'zh-HK': '未有標題的訊息' },
  onWebsite: { 'en-US': 'View on website', 'zh-HK': '在網站查看' },
  inNewTab: { 'en-US': '(in a new tab)', 'zh-HK': '（於新分頁開啟）' },
  previewHint: {
    'en-US': 'As a website shows it. Its own colours and type may differ.',
    'zh-HK': '此為網站上的實際效果，字款及顏色以網站為準。',
  },
  previewLanguage: { 'en-US': 'Language of the preview', 'zh-HK': '預覽語言' },
  previewDevice: { 'en-US': 'Size of the preview', 'zh-HK': '預覽大小' },
  previewTheme: { 'en-US': 'Brightness of the preview', 'zh-HK': '預覽亮度' },
  desktop: { 'en-US': 'Desktop', 'zh-HK': '電腦' },
  phone: { 'en-US': 'Phone', 'zh-HK': '手機' },
  light: { 'en-US': 'Light', 'zh-HK': '淺色' },
  dark: { 'en-US': 'Dark', 'zh-HK': '深色' },
  closed: { 'en-US': 'The reader has closed it.', 'zh-HK': '讀者已關閉訊息。' },
  showAgain: { 'en-US': 'Show again', 'zh-HK': '再次顯示' },
  noPreview: {
    'en-US': 'The widget has not been built here. Run: npm run build:widget',
    'zh-HK': '尚未建立網站元件，請執行：npm run build:widget',
  },
} satisfies Record<string, Text>

export type Word = keyof typeof STRINGS

export const say = sayer(STRINGS)
