/** The demo's site, as `npm start` shows it, before a browser. */
import { pino } from 'pino'
import { afterAll } from 'vitest'
import { startDemo } from '../../demo/demo.ts'
import { WIDGET_DIR } from '../../shared/widget-dir.ts'
import { closePages, sharedBrowser } from './browser.ts'

/** For one file of tests: closed after its last. */
export async function openDemoSite() {
  const start = startDemo({ portBase: 0, widgetDir: WIDGET_DIR, logger: pino({ level: 'silent' }) })
  const [demo, browser] = await Promise.all([start, sharedBrowser()])
  afterAll(async () => {
    await closePages(browser)
    await demo.close()
  })
  return { demo, browser }
}
