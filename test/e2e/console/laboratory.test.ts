/** The laboratory and the request log as somebody uses them who wants to know how a website takes a bad day. */
import type { Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { STRINGS as LAB } from '../../../console/ui/pages/laboratory/strings.ts'
import { STRINGS as LOG } from '../../../console/ui/pages/requests/strings.ts'
import { PRESETS } from '../../../console/ui/parts/fault-presets.ts'
import { STRINGS as SHELL } from '../../../console/ui/shell/strings.ts'
import { LANGUAGES } from '../../../shared/contract/site.ts'
import { type Console, message, startConsole, undo } from '../../support/console.ts'
import { inTurn } from '../../support/in-turn.ts'
import { axeFindings } from '../../support/watched-page.ts'

let office: Console
beforeAll(async () => {
  office = await startConsole()
})
afterAll(() => office?.close())

const popups = (query = 'siteId=academy') =>
  fetch(`${office.addresses.serviceUrl}/api/v1/popupmsg/check?${query}`)

describe.each(LANGUAGES)('the laboratory in %s', lang => {
  const inOne = inTurn(lang)
  inOne(
    'makes things go wrong in words a person understands, tells how often, and takes all back',
    async () => {
      await using tab = await office.page('laboratory', { lang })
      const { page, complaints } = tab
      const preset = (kind: string) => PRESETS.find(({ fault }) => fault.kind === kind)?.title[lang] ?? ''
      await page.getByText(LAB.healthy[lang]).waitFor()

      await page.getByRole('button', { name: preset('html') }).click()
      const rule = page.locator('.rules li')
      await rule.filter({ hasText: preset('html') }).waitFor()
      expect((await popups()).status).toBe(503)

      await page.getByRole('button', { name: LAB.call[lang] }).click()
      await page.locator('.tried .verdict').getByText('503', { exact: true }).waitFor()
      await rule.filter({ hasText: `${LAB.hits[lang]} 2` }).waitFor()
      expect(await axeFindings(page)).toEqual([])

      await rule.getByRole('button', { name: LAB.clear[lang] }).click()
      await page.getByText(LAB.healthy[lang]).waitFor()
      expect((await popups()).status).toBe(200)
      await undo(page, LAB.cleared[lang])
      await rule.filter({ hasText: preset('html') }).waitFor()
      expect((await popups()).status).toBe(503)

      const target = page.locator('section').filter({ hasText: LAB.make[lang] }).getByLabel(LAB.which[lang])
      await page.getByText(LAB.notMedia[lang]).waitFor()
      await target.selectOption('media')
      await page.getByText(LAB.mediaHint[lang]).waitFor()
      await target.selectOption('any')

      await page.getByLabel(LAB.often[lang]).selectOption({ label: LAB.once[lang] })
      await page.getByRole('button', { name: preset('reset') }).click()
      await expect.poll(() => rule.count()).toBe(2)
      await page.getByRole('button', { name: LAB.clearAll[lang] }).click()
      await page.getByText(LAB.healthy[lang]).waitFor()
      expect(complaints).toEqual([])
    },
  )

  inOne('sets again all faults that were cleared, not only those that were shown', async () => {
    for (const status of [500, 502, 503])
      office.service.faults.add({
        endpoint: 'news',
        when: 'until-cleared',
        fault: { kind: 'status', status },
      })
    const before = office.service.faults.list()
    await using shown = await office.page('', { lang })
    await shown.page.route('**/lab/faults', (route, request) =>
      request.method() === 'GET' ? route.fulfill({ json: { faults: before.slice(1) } }) : route.continue(),
    )
    await shown.visit('laboratory')
    await shown.page.getByRole('button', { name: LAB.clearAll[lang] }).click()
    await expect.poll(() => office.service.faults.list()).toEqual([])
    await undo(shown.page, LAB.cleared[lang])
    await expect.poll(() => office.service.faults.list()).toEqual(before)
    office.service.faults.clear()
  })

  inOne('shows a choice that was refused as it is', async () => {
    office.service.clock.freeze()
    await using tab = await office.page('laboratory', { lang })
    const { page } = tab
    const skew = page.getByLabel(LAB.skew[lang])
    await skew.waitFor()
    // A clock that stands still is not as it should be.
    await page
      .getByRole('region', { name: LAB.active[lang] })
      .getByText(/Clock moved|時鐘已調整/)
      .waitFor()
    expect(await page.getByText(LAB.healthy[lang]).count()).toBe(0)
    await page.route('**/lab/clock', (route, request) =>
      request.method() === 'POST'
        ? route.fulfill({ status: 503, json: { title: 'Not now' } })
        : route.continue(),
    )
    await skew.selectOption({ index: 2 })
    await expect.poll(() => skew.inputValue()).toBe('0')
    office.service.clock.reset()
  })

  inOne('makes what no preset is go wrong, for the calls that were meant', async () => {
    await using tab = await office.page('laboratory', { lang })
    const { page, complaints } = tab
    await page.getByText(LAB.healthy[lang]).waitFor()
    const aim = page.locator('form.aim')
    await aim.getByLabel(LAB.which[lang]).selectOption('popups')
    await aim.getByLabel(LAB.often[lang]).selectOption('calls')
    await aim.getByLabel(LAB.callsNumber[lang]).fill('2')
    await aim.getByText(LAB.only[lang]).click()
    await aim.getByLabel(LAB.language[lang]).selectOption('zh-HK')
    const own = page.locator('details.own')
    await own.getByText(LAB.own[lang], { exact: true }).click()
    await own.getByLabel(LAB.status[lang], { exact: true }).fill('418')
    await own.getByLabel(LAB.retryAfter[lang]).fill('7')
    await own.getByLabel(LAB.delayBefore[lang]).fill('0.001')
    expect(await axeFindings(page)).toEqual([])
    await own.getByRole('button', { name: LAB.setOwn[lang] }).click()
    await page.locator('.rules li').filter({ hasText: 'HTTP 418' }).waitFor()
    expect(office.service.faults.list()).toMatchObject([
      {
        endpoint: 'popups',
        when: { calls: 2 },
        only: { lang: 'zh-HK' },
        fault: { kind: 'status', status: 418, retryAfter: 7, delayMs: 1 },
      },
    ])

    await own.getByLabel(LAB.kind[lang]).selectOption('drip')
    await own.getByLabel(LAB.head[lang]).check()
    await own.getByLabel(LAB.label[lang]).fill('<img src=x onerror=alert(1)>')
    await aim.getByLabel(LAB.often[lang]).selectOption('share')
    await aim.getByLabel(LAB.shareNumber[lang]).fill('101')
    await own.getByRole('button', { name: LAB.setOwn[lang] }).click()
    expect(office.service.faults.list()).toHaveLength(1)
    await aim.getByLabel(LAB.shareNumber[lang]).fill('7')
    await aim.getByLabel(LAB.seed[lang]).fill('5')
    await own.getByRole('button', { name: LAB.setOwn[lang] }).click()
    await page.locator('.rules').getByText('<img src=x onerror=alert(1)>').first().waitFor()
    expect(office.service.faults.list()).toHaveLength(2)
    expect(office.service.faults.list()[1]).toMatchObject({
      when: { share: 0.07, seed: 5 },
      fault: { kind: 'drip', bytesPerSecond: 100, head: true },
    })

    office.service.faults.clear()
    office.service.faults.add({ endpoint: 'popups', when: { calls: 1 }, fault: { kind: 'truncated' } })
    await page.getByRole('button', { name: LAB.call[lang] }).click()
    await page.getByText(LAB.cutWithin[lang]).waitFor()
    office.service.faults.clear()
    expect(complaints).toEqual([])
  })

  inOne('sets the clock, and puts it right again', async () => {
    await using tab = await office.page('laboratory', { lang })
    const { page, complaints } = tab
    // Each says the same: one at a time, so that it is plain which is taken back.
    const dismiss = () =>
      message(page, LAB.clockChanged[lang]).getByRole('button', { name: SHELL.dismiss[lang] }).click()
    await page.getByLabel(LAB.setTo[lang]).fill('2026-12-24T08:00:00')
    await page.getByRole('button', { name: LAB.set[lang], exact: true }).click()
    await page.getByText(LAB.notReal[lang], { exact: true }).waitFor()
    expect(office.service.clock.now().toString()).toMatch(/^2026-12-24T00:00/)
    await dismiss()
    await page.getByRole('button', { name: LAB.stop[lang], exact: true }).click()
    await page.getByText(LAB.frozen[lang], { exact: true }).waitFor()
    await dismiss()
    await page.getByRole('button', { name: LAB.toReal[lang] }).click()
    await page.getByText(LAB.real[lang], { exact: true }).waitFor()
    expect(office.service.clock.state().real).toBe(true)
    await undo(page, LAB.clockChanged[lang])
    await page.getByText(LAB.frozen[lang], { exact: true }).waitFor()
    await page.getByRole('button', { name: LAB.toReal[lang] }).click()
    await page.getByText(LAB.real[lang], { exact: true }).waitFor()
    expect(complaints).toEqual([])
  })
})

describe.each(LANGUAGES)('the request log in %s', lang => {
  const inOne = inTurn(lang)
  inOne(
    'shows calls as they come, unless it is paused, opens one by keyboard, and is cleared with undo',
    async () => {
      office.service.requests.clear()
      await using tab = await office.page('requests', { lang })
      const { page, complaints } = tab
      await page.getByText(LOG.emptyTitle[lang]).waitFor()
      await popups('siteId=academy&lang=zh-HK')
      const rows = page.locator('tbody tr')
      await expect.poll(() => rows.count()).toBe(1)

      // Not under the hands of somebody who reads.
      await page.keyboard.press('ArrowDown')
      await popups('siteId=<img src=x onerror=alert(1)>')
      const fresh = page.getByRole('button', {
        name: { 'en-US': 'Show 1 new call', 'zh-HK': '顯示 1 個新請求' }[lang],
      })
      await fresh.waitFor()
      expect(await rows.count()).toBe(1)
      await fresh.click()
      await expect.poll(() => rows.count()).toBe(2)
      expect(await rows.first().textContent()).toContain('D20004')
      expect(await axeFindings(page)).toEqual([])

      await page.getByLabel(LOG.search[lang]).fill('zh-hk')
      await expect.poll(() => rows.count()).toBe(1)
      await page.getByLabel(LOG.search[lang]).fill('')
      await expect.poll(() => rows.count()).toBe(2)

      // Beside the list, and along with the arrow keys; the call has an address of its own.
      await rows.last().locator('a').focus()
      await page.keyboard.press('Enter')
      const response = page.getByRole('heading', { name: LOG.response[lang] })
      await response.waitFor()
      const first = page.url()
      expect(first).toMatch(/\/console\/requests\/\d+$/)
      await page.getByText('"successful return"').waitFor()
      expect(await rows.count()).toBe(2)
      expect(await axeFindings(page)).toEqual([])
      await page.keyboard.press('ArrowUp')
      await page.getByText('"D20004"').waitFor()
      expect(page.url()).not.toBe(first)
      await page.keyboard.press('Escape')
      await response.waitFor({ state: 'detached' })
      expect(page.url()).toMatch(/\/console\/requests$/)
      await page.goto(first)
      await expect.poll(() => page.locator('tr a[aria-current]').count()).toBe(1)

      await page.getByRole('button', { name: LOG.clear[lang] }).click()
      await page.getByText(LOG.emptyTitle[lang]).waitFor()
      await undo(page, LOG.cleared[lang])
      await expect.poll(() => rows.count()).toBe(2)

      await page.getByRole('button', { name: LOG.pause[lang] }).click()
      await popups()
      await page.getByRole('button', { name: LOG.resume[lang] }).click()
      await expect.poll(() => rows.count()).toBe(3)
      expect(complaints).toEqual([])
      // No connection is held while nobody sees it.
      const show = (state: DocumentVisibilityState) =>
        page.evaluate(state => {
          Object.defineProperty(document, 'visibilityState', { configurable: true, value: state })
          document.dispatchEvent(new Event('visibilitychange'))
        }, state)
      const isStream = (request: Request) => request.url().endsWith('/requests/events')
      await Promise.all([page.waitForEvent('requestfailed', isStream), show('hidden')])
      await popups()
      await Promise.all([page.waitForEvent('request', isStream), show('visible')])
      await expect.poll(() => rows.count()).toBe(4)
    },
  )

  inOne('says in words what the laboratory did to a call', async () => {
    office.service.requests.clear()
    const busy = { kind: 'status', status: 429, retryAfter: 30 } as const
    office.service.faults.add({ endpoint: 'popups', when: { calls: 1 }, fault: busy })
    await popups()
    const { id } = await office.service.requests.waitFor(() => true)
    await using tab = await office.page(`requests/${id}`, { lang })
    const title =
      PRESETS.find(({ fault }) => fault.kind === 'status' && fault.status === 429)?.title[lang] ?? ''
    await tab.page.getByText(LOG.hit[lang] + title).waitFor()
    const posted = async (type: string, body: string) => {
      await fetch(`${office.addresses.serviceUrl}/api/v1/popupmsg/check`, {
        method: 'POST',
        headers: { 'content-type': type },
        body,
      })
      const { id } = await office.service.requests.waitFor(({ request }) =>
        request.headers.some(header => header[1] === type),
      )
      await tab.visit(`requests/${id}`)
      await tab.page.getByRole('heading', { name: LOG.response[lang] }).waitFor()
    }
    await posted('application/json', '{"note":"<img src=x onerror=alert(1)>","token":"amber"}')
    await tab.page.locator('pre').getByText('"note": "<img src=x onerror=alert(1)>"').waitFor()
    await tab.page.getByText('--data-raw').waitFor()
    expect(await tab.page.getByText('amber').count()).toBe(0)
    await posted('image/png', 'picture')
    await tab.page.getByText(LOG.notKept[lang]).waitFor()
    await tab.page.getByText('--data-binary @FILE').waitFor()
    expect(await axeFindings(tab.page)).toEqual([])
    expect(tab.complaints).toEqual([])
  })

  inOne(
    'has twenty calls on a screen, one in a line, and finds them by code, interface and caller',
    async () => {
      office.service.requests.clear()
      for (let count = 0; count < 20; count += 1) await popups(`siteId=academy&lang=zh-HK&count=${count}`)
      await fetch(`${office.addresses.base}/wp-login.php`, { headers: { 'user-agent': 'scanner/2.0' } })
      await using tab = await office.page('requests', { lang })
      const { page, complaints } = tab
      await page.setViewportSize({ width: 1280, height: 800 })
      const rows = page.locator('tbody tr')
      await expect.poll(() => rows.count()).toBe(21)
      const bottom = await rows.nth(19).evaluate(row => row.getBoundingClientRect().bottom)
      const pane = await page.locator('.calls').evaluate(pane => pane.getBoundingClientRect().bottom)
      expect(bottom).toBeLessThanOrEqual(Math.min(pane, 800))
      for (const [filter, choice, found] of [
        [LOG.status, '404', 1],
        [LOG.status, 'D00000', 20],
        [LOG.status, '', 21],
        [LOG.caller, 'scanner', 1],
        [LOG.endpoint, 'news', 0],
        [LOG.endpoint, '', 1],
      ] as const) {
        await page.getByLabel(filter[lang], { exact: true }).selectOption(choice)
        await expect.poll(() => rows.count()).toBe(found)
      }

      // On a phone the call takes the list's place.
      await page.setViewportSize({ width: 390, height: 844 })
      await rows.first().click()
      await page.getByRole('heading', { name: LOG.response[lang] }).waitFor()
      expect(await rows.count()).toBe(0)
      expect(await axeFindings(page)).toEqual([])
      await page.locator('console-page-header a').click()
      await expect.poll(() => rows.count()).toBe(1)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
      expect(await axeFindings(page)).toEqual([])
      expect(complaints).toEqual([])
    },
  )
})
