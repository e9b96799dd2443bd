/** A page that keeps a list of everything a careful visitor's browser would complain of. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

export interface WatchedPage extends AsyncDisposable {
  page: Page
  /** Errors in the console, uncaught exceptions, policy violations, requests that failed: one line each. */
  complaints: string[]
}

export async function openWatched(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ locale: 'en-US', ...options })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', message => {
    if (['error', 'warning'].includes(message.type())) complaints.push(`console: ${message.text()}`)
  })
  page.on('pageerror', error => complaints.push(`exception: ${error.message}`))
  page.on('requestfailed', request => {
    // A picture still on its way when the visitor goes on is no failure.
    const reason = request.failure()?.errorText
    if (reason !== 'net::ERR_ABORTED') complaints.push(`failed: ${request.url()} ${reason}`)
  })
  page.on('response', response => {
    if (response.status() >= 400) complaints.push(`HTTP ${response.status()}: ${response.url()}`)
  })
  await page.exposeFunction('complainOfViolation', (text: string) => complaints.push(`policy: ${text}`))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', event => {
      const complain: (text: string) => void = Reflect.get(window, 'complainOfViolation')
      complain(`${event.effectiveDirective} ${event.blockedURI} ${event.sample}`)
    })
  })
  return { page, complaints, [Symbol.asyncDispose]: () => context.close() }
}

/** In ASCII, which a browser takes in faster. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8').replace(
  /[^\0-\x7f]/g,
  character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
)

interface AxeResults {
  violations: { id: string; nodes: { html: string; failureSummary: string }[] }[]
}

/** Longer than any page takes to be whole. */
const PATIENCE_MS = 30_000

/**
 * What axe finds against WCAG 2.2 AA and its best practices: one line for each rule and place.
 *
 * What only a page has that is not whole yet is none. Wait for what the page is about before: this begins with what there is.
 *
 * @param only these rules, for a page whose elements are made by others
 */
export async function axeFindings(page: Page, only?: readonly string[]): Promise<string[]> {
  const begun = performance.now()
  for (;;) {
    const findings = await findingsNow(page, only)
    if (findings.length === 0 || performance.now() - begun > PATIENCE_MS) return findings
  }
}

async function findingsNow(page: Page, only?: readonly string[]): Promise<string[]> {
  // A page that a press led to may only have begun to come.
  await page.waitForLoadState()
  // Its headline comes with its content.
  await page.locator('h1').first().waitFor({ state: 'attached' })
  // What follows from sizes, as that a long text can be reached by keyboard, comes with the next frame.
  await page.evaluate(() => new Promise(drawn => new ResizeObserver(drawn).observe(document.body)))
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const { violations } = await page.evaluate(async runOnly => {
    const axe: { run(root: Document, options: object): Promise<AxeResults> } = Reflect.get(window, 'axe')
    // Every rule on every element of the page, frames themselves included but not what is in them: it cannot be asked from
    // outside. What is in order need not be described.
    const all = { resultTypes: ['violations'], selectors: false, iframes: false }
    return await axe.run(document, runOnly ? { ...all, runOnly } : all)
  }, only)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(node => `${id}: ${node.html} ${node.failureSummary}`),
  )
}
