/** The console's pages: each owner's line, loaded when somebody goes there. */
import type { IconName } from './icons.ts'
import type { Text } from './language.ts'

export interface PageEntry {
  /** First part of the address below /console/; empty for the overview. */
  path: string
  title: Text
  icon: IconName
  section: Section
  /** The module's default export is the tag name of its element, a ConsolePage. */
  load(): Promise<{ default: string }>
}

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
    load: () => import('./pages/overview/overview-page.ts'),
  },
  {
    path: 'popups',
    title: { 'en-US': 'Popup messages', 'zh-HK': '彈出訊息' },
    icon: 'megaphone',
    section: 'content',
    load: () => import('./pages/popups/popups-page.ts'),
  },
  {
    path: 'news',
    title: { 'en-US': 'News', 'zh-HK': '消息' },
    icon: 'newspaper',
    section: 'content',
    load: () => import('./pages/news/news-page.ts'),
  },
  {
    path: 'media',
    title: { 'en-US': 'Files', 'zh-HK': '檔案' },
    icon: 'image',
    section: 'content',
    load: () => import('./pages/media/media-page.ts'),
  },
  {
    path: 'structures',
    title: { 'en-US': 'School structures', 'zh-HK': '學校架構' },
    icon: 'diagram',
    section: 'school',
    load: () => import('./pages/structures/structures-page.ts'),
  },
  {
    path: 'attendance',
    title: { 'en-US': 'Attendance', 'zh-HK': '考勤' },
    icon: 'calendar-check',
    section: 'school',
    load: () => import('./pages/attendance/attendance-page.ts'),
  },
  {
    path: 'people',
    title: { 'en-US': 'Users and sessions', 'zh-HK': '用戶及登入紀錄' },
    icon: 'people',
    section: 'school',
    load: () => import('./pages/people/people-page.ts'),
  },
  {
    path: 'access-keys',
    title: { 'en-US': 'Access keys', 'zh-HK': '存取金鑰' },
    icon: 'key',
    section: 'school',
    load: () => import('./pages/access-keys/access-keys-page.ts'),
  },
  {
    path: 'app-settings',
    title: { 'en-US': 'App settings', 'zh-HK': '應用程式設定' },
    icon: 'phone',
    section: 'school',
    load: () => import('./pages/app-settings/app-settings-page.ts'),
  },
  {
    path: 'simulator',
    title: { 'en-US': 'App simulator', 'zh-HK': '應用程式模擬器' },
    icon: 'phone-vibrate',
    section: 'tools',
    load: () => import('./pages/simulator/simulator-page.ts'),
  },
  {
    path: 'data',
    title: { 'en-US': 'Data', 'zh-HK': '資料' },
    icon: 'database',
    section: 'tools',
    load: () => import('./pages/data/data-page.ts'),
  },
  {
    path: 'laboratory',
    title: { 'en-US': 'Laboratory', 'zh-HK': '實驗室' },
    icon: 'sliders',
    section: 'tools',
    load: () => import('./pages/laboratory/laboratory-page.ts'),
  },
  {
    path: 'requests',
    title: { 'en-US': 'Request log', 'zh-HK': '請求紀錄' },
    icon: 'terminal',
    section: 'tools',
    load: () => import('./pages/requests/requests-page.ts'),
  },
]
