/** The app simulator in a real browser: used as a developer uses it, and attacked as a hostile web-app would. */
import type { IncomingMessage } from 'node:http'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createExtension, type Extension, readEntrance } from '../../../extension/index.ts'
import { createSessionClient } from '../../../shared/client/index.ts'
import { type Console, message, startConsole } from '../../support/console.ts'
import { OWN_ADDRESS } from '../../support/own-address.ts'
import { axeFindings } from '../../support/watched-page.ts'
import { type Answers, type Got, page as pageOf, startWebApp, type WebApp } from '../../support/web-app.ts'

let console: Console
let webApp: WebApp
let other: WebApp
/** With the kit: its first page calls with the bearer, its second has the cookie alone. */
let kit: WebApp

const PATIENCE = Number(process.env.PATIENCE ?? 30_000)
const html = { 'content-type': 'text/html; charset=utf-8' }
const answers = (...[title, body]: Parameters<typeof pageOf>): Answers[string] => {
  return (_request, response) => void response.writeHead(200, html).end(pageOf(title, body))
}
const SETUP = {
  userId: 2001,
  environment: 'staging',
  language: 'en',
  child: 'all',
  sessionMinutes: 60,
} as const

beforeAll(async () => {
  console = await startConsole()
  webApp = await startWebApp({
    'GET /entrance'({ headers }, response) {
      const isEntered = headers['x-session-token'] !== undefined
      response.writeHead(200, {
        ...html,
        'x-frame-options': 'DENY',
        'set-cookie': isEntered ? ['__Host-session=s3cret; Path=/; Secure; HttpOnly', 'csrf=c1; Path=/'] : [],
      })
      const body = `<a href="/week">This week</a> <a href="https://elsewhere.example/pay">Pay</a>
        <a href="${webApp.origin}/week?absolute">By its whole address</a>
        <form method="post" action="/order"><input name="dish" aria-label="Dish"><button>Order</button></form>`
      response.end(pageOf(isEntered ? 'Lunch orders' : 'Not from the app', body))
    },
    'GET /week': (request, response) => {
      const isSignedIn = request.headers.cookie?.includes('__Host-session=s3cret')
      response.writeHead(200, html).end(pageOf(`This week ${isSignedIn ? 'signed in' : 'a stranger'}`))
    },
    'GET /shop/': (_request, response) => void response.writeHead(308, { location: '/week' }).end(),
    'GET /odd'(_request, response) {
      response.writeHead(200, { ...html, 'set-cookie': ['visit=1; SameSite=None'] }).end(pageOf('Odd'))
    },
    'POST /order': (_request, response) => void response.writeHead(303, { location: '/ordered' }).end(),
    'GET /ordered': answers('Ordered'),
    'GET /hostile': answers(
      '<img src=x onerror=alert(1)>',
      `<p id="seen"></p><script>
          const seen = {}
          const attempt = (name, deed) => { try { seen[name] = String(deed()) } catch (error) { seen[name] = error.name } }
          attempt('top document', () => top.document.title)
          attempt('top storage', () => top.localStorage.length)
          attempt('top location', () => { top.location = 'https://elsewhere.example/' })
          top.postMessage({ schoolbell: 'shown', title: '<b>owned</b>', path: '/x', canGoBack: true }, '*')
          const call = (path, init) =>
            fetch('${console.addresses.base}/console/api/' + path, { credentials: 'include', ...init })
              .then(({ type }) => type, ({ name }) => name)
          Promise.all([
            call('overview'),
            call('simulator/phones/1', { method: 'DELETE' }),
            call('simulator/phones/1/reinstall', { method: 'POST', mode: 'no-cors', body: '{}' }),
          ]).then(answers => {
            seen.calls = answers
            document.querySelector('#seen').textContent = JSON.stringify(seen)
          })
          </script>`,
    ),
  })
  other = await startWebApp({ 'GET /': answers('Another local page') })
  const extension = createExtension({
    appId: 'sample-school',
    sessionUrl: console.addresses.sessionUrls.staging,
    environment: 'staging',
    secret: 'only for the tests of the simulator',
    onVisit: () => null,
  })
  kit = await startWebApp({
    async 'GET /'(request, response) {
      const { visit, setCookie } = await visitOf(extension, request)
      if (setCookie) response.setHeader('set-cookie', setCookie)
      response.writeHead(200, html).end(
        pageOf(
          'Lunch',
          `<a href="/orders">Orders</a> <output></output><script type="module">
          const headers = { Authorization: 'Bearer ${visit?.bearer}' }
          document.querySelector('output').textContent = await (await fetch('/role', { headers })).text()
          </script>`,
        ),
      )
    },
    async 'GET /role'(request, response) {
      const { visit } = await visitOf(extension, request)
      response.end(visit ? `By its bearer: ${visit.user.role}` : 'By its bearer: nobody')
    },
    async 'GET /orders'(request, response) {
      const { visit } = await visitOf(extension, request)
      response.writeHead(200, html).end(pageOf(visit ? `Orders of a ${visit.user.role}` : 'No visit'))
    },
  })
  console.service.app.settings = { moreEnabled: true, entranceUrl: `${webApp.origin}/entrance` }
})
afterAll(async () => {
  await console.close()
  await webApp[Symbol.asyncDispose]()
  await other[Symbol.asyncDispose]()
  await kit[Symbol.asyncDispose]()
})

