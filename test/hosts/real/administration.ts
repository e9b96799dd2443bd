/** A page of WordPress' administration, signed in; what the browser complains of is a fault. */
import type { Browser } from 'playwright-core'
import { openWatched } from '../../support/watched-page.ts'

export async function openAdministration(browser: Browser, site: string, path: string, width = 1280) {
  const watched = await openWatched(browser, { viewport: { width, height: 900 } })
  const { page } = watched
  // A picture of the editor's welcome is on WordPress's own servers.
  await page.route(
    ({ origin }) => origin !== site,
    route => route.fulfill({ body: '' }),
  )
  await page.goto(`${site}/wp-login.php`)
  await page.fill('#user_login', 'office')
  await page.fill('#user_pass', 'not a secret')
  await Promise.all([page.waitForURL('**/wp-admin/**'), page.click('#wp-submit')])
  watched.complaints.length = 0
  await page.goto(site + path)
  return watched
}
