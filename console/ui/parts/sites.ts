/** The websites by their names. */
import type { SiteId } from '../../../shared/contract/site.ts'
import { language, type Text } from '../language.ts'

export const SITES: Record<SiteId, Text> = {
  academy: { 'en-US': 'Academy', 'zh-HK': '書院' },
  'pre-school': { 'en-US': 'Pre-school', 'zh-HK': '幼稚園' },
}

export const siteNames = (sites: readonly SiteId[]): string =>
  sites.map(site => SITES[site][language()]).join(language() === 'zh-HK' ? '、' : ', ')
