/** All that a school answers, and its news: to compare two services, or one before and after. */
import {
  ACCESS_KEY,
  APP_ID,
  PRODUCTION_TOKEN,
  SHORT_TOKEN,
  STAGING_TOKEN,
} from '../../support/small-school.ts'

export interface Asked {
  addresses: { base: string; serviceUrl: string; syncUrl: string; sessionUrls: Record<string, string> }
}

/** What every interface answers, without what differs by answer and by service. */
export async function everything({ addresses }: Asked, tokens: readonly string[] = []): Promise<unknown> {
  const { base, serviceUrl, syncUrl, sessionUrls } = addresses
  const ask = async (url: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(url, { headers })
    const text = (await answer.text()).replaceAll(base, '').replace(/"txID":"[^"]*",/, '')
    // Whoever asks as often is told to wait where others are told no.
    if (answer.status === 401 || answer.status === 429) return [url.replace(base, ''), 'refused']
    return [url.replace(base, ''), answer.status, text]
  }
  const asked: Promise<unknown>[] = []
  for (const site of ['academy', 'pre-school'])
    for (const lang of ['en-US', 'zh-HK']) {
      asked.push(ask(`${serviceUrl}/api/v1/popupmsg/check?siteId=${site}&lang=${lang}`))
      // Of all time: what a replaced state changes counts as changed when it is replaced (state/websites.test.ts).
      asked.push(
        ask(
          `${serviceUrl}/api/v1/news/check?siteId=${site}&lang=${lang}&lastSyncTime=19700101000000&newsIDs=N-4,N-1`,
        ),
      )
    }
  for (const [group, date] of [
    ['1A%20-%20Rowing', '2026-09-01'],
    ['1A%20-%20Rowing', '2026-09-02'],
    ['2B%2FChoir%20%26%20Strings', '2026-09-01'],
  ]) {
    const list = `${syncUrl}/units/1/years/2026/groups/${group}/attendance-lists/${date}`
    asked.push(ask(list, { 'x-app-id': APP_ID, 'x-access-key': ACCESS_KEY }))
  }
  for (const sessionUrl of Object.values(sessionUrls))
    for (const token of [STAGING_TOKEN, PRODUCTION_TOKEN, SHORT_TOKEN, ...tokens])
      asked.push(
        ask(`${sessionUrl}/v2/grd/external-session`, { 'x-app-id': APP_ID, 'x-session-token': token }),
      )
  const answers = await Promise.all(asked)
  const media = new Set([...JSON.stringify(answers).matchAll(/\/media\/[^\\" ]+/g)].map(([path]) => path))
  return [...answers, ...(await Promise.all([...media].map(path => ask(`${base}${path}`))))]
}

export async function newsOf({ addresses }: Asked) {
  const url = `${addresses.serviceUrl}/api/v1/news/check?siteId=academy&lastSyncTime=19700101000000`
  return (await (await fetch(url)).json()).content
}
