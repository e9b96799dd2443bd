/** One visit of a page by a phone with an empty cache. */
import type { Browser, CDPSession, Page } from 'playwright-core'

/** Lighthouse's "slow 4G": 1.6 Mbit/s down, 750 kbit/s up, 150 ms round trip. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}
/** Slowdown of this machine's processor to that of a phone. */
export const CPU_SLOWDOWN = 4
const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
}

export interface VisitOptions {
  /** Runs in the page before its own scripts. */
  probe?: string
  /** Emulates a phone's processor and network. */
  slow: boolean
}

/** Opens a new page for `work`, which does the navigation. */
export async function visit<T>(
  browser: Browser,
  { probe, slow }: VisitOptions,
  work: (page: Page, session: CDPSession) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ ...PHONE, locale: 'en-US' })
  try {
    if (probe) await context.addInitScript(probe)
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    if (slow) {
      await session.send('Network.emulateNetworkConditions', SLOW_4G)
      await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    }
    return await work(page, session)
  } finally {
    await context.close()
  }
}

export interface Transfer {
  path: string
  /** Bytes of the compressed body on the network, without protocol overhead. */
  bytes: number
}

/** Records requests from now on. */
export function transfers(session: CDPSession): Transfer[] {
  const found: Transfer[] = []
  session.on('Network.responseReceived', ({ response }) => {
    const { pathname, search } = new URL(response.url)
    const headers = new Map(Object.entries(response.headers))
    found.push({ path: pathname + search, bytes: Number(headers.get('content-length')) })
  })
  return found
}
