/** One visit of a page by a phone, with an empty cache. */
import type { Browser, CDPSession, Page } from 'playwright-core'

/** As Lighthouse's "slow 4G": 1.6 Mbit/s down, 750 kbit/s up, 150 ms there and back. */
const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}
/** Of this machine, to make a phone of it. */
export const CPU_SLOWDOWN = 4
const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
}

export interface VisitOptions {
  /** Runs in the page before anything of its own. */
  probe?: string
  /** As slow as a phone on a phone's network. */
  slow: boolean
}

/** Opens a page of its own for `work`; the caller goes where it likes. */
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
  /** Body as it came over the network, compressed, without what the protocol wraps around it. */
  bytes: number
}

/** Listens to what is fetched from now on. */
export function transfers(session: CDPSession): Transfer[] {
  const found: Transfer[] = []
  session.on('Network.responseReceived', ({ response }) => {
    const { pathname, search } = new URL(response.url)
    const headers = new Map(Object.entries(response.headers))
    found.push({ path: pathname + search, bytes: Number(headers.get('content-length')) })
  })
  return found
}
