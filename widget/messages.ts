/** Asks the service for the popup messages of one site in one language (interface: Retrieve popup messages). */
import type { Language, PopupMessage } from './contract.ts'

/** How long a visitor's page waits for a response, in ms. */
const PATIENCE = 8000
/** The longest pause before the second try, in ms. It is random, because thousands of pages may fail at the same moment. */
const JITTER = 4000

/**
 * The messages as received.
 *
 * @param service address with its first path segment, as in `https://school.example/cms`
 * @throws both tries failed: no response in time, no envelope, or a code other than D00000
 */
export async function askMessages(
  service: string,
  siteId: string,
  lang: Language,
  retry = true,
): Promise<PopupMessage[]> {
  try {
    const response = await fetch(
      `${service.replace(/\/$/, '')}/api/v1/popupmsg/check?${new URLSearchParams({ siteId, lang })}`,
      { signal: AbortSignal.timeout(PATIENCE) },
    )
    const { code, content } = await response.json()
    if (code !== 'D00000') throw Error(code)
    return content
  } catch (error) {
    if (!retry) throw error
    await new Promise(done => setTimeout(done, Math.random() * JITTER))
    return askMessages(service, siteId, lang, false)
  }
}
