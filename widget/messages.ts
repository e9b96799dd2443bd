/** Asks the service for the popup messages of one site in one language (interface, Retrieve popup messages). */
import type { PopupMessage } from '../shared/contract/popup.ts'
import type { Language } from '../shared/contract/site.ts'

/** How long a visitor's page waits for an answer, in ms. */
const PATIENCE = 8000
/** The longest pause before it asks once more, in ms; at random, for thousands of pages may fail at the same moment. */
const JITTER = 4000

/**
 * The messages as sent; whether each of them is one, {@link isMessage} says before it is shown.
 *
 * @param service address with its first path segment, as in `https://school.example/cms`
 * @throws twice the answer did not come in time, was no envelope, or had a code other than D00000
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
      { credentials: 'omit', signal: AbortSignal.timeout(PATIENCE) },
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

/** The schema costs more bytes than a visitor should pay, so the three required texts are checked by hand. */
export const isMessage = (message: PopupMessage | null): boolean =>
  [message?.msgTitle, message?.msgBody, message?.displayDate].every(text => typeof text === 'string')