async function visitOf(extension: Extension<null>, { method = '', headers }: IncomingMessage) {
  const admission = await extension.admit({
    method,
    header: name => String(headers[name.toLowerCase()] ?? '') || undefined,
  })
  return admission.kind === 'visit' ? admission : { visit: undefined, setCookie: undefined }
}

const entranceOf = ({ headers }: Got) => readEntrance(name => [headers[name] ?? null].flat()[0])
const lastTo = (url: string) => webApp.requests.findLast(request => request.url === url)
const headerNames = ({ headers }: Got) => Object.keys(headers).filter(name => /^x-/.test(name))

/** Of the page and of every shadow root in it. */
const wholeMarkup = (page: Page) =>
  page.evaluate(() => {
    const parts: string[] = []
    const take = (root: Document | ShadowRoot) => {
      for (const element of root.querySelectorAll('*')) if (element.shadowRoot) take(element.shadowRoot)
      parts.push(root instanceof Document ? root.documentElement.outerHTML : root.innerHTML)
    }
    take(document)
    return parts.join('\n')
  })

async function openPhone(lang: 'en-US' | 'zh-HK' = 'en-US') {
  const { phoneId } = await (await console.call('POST', '/simulator/phones', SETUP)).json()
  const opened = await console.page(`simulator/${phoneId}`, { lang })
  const { page } = opened
  page.setDefaultTimeout(PATIENCE)
  const phone = page.locator('simulator-phone')
  await phone.waitFor()
  // Its user's pictures and children come with the form beside it.
  await page.locator('person-picker wa-button').waitFor()
  const inside = page.frameLocator('simulator-phone iframe').frameLocator('iframe')
  const tapMore = async () => {
    await phone.locator('.menu-button').click()
    await phone.locator('button.more').click()
  }
  return { ...opened, phone, inside, tapMore }
}

