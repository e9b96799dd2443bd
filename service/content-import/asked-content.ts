/** All popup messages and news of a service, in both languages and for each website that it has: what is one record there is one here. */
import type { ContentClient } from '../../shared/client/content.ts'
import { ServiceError } from '../../shared/client/errors.ts'
import { type ReceivedEntry, readNewsEntry } from '../../shared/client/news-entry.ts'
import { LANGUAGES, type Language, SITE_IDS, type SiteId } from '../../shared/contract/site.ts'
import { shownPopup } from '../../shared/shown-popup.ts'
import type { SeedNews, SeedPopup } from '../seed.ts'

export type AskedPopup = Omit<SeedPopup, 'onWebsite' | 'startsAt' | 'endsAt'>

export interface AskedNews extends Pick<SeedNews, 'newsId' | 'sites' | 'newsDateTime' | 'texts'> {
  attachments: ReceivedEntry['attachments']
  /** Address of the largest form of the cover that the interface has. */
  cover?: string
}

export interface AskedContent {
  popups: AskedPopup[]
  /** Oldest first, so that the order of those of one time stays. */
  news: AskedNews[]
  /** Websites that the service does not have. */
  missing: SiteId[]
  /** Elements that cannot be read. */
  odd: { what: string; why: string }[]
}

/** The interface has no pages: everything changed since then is one answer. */
const EVER = '19700101000000'

/**
 * @throws {ServiceError | TransportError | ContractError} an answer did not come, or none of the websites is there
 */
export async function askContent(
  client: ContentClient,
  zone: string,
  signal: AbortSignal,
): Promise<AskedContent> {
  const asked: AskedContent = { popups: [], news: [], missing: [], odd: [] }
  const news = new Map<string, AskedNews>()
  let refusal: ServiceError | undefined
  for (const siteId of SITE_IDS) {
    try {
      await askPopups(client, siteId, asked, signal)
      await askNews(client, siteId, { news, asked, zone }, signal)
    } catch (error) {
      if (!(error instanceof ServiceError) || error.returnCode !== NO_SUCH_SITE) throw error
      refusal = error
      asked.missing.push(siteId)
    }
  }
  if (refusal && asked.missing.length === SITE_IDS.length) throw refusal
  asked.news = [...news.values()].toReversed()
  return asked
}

const NO_SUCH_SITE = 'D20004'

async function askPopups(
  client: ContentClient,
  siteId: SiteId,
  { popups, odd }: AskedContent,
  signal: AbortSignal,
): Promise<void> {
  // The interface has no identifiers: the same message has the same date, icon and button in both languages.
  const here = new Map<string, AskedPopup>()
  for (const lang of LANGUAGES) {
    const counts = new Map<string, number>()
    const { content } = await client.rawPopups({ siteId, lang }, signal)
    for (const element of Array.isArray(content) ? content : []) {
      const shown = shownPopup(element)
      if (!shown?.displayDate) {
        odd.push({
          what: `popup message of ${siteId} in ${lang}`,
          why: 'it has no title, no body, or no date that exists',
        })
        continue
      }
      const { msgTitle, msgBody, displayDate, needConfirm } = shown
      const { iconId } = element as { iconId?: unknown }
      const looks = {
        displayDate,
        ...(typeof iconId === 'string' && iconId !== '' && { iconId }),
        ...(needConfirm && { needConfirm }),
      }
      const same = JSON.stringify(looks)
      const number = (counts.get(same) ?? 0) + 1
      counts.set(same, number)
      const key = `${same} ${number}`
      const popup = here.get(key) ?? { sites: [siteId], ...looks, texts: emptyPopupTexts() }
      popup.texts[lang] = { msgTitle, msgBody }
      here.set(key, popup)
    }
  }
  for (const popup of here.values()) {
    const elsewhere = popups.find(other => popupKey(other) === popupKey(popup))
    if (elsewhere) elsewhere.sites.push(siteId)
    else popups.push(popup)
  }
}

/** What makes a message the same on another website, and in the store. */
export function popupKey({ displayDate, iconId, needConfirm, texts }: AskedPopup): string {
  return JSON.stringify([
    ...[displayDate, iconId ?? '', needConfirm ?? ''],
    ...LANGUAGES.flatMap(lang => [texts[lang].msgTitle, texts[lang].msgBody]),
  ])
}

async function askNews(
  client: ContentClient,
  siteId: SiteId,
  { news, asked, zone }: { news: Map<string, AskedNews>; asked: AskedContent; zone: string },
  signal: AbortSignal,
): Promise<void> {
  for (const lang of LANGUAGES) {
    const take = (list: unknown[]) => {
      for (const raw of list) {
        const read = readNewsEntry(raw, zone)
        if ('entry' in read) addNews(news, read.entry, siteId, lang)
        else
          asked.odd.push({
            what: `news entry ${String(Object(raw).newsId ?? '').slice(0, 100)} of ${siteId} in ${lang}`,
            why: `${read.fault.path} ${read.fault.reason}`.trim(),
          })
      }
    }
    await client.streamNews({ siteId, lang, lastSyncTime: EVER }, take, signal)
  }
}

function addNews(news: Map<string, AskedNews>, entry: ReceivedEntry, siteId: SiteId, lang: Language): void {
  const { newsId, newsDateTime, newsTitle, newsContent, attachments } = entry
  const cover = entry.mobileScreenImageUrl ?? entry.thumbnailUrl
  const known = news.get(newsId)
  const merged: AskedNews = known ?? { newsId, sites: [], newsDateTime, attachments, texts: emptyNewsTexts() }
  if (!merged.sites.includes(siteId)) merged.sites.push(siteId)
  if (merged.attachments.length === 0) merged.attachments = attachments
  if (cover !== undefined) merged.cover ??= cover
  merged.texts[lang] = { newsTitle, newsContent }
  news.set(newsId, merged)
}

const emptyPopupTexts = () => ({
  'en-US': { msgTitle: '', msgBody: '' },
  'zh-HK': { msgTitle: '', msgBody: '' },
})
const emptyNewsTexts = () => ({
  'en-US': { newsTitle: '', newsContent: '' },
  'zh-HK': { newsTitle: '', newsContent: '' },
})
