/** Drives an installed Firefox over WebDriver BiDi. */
import puppeteer, { type KeyInput } from 'puppeteer-core'
import type { Driver, Preferences } from './driver.ts'
import { findFirefox } from './engines.ts'

export async function driveFirefox(preferences: Preferences): Promise<Driver> {
  const executablePath = findFirefox()
  if (!executablePath) throw new Error('Firefox is not installed (Debian: apt-get install firefox-esr)')
  const [host, port] = preferences.proxy?.split(':') ?? []
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    extraPrefsFirefox: {
      'ui.systemUsesDarkTheme': preferences.dark ? 1 : 0,
      'ui.prefersReducedMotion': preferences.reducedMotion ? 1 : 0,
      // 0: only where the system has such a theme; 2: always.
      'browser.display.document_color_use': preferences.forcedColours ? 2 : 0,
      ...(host && {
        'network.proxy.type': 1,
        'network.proxy.http': host,
        'network.proxy.http_port': Number(port),
        'network.proxy.ssl': host,
        'network.proxy.ssl_port': Number(port),
        'network.proxy.no_proxies_on': '127.0.0.1',
      }),
    },
  })
  // Unlike the first page, it has the focus.
  const page = await browser.newPage()
  return {
    goto: async address => void (await page.goto(address)),
    reload: async () => void (await page.reload()),
    // Its own way waits for a page, which an address on the same page does not bring.
    back: () => page.evaluate(() => void setTimeout(() => history.back())),
    resize: size => page.setViewport(size),
    evaluate: expression => page.evaluate(expression),
    async press(key) {
      const keys = key.split('+') as KeyInput[]
      const last = keys.pop()?.replace('Space', ' ') as KeyInput
      for (const held of keys) await page.keyboard.down(held)
      await page.keyboard.press(last)
      for (const held of keys.reverse()) await page.keyboard.up(held)
    },
    type: text => page.keyboard.type(text),
    click: (x, y) => page.mouse.click(x, y),
    picture: () => page.screenshot(),
    print: () => page.pdf({ format: 'A4' }),
    close: () => browser.close(),
  }
}
