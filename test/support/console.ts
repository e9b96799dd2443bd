/**
 * The console in a real browser: one service and one browser for a test file, and pages that are signed in.
 *
 * CONSOLE_DIR names a build other than dist/console.
 */
import { pino } from 'pino'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import {
  createService,
  type Service,
  type ServiceAddresses,
  type ServiceOptions,
} from '../../console/index.ts'
import type { Language } from '../../shared/contract/site.ts'
import { closePages, sharedBrowser } from './browser.ts'
import { openWatched } from './watched-page.ts'

export interface Console extends AsyncDisposable {
  service: Service
  addresses: ServiceAddresses
  /** What a signed-in browser sends, for calls without one. */
  readonly session: SignedIn
  /** A call of the console's API as its own page makes it. */
  call(method: string, path: string, body?: unknown): Promise<Response>
  /** A signed-in page of a browser context of its own, on `path` below /console/. */
  page(path?: string, options?: PageOptions): Promise<ConsolePage>
  /** After a test has signed everybody out. */
  signInAgain(): Promise<void>
  close(): Promise<void>
}

/** The headers by which a browser's page is known, both of them. */
export interface SignedIn extends Record<string, string> {
  cookie: string
  'x-console-key': string
}

export const NOBODY = {}

export interface PageOptions {
  lang?: Language
  /** Default 1280; the height is 900, or 844 on a phone. */
  width?: number
  scheme?: 'light' | 'dark'
  /** Opens the page without being signed in. */
  signedOut?: boolean
}

export interface ConsolePage extends AsyncDisposable {
  page: Page
  complaints: string[]
  context: BrowserContext
  /** Goes to a path below /console/ by its address. */
  visit(path: string): Promise<void>
}

export async function startConsole(options: ServiceOptions = {}): Promise<Console> {
  const service = await createService({
    port: 0,
    logger: pino({ level: 'silent' }),
    ...consoleBuild(),
    ...options,
  })
  const [addresses, browser] = await Promise.all([service.listen(), sharedBrowser()])
  let session = await signIn(service, addresses.base)
  const close = async () => {
    await closePages(browser)
    await service.close()
  }
  return {
    service,
    addresses,
    get session() {
      return session
    },
    async signInAgain() {
      session = await signIn(service, addresses.base)
    },
    call: (method, path, body) => callConsole(addresses.base, session, method, path, body),
    async page(path = '', { lang = 'en-US', width = 1280, scheme = 'light', signedOut = false } = {}) {
      const watched = await openWatched(browser, {
        locale: lang,
        colorScheme: scheme,
        reducedMotion: 'reduce',
        viewport: { width, height: width < 800 ? 844 : 900 },
      })
      const { page, complaints } = watched
      const context = page.context()
      if (!signedOut) await keepSignedIn(context, addresses.base, session)
      const visit = async (path: string) => {
        await page.goto(`${addresses.base}/console/${path}`)
      }
      await visit(path)
      return {
        page,
        complaints,
        context,
        visit,
        [Symbol.asyncDispose]: () => watched[Symbol.asyncDispose](),
      }
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** What the console says it has done. It stays for ten seconds, and while somebody points at it. */
export const message = (page: Page, said: string): Locator =>
  page.locator('console-toasts .toast').filter({ hasText: said }).last()

/** Takes back what a message says. */
export const undo = (page: Page, said: string): Promise<void> =>
  message(page, said)
    .getByRole('button', { name: /^(Undo|復原)$/ })
    .click()

/** Where the built console is, when not in its own place. */
export function consoleBuild(): { consoleDir?: string } {
  const consoleDir = process.env.CONSOLE_DIR
  return consoleDir ? { consoleDir } : {}
}

async function keepSignedIn(context: BrowserContext, base: string, session: SignedIn): Promise<void> {
  const [name = '', value = ''] = session.cookie.split('=')
  await context.addCookies([
    { name, value, domain: '127.0.0.1', path: '/console', httpOnly: true, sameSite: 'Strict' },
  ])
  await context.addInitScript(
    ([origin, key]) => {
      // Once: whoever signs out or in again in the page goes on with that. Frames without an origin keep nothing.
      if (self.origin !== origin || localStorage.getItem('signed in by the test') !== null) return
      localStorage.setItem('signed in by the test', 'yes')
      localStorage.setItem('schoolbell-console:session-key', key ?? '')
    },
    [base, session['x-console-key']],
  )
}

/** Signs in by a link, as a browser does. */
export async function signIn(service: Service, base: string): Promise<SignedIn> {
  const token = new URL(service.console.signInLink()).hash.replace('#sign-in=', '')
  const answer = await callConsole(base, NOBODY, 'POST', '/sign-in', { token })
  const cookie = answer.headers.get('set-cookie')?.split(';')[0]
  if (!cookie) throw new Error(`signing in was refused: ${answer.status} ${await answer.text()}`)
  return { cookie, 'x-console-key': (await answer.json()).key }
}

/** A call of the console's API as its own page makes it. */
export function callConsole(
  base: string,
  session: SignedIn | typeof NOBODY,
  method: string,
  path: string,
  body?: unknown,
): Promise<Response> {
  return fetch(`${base}/console/api${path}`, {
    method,
    headers: {
      origin: base,
      ...session,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}
