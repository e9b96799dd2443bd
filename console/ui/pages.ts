/** The console's pages, in the order of the menu. */
import type { IconName } from './icons.ts'
import type { Text } from './language.ts'

export interface PageEntry {
  /** First part of the address below /console/; empty for the overview. */
  path: PagePath
  title: Text
  icon: IconName
  section: Section
}

export type PagePath =
  | ''
  | 'popups'
  | 'news'
  | 'media'
  | 'structures'
  | 'attendance'
  | 'people'
  | 'access-keys'
  | 'app-settings'
  | 'simulator'
  | 'data'
  | 'laboratory'
  | 'requests'

/** The name of a page's element, or that for what follows in the address. */
export type PageTag = string | ((rest: readonly string[]) => string)

export type Section = 'start' | 'content' | 'school' | 'tools'

export const SECTIONS: Record<Section, Text> = {
  start: { 'en-US': 'Start', 'zh-HK': '開始' },
  content: { 'en-US': 'Content', 'zh-HK': '內容' },
  school: { 'en-US': 'School', 'zh-HK': '學校' },
  tools: { 'en-US': 'Tools', 'zh-HK': '工具' },
}

export const PAGES: readonly PageEntry[] = [
  {
    path: '',
    title: { 'en-US': 'Overview', 'zh-HK': '概覽' },
    icon: 'house',
    section: 'start',
  },
  {
    path: 'popups',
    title: { 'en-US': 'Popup messages', 'zh-HK': '彈出訊息' },
    icon: 'megaphone',
    section: 'content',
  },
  {
    path: 'news',
    title: { 'en-US': 'News', 'zh-HK': '消息' },
    icon: 'newspaper',
    section: 'content',
  },
  {
    path: 'media',
    title: { 'en-US': 'Files', 'zh-HK': '檔案' },
    icon: 'image',
    section: 'content',
  },
  {
    path: 'structures',
    title: { 'en-US': 'School structures', 'zh-HK': '學校架構' },
    icon: 'diagram',
    section: 'school',
  },
  {
    path: 'attendance',
    title: { 'en-US': 'Attendance', 'zh-HK': '考勤' },
    icon: 'calendar-check',
    section: 'school',
  },
  {
    path: 'people',
    title: { 'en-US': 'Users and sessions', 'zh-HK': '用戶及登入' },
    icon: 'people',
    section: 'school',
  },
  {
    path: 'access-keys',
    title: { 'en-US': 'Access keys', 'zh-HK': '存取金鑰' },
    icon: 'key',
    section: 'school',
  },
  {
    path: 'app-settings',
    title: { 'en-US': 'App settings', 'zh-HK': '應用程式設定' },
    icon: 'phone',
    section: 'school',
  },
  {
    path: 'simulator',
    title: { 'en-US': 'App simulator', 'zh-HK': '應用程式模擬器' },
    icon: 'phone-vibrate',
    section: 'tools',
  },
  {
    path: 'data',
    title: { 'en-US': 'Data', 'zh-HK': '資料' },
    icon: 'database',
    section: 'tools',
  },
  {
    path: 'laboratory',
    title: { 'en-US': 'Laboratory', 'zh-HK': '故障模擬' },
    icon: 'sliders',
    section: 'tools',
  },
  {
    path: 'requests',
    title: { 'en-US': 'Request log', 'zh-HK': '請求紀錄' },
    icon: 'terminal',
    section: 'tools',
  },
]
