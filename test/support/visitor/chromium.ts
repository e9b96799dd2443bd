/** Steers the Chromium that came with `npm ci`, or that CHROMIUM_PATH names. */
import { launchBrowser } from '../browser.ts'
import type { Preferences, Steering } from './steering.ts'

/** @param before source that runs in each page before its own scripts */
export async function steerChromium(preferences: Preferences, before = ''): Promise<Steering> {
  const browser = await launchBrowser()
  const context = await browser.newContext({
    colorScheme: preferences.dark ? 'dark' : 'light',
    reducedMotion: preferences.reducedMotion ? 'reduce' : 'no-preference',
    forcedColors: preferences.forcedColours ? 'active' : 'none',
    ...(preferences.proxy && { proxy: { server: `http://${preferences.proxy}`, bypass: '127.0.0.1' } }),
  })
  if (before) await context.addInitScript(before)
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
    close: () => browser.close(),
  }
}
