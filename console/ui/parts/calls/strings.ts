/** Words for calls to the service, wherever they are told. */
import { sayer, type Text } from '../../language.ts'

export const STRINGS = {
  none: { 'en-US': 'No answer', 'zh-HK': '沒有回應' },
  hidden: { 'en-US': 'characters, not shown', 'zh-HK': '個字元，不顯示' },
  laboratory: { 'en-US': 'Laboratory', 'zh-HK': '故障模擬' },
} satisfies Record<string, Text>

export const say = sayer(STRINGS)

export const LOGGED_NAMES = {
  popups: { 'en-US': 'Popup messages', 'zh-HK': '彈出訊息' },
  news: { 'en-US': 'News', 'zh-HK': '消息' },
  attendance: { 'en-US': 'Attendance', 'zh-HK': '考勤' },
  session: { 'en-US': 'Sessions', 'zh-HK': '登入身分查詢' },
  media: { 'en-US': 'Pictures and files', 'zh-HK': '圖片及檔案' },
  entrance: { 'en-US': 'Web-app entrance', 'zh-HK': '網頁應用程式入口' },
  unknown: { 'en-US': 'Unknown address', 'zh-HK': '不明網址' },
} satisfies Record<string, Text>
