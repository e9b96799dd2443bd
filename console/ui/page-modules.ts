/** The module of each page, loaded when somebody goes there. Its default export is the tag name of its element. */
import type { PagePath, PageTag } from './pages.ts'

export const PAGE_MODULES: Record<PagePath, () => Promise<{ default: PageTag }>> = {
  '': () => import('./pages/overview/overview-page.ts'),
  popups: () => import('./pages/popups/popups-page.ts'),
  news: () => import('./pages/news/news-page.ts'),
  media: () => import('./pages/media/media-page.ts'),
  structures: () => import('./pages/structures/structures-page.ts'),
  attendance: () => import('./pages/attendance/attendance-page.ts'),
  people: () => import('./pages/people/people-page.ts'),
  'access-keys': () => import('./pages/access-keys/access-keys-page.ts'),
  'app-settings': () => import('./pages/app-settings/app-settings-page.ts'),
  simulator: () => import('./pages/simulator/simulator-page.ts'),
  data: () => import('./pages/data/data-page.ts'),
  laboratory: () => import('./pages/laboratory/laboratory-page.ts'),
  requests: () => import('./pages/requests/requests-page.ts'),
}
