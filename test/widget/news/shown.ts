/** What `<school-news>` draws in its own time: waited for with a whole test's patience, not with a second's. */
import { vi } from 'vitest'

const PATIENCE = { timeout: 30_000 }

/** A part, once it is there. */
export const shown = (news: Element, part: string): Promise<HTMLElement> =>
  vi.waitFor(() => {
    const found = news.shadowRoot?.querySelector<HTMLElement>(`[part=${part}]`)
    if (!found) throw new Error(`${part} is not there`)
    return found
  }, PATIENCE)