it('a developer chooses whose phone it is, taps More, uses the web-app, and sees what went over the wire', async () => {
  await using opened = await openPhone()
  const { page, phone, inside, tapMore, complaints } = opened
  expect((await page.locator('nav.phones a[aria-current]').innerText()).trim()).toMatch(/^\d+\s+[\w-]+ \w+$/)

  await page.getByRole('button', { name: 'Choose another' }).click()
  await page.getByRole('searchbox').fill('Thornbury')
  const names = () => page.locator('person-picker li strong').allTextContents()
  await expect.poll(async () => (await names()).every(name => name.includes('Thornbury'))).toBe(true)
  await page.getByRole('button', { name: /Adaeze Thornbury/ }).click()
  await page.getByRole('combobox', { name: 'Selected child' }).click()
  await page.getByRole('option', { name: /Imogen Thornbury/ }).click()
  await page.getByRole('radio', { name: '中文' }).click()
  await page.getByText('Logged in by single sign-on').click()
  await page.getByRole('textbox', { name: /JSON/ }).fill('{ "name": "陳大文" }')
  await tapMore()
  await inside.getByRole('heading', { name: 'Lunch orders' }).waitFor()

  const first = lastTo('/entrance')
  const entrance = entranceOf(first as Got)
  expect(entrance).toMatchObject({
    appId: 'sample-school',
    language: 'zh-HK',
    selectionHint: { kind: 'student', userId: 3003 },
    ssoHint: { name: '陳大文' },
  })
  const sessions = createSessionClient({
    sessionUrl: console.addresses.sessionUrls.staging,
    appId: entrance.appId,
  })
  expect(await sessions.resolve(entrance.sessionToken)).toMatchObject({ userId: 2003, role: 'Guardian' })

  await inside.getByRole('link', { name: 'This week' }).click()
  await inside.getByRole('heading', { name: 'This week signed in' }).waitFor()
  expect(headerNames(lastTo('/week') as Got)).toEqual([])
  await phone.getByText('/week').waitFor()
  await phone.getByRole('button', { name: 'Back' }).click()
  await inside.getByRole('textbox', { name: 'Dish' }).fill('rice')
  const before = webApp.requests.filter(({ url }) => url === '/ordered').length
  await inside.getByRole('button', { name: 'Order' }).click()
  await inside.getByRole('heading', { name: 'Ordered' }).waitFor()
  expect(lastTo('/order')?.body).toBe('dish=rice')
  expect(headerNames(lastTo('/order') as Got)).toEqual([])
  await phone.getByRole('button', { name: 'Reload' }).click()
  await expect.poll(() => webApp.requests.filter(({ url }) => url === '/ordered').length - before).toBe(2)

  const log = page.locator('.log')
  await log.getByText('X-Selected-Sub-Ref-No').waitFor()
  await expect.poll(() => log.locator('ol > li').count()).toBeGreaterThanOrEqual(6)
  const markup = await wholeMarkup(page)
  expect(markup).toContain('X-Selected-Sub-Ref-No')
  expect(markup).not.toContain(entrance.sessionToken)
  expect(complaints).toEqual([])
  expect(await axeFindings(page)).toEqual([])
  // It calls into every frame, and the browser says that the phone's is of another origin.
  complaints.length = 0

  await phone.getByRole('button', { name: 'Close the web-app' }).click()
  await page.getByRole('button', { name: 'Put the phone away' }).click()
  await expect.poll(() => sessions.resolve(entrance.sessionToken).catch(({ status }) => status)).toBe(401)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Adaeze Thornbury').first().waitFor()
  expect(complaints).toEqual([])
})

it.each([
  ['en-US', 'so whoever used the phone before is shown', 'SameSite=None needs Secure', 'Close the web-app'],
  ['zh-HK', '因此會顯示上一位使用者的頁面', 'SameSite=None 須加上 Secure', '關閉網頁應用程式'],
] as const)(
  'in %s, a developer reads why an entrance or a cookie of the web-app is lost on a phone',
  async (lang, lost, dropped, closing) => {
    console.service.app.settings = { moreEnabled: true, entranceUrl: `${webApp.origin}/shop/` }
    await using opened = await openPhone(lang)
    const { page, phone, tapMore } = opened
    await tapMore()
    const notes = page.locator('.log')
    await notes.getByText(lost).waitFor()
    console.service.app.settings = { moreEnabled: true, entranceUrl: `${webApp.origin}/odd` }
    await phone.getByRole('button', { name: closing }).click()
    await tapMore()
    await notes.getByText(dropped).waitFor()
    expect(await axeFindings(page)).toEqual([])
    console.service.app.settings = { moreEnabled: true, entranceUrl: `${webApp.origin}/entrance` }
  },
)

it('a developer does not overwrite what another has set up since: the page says so and shows it', async () => {
  await using opened = await openPhone()
  const { page, inside, tapMore } = opened
  await tapMore()
  await inside.getByRole('heading', { name: 'Lunch orders' }).waitFor()
  const path = `/simulator/phones/${page.url().split('/').at(-1)}`
  const { stamp } = await (await console.call('GET', path)).json()
  await console.call('PUT', path, { ...SETUP, language: 'zh', stamp })
  await page.getByRole('radio', { name: 'Production' }).click()
  await message(page, 'This does not fit with what is there now.').waitFor()
  await expect.poll(() => page.getByRole('radio', { name: '中文' }).isChecked()).toBe(true)
  const { setup } = await (await console.call('GET', path)).json()
  expect(setup).toMatchObject({ environment: 'staging', language: 'zh' })
  await page.getByRole('radio', { name: 'Production' }).click()
  const environment = async () => (await (await console.call('GET', path)).json()).setup.environment
  await expect.poll(environment).toBe('production')
})

