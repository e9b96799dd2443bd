/** Drives the Chromium that came with `npm ci`, or that CHROMIUM_PATH names. */
import { sharedBrowser } from '../browser.ts'
import type { Driver, Preferences } from './driver.ts'
import { takeNewFeatures, withoutNewStyles } from './oldest.ts'

/** @param isOldest as if it were of 2022 */
export async function driveChromium(preferences: Preferences, isOldest = false): Promise<Driver> {
  const browser = await sharedBrowser()
  const context = await browser.newContext({
    colorScheme: preferences.dark ? 'dark' : 'light',
    reducedMotion: preferences.reducedMotion ? 'reduce' : 'no-preference',
    forcedColors: preferences.forcedColours ? 'active' : 'none',
    ...(preferences.proxy && { proxy: { server: `http://${preferences.proxy}`, bypass: '127.0.0.1' } }),
  })
  if (isOldest) {
    await context.addInitScript(takeNewFeatures)
    // The widget's styles are in its scripts.
    const hasStyles = ({ pathname }: URL) => /\.css$|\/widget\/.*\.js$/.test(pathname)
    await context.route(hasStyles, async route => {
      const response = await route.fetch()
      await route.fulfill({ response, body: withoutNewStyles(await response.text()) })
    })
  }
  const page = await context.newPage()
  return {
    goto: async address => void (await page.goto(address)),
    reload: async () => void (await page.reload()),
    back: async () => void (await page.goBack()),
    resize: size => page.setViewportSize(size),
    evaluate: expression => page.evaluate(expression),
    press: key => page.keyboard.press(key),
    type: text => page.keyboard.type(text),
    click: (x, y) => page.mouse.click(x, y),
    picture: () => page.screenshot(),
    print: () => page.pdf({ format: 'A4' }),
    close: () => context.close(),
  }
}
