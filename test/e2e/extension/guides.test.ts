/** The web-apps of examples/, run as they stand there, in a real browser that behaves as a phone's web view. */
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type StartedService, startService } from '../../../console/index.ts'
import { EXPLANATIONS } from '../../../extension/strings.ts'
import { type Arrival, entranceHeaders } from '../../../shared/contract/entrance-headers.ts'
import { phone as bareHttp } from '../../extension/phone.ts'
import { BUILT_GUIDES, startBuiltGuide } from '../../frameworks/built-guides.ts'
import { launchBrowser } from '../../support/browser.ts'
import { type Running, start } from '../../support/command.ts'
import { copyExample } from '../../support/examples.ts'
import { freePort } from '../../support/free-port.ts'
import { installedFolder } from '../../support/installed.ts'
import { type Scratch, scratch } from '../../support/scratch.ts'

/** Those of `npm run test:frameworks` are built, which takes long. */
const isBuilt = inject('frameworks') === true
const FRAMEWORKS = isBuilt ? Object.keys(BUILT_GUIDES) : ['express', 'fastify', 'hono', 'plain']
const SECRET = 'a secret of the tests, and of nobody else'

let files: Scratch
let service: StartedService
let browser: Browser
const apps = new Map<string, { running: Running; origin: string }>()
const originOf = (framework: string) => apps.get(framework)?.origin ?? ''

beforeAll(async () => {
  files = scratch()
  if (!isBuilt) symlinkSync(join(installedFolder(), 'node_modules'), files.path('node_modules'))
  const [started, opened] = await Promise.all([
    startService(),
    // A phone keeps the pages that one goes back to.
    launchBrowser([], ['--disable-back-forward-cache']),
  ])
  service = started
  browser = opened
  await Promise.all(FRAMEWORKS.map(startGuide))
})
afterAll(async () => {
  await browser?.close()
  for (const { running } of apps.values()) await running[Symbol.asyncDispose]()
  await service?.close()
  files[Symbol.dispose]()
})

async function startGuide(framework: string): Promise<void> {
  const env = { VISIT_SECRET: SECRET, SESSION_URL: service.sessionUrls.staging }
  const { port, running } = isBuilt ? startBuiltGuide(framework, env) : await startProgram(framework, env)
  apps.set(framework, { running, origin: `http://127.0.0.1:${port}` })
  for (let line = ''; !/^http|Ready|Listening/.test(line); ) line = await running.nextLine()
}

async function startProgram(framework: string, env: Record<string, string>) {
  const port = `${await freePort()}`
  const cwd = files.path(framework)
  copyExample(framework, cwd, port)
  return { port, running: start([], { main: join(cwd, 'server.ts'), cwd, env }) }
}

/** What a tap on More makes a web view do: the six headers go with this one request and with no other. */
async function tapMore(page: Page, url: string, arrival: Partial<Arrival> = {}): Promise<number | undefined> {
  const headers = entranceHeaders({
    ...{ appId: 'sample-school', sessionToken: 'sample-guardian', language: 'en' },
    ...arrival,
  })
  await page.route(url, route => route.continue({ headers: { ...route.request().headers(), ...headers } }), {
    times: 1,
  })
  return (await page.goto(url))?.status()
}

const phone = async () => {
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 390, height: 780 } })
  return { context, page: await context.newPage(), [Symbol.asyncDispose]: () => context.close() }
}
/** Taps what leads to another page, and waits until it is there. */
const follow = (page: Page, target: Locator) => Promise.all([page.waitForEvent('load'), target.click()])
/** Goes back as a phone's own button does: to a page that may have been kept, and then none loads. */
async function goBack(page: Page): Promise<void> {
  const gone = page.waitForEvent('framenavigated')
  // Once this call has been answered: the page that it is made of is not there any more afterwards.
  await page.evaluate(() => void setTimeout(() => history.back()))
  await gone
}
const shown = (page: Page) => page.locator('body').innerText()
const children = (page: Page) => page.locator('h2').allInnerTexts()