describe('the web-app cannot', () => {
  // Promise: web-app/simulator-apart
  it('leave its frame, read the console, or call its API', async () => {
    console.service.app.settings = { moreEnabled: true, entranceUrl: `${webApp.origin}/hostile` }
    await using opened = await openPhone()
    const { page, phone, inside, tapMore } = opened
    const { phones } = await (await console.call('GET', '/simulator')).json()
    await tapMore()
    const seen = JSON.parse((await inside.locator('#seen:not(:empty)').textContent()) ?? '{}')
    expect(seen).toEqual({
      'top document': 'SecurityError',
      'top storage': 'SecurityError',
      'top location': 'SecurityError',
      // A call whose answer cannot be read was still refused: below, everything is as before.
      calls: ['TypeError', 'TypeError', 'TypeError'],
    })
    expect(new URL(page.url()).pathname).toMatch(/^\/console\/simulator\/\d+$/)
    expect((await (await console.call('GET', '/simulator')).json()).phones).toHaveLength(phones.length)
    expect(await inside.locator('#seen').count()).toBe(1)
    expect(await phone.locator('.tools b, .tools img').count()).toBe(0)
    console.service.app.settings = { moreEnabled: true, entranceUrl: `${webApp.origin}/entrance` }
  })

  it('take the phone to another site by a link; by its own whole address it stays', async () => {
    await using opened = await openPhone()
    const { page, phone, inside, tapMore } = opened
    await tapMore()
    await inside.getByRole('link', { name: 'By its whole address' }).click()
    await inside.getByRole('heading', { name: /This week/ }).waitFor()
    await expect.poll(() => lastTo('/week?absolute')).toBeDefined()
    await tapMore()
    await inside.getByRole('link', { name: 'Pay' }).click()
    await phone.getByRole('alert').getByText('https://elsewhere.example/pay').waitFor()
    await inside.getByRole('textbox', { name: 'Dish' }).fill('kept')
    await phone.getByRole('button', { name: 'Back to the web-app' }).click()
    expect(await inside.getByRole('textbox', { name: 'Dish' }).inputValue()).toBe('kept')
    expect(page.frames().some(frame => frame.url().includes('elsewhere.example'))).toBe(false)
  })
})

it('another page on this machine cannot drive the phone, although its cookie would go along', async () => {
  await using opened = await openPhone()
  const { page, context, inside, tapMore } = opened
  await tapMore()
  await inside.getByRole('heading', { name: 'Lunch orders' }).waitFor()
  const proxy = new URL(page.frames().at(-1)?.url() ?? '').origin
  const before = webApp.requests.length
  const attacker = await context.newPage()
  await attacker.goto(other.origin)
  const answers = await attacker.evaluate(async origin => {
    const call = (path: string, init: RequestInit) =>
      fetch(origin + path, { credentials: 'include', ...init })
        .then(({ type }) => type)
        .catch(({ name }) => name)
    const frame = document.createElement('iframe')
    frame.src = `${origin}/week`
    document.body.append(frame)
    await new Promise(resolve => frame.addEventListener('load', resolve))
    return [
      await call('/week', { mode: 'no-cors' }),
      await call('/order', { method: 'POST', body: 'dish=x' }),
    ]
  }, proxy)
  expect(answers).toEqual(['opaque', 'TypeError'])
  expect(webApp.requests.length).toBe(before)
})

it('tells a developer whose web-app is not running what to do', async () => {
  console.service.app.settings = { moreEnabled: true, entranceUrl: 'http://127.0.0.1:9/' }
  await using opened = await openPhone()
  await opened.tapMore()
  await opened.inside.getByRole('heading', { name: 'Nothing answers at http://127.0.0.1:9/' }).waitFor()
  await opened.page.locator('.log').getByText('Nothing answers at').waitFor()
  console.service.app.settings = { moreEnabled: false, entranceUrl: 'http://127.0.0.1:9/' }
  await opened.visit('simulator')
  await opened.page.getByText('The More item is off').waitFor()
  await opened.phone.locator('.menu-button').click()
  await opened.phone.getByText('More is switched off.').waitFor()
  console.service.app.settings = { moreEnabled: true, entranceUrl: `${webApp.origin}/entrance` }
})