describe.each(FRAMEWORKS)('the example with %s', framework => {
  it('opens from the app and goes on by itself: the selected child first, an order, reload and back', async () => {
    await using opened = await phone()
    const { page, context } = opened
    const origin = originOf(framework)
    service.requests.clear()
    const selected = { userId: 3028, refNo: 'TB260028' }
    expect(await tapMore(page, `${origin}/`, { selected, language: 'zh' })).toBe(200)
    expect(await page.locator('h1').innerText()).toBe('小食部')
    expect(await children(page)).toEqual(['Hoi-yan', 'Hoi-ching'])

    const [cookie, ...more] = await context.cookies()
    expect(more).toEqual([])
    expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax', path: '/' })
    expect(cookie?.name).toMatch(/^__Host-/)
    expect(await page.evaluate(() => document.cookie)).toBe('')

    await follow(page, page.getByRole('button', { name: 'Rice roll' }).first())
    expect(await children(page)).toEqual(['Hoi-yan', 'Hoi-ching'])
    await page.reload()
    expect(await children(page)).toEqual(['Hoi-yan', 'Hoi-ching'])
    await page.goto(`${origin}/orders.txt`)
    expect(await shown(page)).not.toContain('Rice roll')
    await goBack(page)
    await expect.poll(() => children(page)).toEqual(['Hoi-yan', 'Hoi-ching'])
    expect(service.requests.list({ endpoint: 'session' }).requests.length).toBe(1)
  })

  it('belongs to whoever opened it last, and to nobody after sign-out, back or not', async () => {
    await using opened = await phone()
    const { page } = opened
    const url = `${originOf(framework)}/`
    await tapMore(page, url)
    await follow(page, page.getByRole('button', { name: 'Fruit cup' }).first())
    await tapMore(page, url, { sessionToken: 'sample-staff' })
    expect(await children(page)).toEqual([])
    await follow(page, page.getByRole('link', { name: 'Orders' }))
    expect(await shown(page)).toContain('Hoi-ching: Fruit cup')
    await goBack(page)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Signed out' }).waitFor()
    await goBack(page)
    // A page of Next.js leads on to where its proxy answers.
    await page.waitForURL(at => at.pathname === '/')
    await page.getByRole('heading', { name: EXPLANATIONS.TOKEN_MISSING.heading['en-US'] }).waitFor()
    expect(page.url().replace(/\?visit-refused=TOKEN_MISSING$/, '')).toBe(url)
    expect(await shown(page)).not.toContain('Fairweather')
    expect((await page.goto(url))?.status()).toBe(401)
  })

  it('lets nobody in whom the service or the shop does not know, and lets go of whoever was there', async () => {
    await using opened = await phone()
    const { page, context } = opened
    const url = `${originOf(framework)}/`
    await tapMore(page, url)
    expect(await tapMore(page, url, { sessionToken: 'no-such-token' })).toBe(401)
    expect(await context.cookies()).toEqual([])
    const { token } = service.sessions.issue({ environment: 'staging', userId: 2002 })
    expect(await tapMore(page, url, { sessionToken: token, language: 'zh' })).toBe(403)
    expect(await shown(page)).toContain('小食部未有您的家庭紀錄，請向校務處查詢。')
    expect((await page.goto(url))?.status()).toBe(401)
  })

  it('takes no order for somebody else’s child, and none from another origin’s page', async () => {
    await using opened = await phone()
    const { page } = opened
    const origin = originOf(framework)
    const order = (child: number) =>
      page.evaluate(async child => {
        const body = new URLSearchParams({ child: `${child}`, snack: 'Fruit cup' })
        return (await fetch('/orders', { method: 'POST', body })).status
      }, child)
    await tapMore(page, `${origin}/`)
    expect(await order(3001)).toBe(200)
    expect(await order(3002)).toBe(400)
    // Another port is another origin of the same site; another host name is another site.
    const elsewhere = originOf(FRAMEWORKS.find(other => other !== framework) ?? '')
    for (const from of [elsewhere, elsewhere.replace('127.0.0.1', 'localhost')]) {
      await page.goto(`${from}/nowhere`)
      await page.setContent(
        `<form method="post" action="${origin}/orders"><input name="child" value="3001"><button name="snack" value="Rice roll">Win</button></form>`,
      )
      const answered = page.waitForResponse(`${origin}/orders`)
      await follow(page, page.getByRole('button'))
      // SvelteKit refuses it before the kit does.
      expect((await answered).status()).toBe(framework === 'sveltekit' ? 403 : 401)
    }
  })

  it('takes the headers of a long single sign-on response', async () => {
    const hers = bareHttp(originOf(framework))
    const sso = { claims: 'x'.repeat(14_000) }
    expect((await hers.enter('sample-guardian', '/', { sso })).status).toBe(200)
    expect((await hers.open('/')).status).toBe(200)
  })

  it('works in the app simulator, whose phone keeps the visit', async () => {
    await using opened = await phone()
    const { page, context } = opened
    const simulator = await service.simulator.open()
    const { phoneId } = await simulator.add(
      { userId: 2001, environment: 'staging', language: 'en', child: 3028, sessionMinutes: 60 },
      { entranceUrl: `${originOf(framework)}/` },
    )
    await page.goto(simulator.directLink(phoneId) ?? '')
    await expect.poll(() => children(page)).toEqual(['Hoi-yan', 'Hoi-ching'])
    await follow(page, page.getByRole('button', { name: 'Fruit cup' }).first())
    await page.reload()
    expect(await children(page)).toEqual(['Hoi-yan', 'Hoi-ching'])
    expect((await context.cookies()).filter(({ name }) => name.includes('visit'))).toEqual([])
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Signed out' }).waitFor()
    const sent = simulator
      .exchanges(phoneId)
      ?.map(({ method, path, status }) => `${method} ${path} ${status}`)
    expect(sent).toEqual(
      expect.arrayContaining(['GET / 200', 'POST /orders 303', 'GET / 200', 'POST /sign-out 200']),
    )
    await simulator.remove(phoneId)
  })
})

// Its scripts ask for a page's data by themselves.
describe.each(FRAMEWORKS.filter(framework => framework === 'sveltekit'))(
  'the data of a page of %s',
  framework => {
    it('is refused to a visitor without a visit with the status of the refusal', async () => {
      const data = await bareHttp(originOf(framework)).open('/__data.json')
      expect(data.text).toContain('"status":401')
    })
  },
)