it('reinstalling the app forgets cookies and what scripts stored; in a tab of its own the first request alone has the headers', async () => {
  await using opened = await openPhone()
  const { page, inside, tapMore } = opened
  await tapMore()
  await inside.getByRole('link', { name: 'This week' }).click()
  await inside.getByRole('heading', { name: 'This week signed in' }).waitFor()
  const web = () => page.frames().at(-1)
  const stored = () => web()?.evaluate(() => [localStorage.getItem('kept'), document.cookie])
  await web()?.evaluate(() => localStorage.setItem('kept', 'yes'))
  expect(await stored()).toEqual(['yes', expect.stringContaining('csrf=c1')])
  await page.getByRole('button', { name: 'Reinstall the app' }).click()
  await page.getByRole('region', { name: 'Messages' }).getByText('The app is as new').waitFor()
  await tapMore()
  await inside.getByRole('heading', { name: 'Lunch orders' }).waitFor()
  expect(lastTo('/entrance')?.headers).not.toHaveProperty('cookie')
  expect(await stored()).toEqual([null, 'csrf=c1'])
  const [tab] = await Promise.all([
    opened.context.waitForEvent('page'),
    opened.phone.getByRole('link', { name: 'Open in a tab of its own' }).click(),
  ])
  await tab.getByRole('heading', { name: 'Lunch orders' }).waitFor()
  await tab.getByRole('link', { name: 'This week' }).click()
  await tab.getByRole('heading', { name: 'This week signed in' }).waitFor()
  await tab.goBack()
  await tab.reload()
  await tab.getByRole('heading', { name: 'Not from the app' }).waitFor()
})

// Promise: web-app/simulator-cookies
it('a phone that forgets cookies, in Chinese, loses a visit that is in a cookie alone at its second page, keeps one with the bearer, and says why', async () => {
  console.service.app.settings = { moreEnabled: true, entranceUrl: `${kit.origin}/` }
  await using opened = await openPhone('zh-HK')
  const { page, phone, inside, tapMore, complaints } = opened
  expect((await page.locator('nav.phones a[aria-current]').innerText()).trim()).toMatch(
    /^\d+\s+\p{sc=Han}+$/u,
  )
  const openOrders = async () => {
    await tapMore()
    await inside.getByText('By its bearer: Guardian').waitFor()
    await inside.getByRole('link', { name: 'Orders' }).click()
  }
  await openOrders()
  await inside.getByRole('heading', { name: 'Orders of a Guardian' }).waitFor()
  expect(await phone.getByRole('status').getByRole('link').count()).toBe(0)

  await page.getByRole('switch', { name: '不保留 cookie' }).press(' ')
  await openOrders()
  await inside.getByRole('heading', { name: 'No visit' }).waitFor()
  const said = phone.getByRole('status').filter({ hasText: '__Host-schoolbell-visit' })
  await said.getByText('手機沒有保留網頁應用程式的 cookie').waitFor()
  await page.locator('.log .badge.warn').first().waitFor()
  expect(complaints).toEqual([])
  expect(await axeFindings(page)).toEqual([])

  const [guide] = await Promise.all([opened.context.waitForEvent('page'), said.getByRole('link').click()])
  await expect.poll(() => guide.locator('body').innerText()).toContain('\n## Web views that lose cookies\n')
  complaints.length = 0
})

it('a real phone in the network opens the web-app, and stays signed in without TLS', async () => {
  const simulator = await console.service.simulator.open()
  const { phoneId } = await simulator.add(SETUP, { host: OWN_ADDRESS, entranceUrl: `${kit.origin}/` })
  const link = simulator.directLink(phoneId) ?? ''
  expect(new URL(link).hostname).toBe(OWN_ADDRESS)
  await using opened = await console.page()
  const { page } = opened
  await page.goto(link)
  await page.getByRole('link', { name: 'Orders' }).click()
  await page.getByRole('heading', { name: 'Orders of a Guardian' }).waitFor()
  // The one that admits it, and no other.
  const cookies = await opened.context.cookies(link)
  expect(cookies.map(({ name }) => name)).toEqual([expect.stringMatching(/^schoolbell-phone-\d+$/)])
  await opened.context.clearCookies()
  await page.goto(new URL('/orders', link).href)
  await page.getByRole('heading', { name: 'This page belongs to a simulated phone' }).waitFor()
  opened.complaints.length = 0
})
