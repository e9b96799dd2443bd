/** The ready tags in a real browser: a school's page, and an agent of another origin that serves the widget's files. */
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { IntegrityManifest } from '../../scripts/widget/integrity.ts'
import { WIDGET_DIR } from '../../shared/widget-dir.ts'
import type { SyncAgent } from '../../sync-agent/index.ts'
import { checkedScriptTag, importMap, scriptTag } from '../../widget/tags.ts'
import { closePages, sharedBrowser } from '../support/browser.ts'
import { scratch } from '../support/scratch.ts'
import { startUpstream, type Upstream } from '../support/scripted-upstream.ts'
import { type Served, serve } from '../support/serve.ts'
import { takeNewFeatures } from '../support/visitor/oldest.ts'
import { agentBefore, news, RELAYING } from '../sync-agent/support.ts'

// One build for all that follows, whoever builds meanwhile.
const files = scratch()
const BUILT = files.path('built')
cpSync(WIDGET_DIR, BUILT, { recursive: true })
const { scripts }: IntegrityManifest = JSON.parse(readFileSync(join(BUILT, 'integrity.json'), 'utf8'))
const MESSAGE = {
  ...{ msgTitle: 'Typhoon signal', msgBody: '<p>Stay home.</p>' },
  ...{ displayDate: '20260901073000', iconId: '4' },
}

let browser: Browser
let upstream: Upstream
let site: Served
const asked: string[] = []
/** What the next page is: its tags, and the headers it comes with. */
let next: { tags: string; headers: Record<string, string> }
const agents: SyncAgent[] = []

beforeAll(async () => {
  browser = await sharedBrowser()
  upstream = await startUpstream(news())
  site = await serve((request, reply) => {
    if (request.url?.startsWith('/cms/api/v1/popupmsg/check')) {
      asked.push(request.url)
      const envelope = { txID: 't1', code: 'D00000', message: 'successful return', content: [MESSAGE] }
      return reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(envelope))
    }
    if (request.url === '/recorder.js')
      return reply.writeHead(200, { 'content-type': 'text/javascript' }).end(RECORDER)
    if (request.url !== '/') return reply.writeHead(404).end()
    reply.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...next.headers }).end(
      `<!doctype html><html lang="en"><head><title>Harbour Lantern School</title>${next.tags}
<script src="/recorder.js" integrity="${RECORDER_INTEGRITY}"></script></head><body><h1>Harbour Lantern School</h1></body></html>`,
    )
  })
})
afterAll(async () => {
  await closePages(browser)
  for (const agent of agents) await agent.close()
  await upstream.close()
  await site[Symbol.asyncDispose]()
  files[Symbol.dispose]()
})

/** What a page hears, from its beginning. */
const RECORDER = `window.heard = []
addEventListener('securitypolicyviolation', event => heard.push(event.effectiveDirective), true)`
const RECORDER_INTEGRITY = `sha384-${Buffer.from(
  await crypto.subtle.digest('SHA-384', Buffer.from(RECORDER)),
).toString('base64')}`

/** The address of an agent's `/widget`; files that are changed are changed in all their forms. */
async function agentWith(changes: Record<string, (code: string) => string> = {}): Promise<string> {
  const folder = files.path(`widget-${agents.length}`)
  cpSync(BUILT, folder, { recursive: true })
  for (const [file, change] of Object.entries(changes)) {
    writeFileSync(join(folder, file), change(readFileSync(join(folder, file), 'utf8')))
    for (const compressed of globSync(`${file}.{br,gz}`, { cwd: folder })) rmSync(join(folder, compressed))
  }
  const agent = await agentBefore(upstream, files.path(`${agents.length}.sqlite`), {
    widgetDir: folder,
    ...RELAYING,
  })
  agents.push(agent)
  return `${await agent.listen()}/widget`
}

const options = () => ({ service: `${site.origin}/cms`, siteId: 'academy' })
const checkedTags = (widget: string) =>
  importMap(widget, scripts).tag + checkedScriptTag(widget, scripts.loader, options())

/** As strict as the landing page's: nothing inline but the map, nothing from anywhere but the agent. */
function strictPolicy(widget: string): string {
  const agent = new URL(widget).origin
  return [
    "default-src 'none'",
    `script-src 'self' ${agent} ${importMap(widget, scripts).cspSource}`,
    "connect-src 'self'",
    `img-src ${agent}`,
    "require-trusted-types-for 'script'",
    'trusted-types lit-html dompurify',
  ].join('; ')
}

async function visit(tags: string, headers: Record<string, string> = {}, before = () => {}) {
  next = { tags, headers }
  asked.length = 0
  const page = await browser.newPage()
  onTestFinished(() => page.close())
  await page.addInitScript(before)
  const faults: string[] = []
  const said: string[] = []
  page.on('pageerror', error => faults.push(error.message))
  page.on('console', message => said.push(message.text()))
  await page.goto(site.origin)
  return { page, faults, said }
}

const heard = (page: Page) => page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard)
const ranTampered = (page: Page) => page.evaluate(() => 'tampered' in globalThis)
const dialogTitle = (page: Page) => page.getByRole('dialog').getByRole('heading', { name: MESSAGE.msgTitle })

/** The browser says on the console whose bytes it refuses. */
const refusal = ({ said }: { said: string[] }, file: string) =>
  expect.poll(() => said.find(text => text.includes(file))).toContain('integrity')

async function expectUntouched({ page, faults }: Pick<Awaited<ReturnType<typeof visit>>, 'page' | 'faults'>) {
  expect(await page.getByRole('heading').allTextContents()).toEqual(['Harbour Lantern School'])
  expect(await page.locator('school-popup').count()).toBe(0)
  expect(await page.evaluate(() => document.documentElement.style.overflow)).toBe('')
  expect(await ranTampered(page)).toBe(false)
  expect(faults).toEqual([])
}

describe('the checked tag with its import map', () => {
  it('shows the message under a strict policy that names the agent and the map, without a violation', async () => {
    const widget = await agentWith()
    const { page, faults } = await visit(checkedTags(widget), {
      'content-security-policy': strictPolicy(widget),
    })
    await dialogTitle(page).waitFor()
    const icon = page.locator('school-popup [part=icon]')
    const isDrawn = (image: HTMLImageElement) => image.decode().then(() => image.naturalWidth > 0)
    expect(await icon.evaluate(isDrawn)).toBe(true)
    expect(await heard(page)).toEqual([])
    expect(faults).toEqual([])
  })

  it('is enough for a page that demands integrity of every script; the stable tag is not', async () => {
    const widget = await agentWith()
    const demand = { 'integrity-policy': 'blocked-destinations=(script)' }
    const { page } = await visit(checkedTags(widget), demand)
    await dialogTitle(page).waitFor()
    const refused = await visit(scriptTag(widget, scripts.loader, options()), demand)
    await refused.page.waitForLoadState('load')
    expect(asked).toEqual([])
    await expectUntouched(refused)
  })

  // Promise: website/integrity
  it('a loader with other bytes never runs, and the page stays as it was', async () => {
    const widget = await agentWith({ [scripts.loader.hashedFile]: code => `tampered = 1;${code}` })
    const visited = await visit(checkedTags(widget))
    await refusal(visited, scripts.loader.hashedFile)
    expect(asked).toEqual([])
    await expectUntouched(visited)
  })

  // Promise: website/integrity
  it.each(['dialog', 'shared'] as const)(
    'other bytes of the file %s never run, and the page stays as it was',
    async name => {
      const { hashedFile } = scripts[name]
      const widget = await agentWith({ [hashedFile]: code => `globalThis.tampered = 1;${code}` })
      const visited = await visit(checkedTags(widget))
      await refusal(visited, hashedFile)
      await expectUntouched(visited)
    },
  )

  it('other bytes of DOMPurify never run, and the message is shown as text', async () => {
    const { hashedFile } = scripts.purify
    const widget = await agentWith({ [hashedFile]: code => `globalThis.tampered = 1;${code}` })
    const visited = await visit(checkedTags(widget), {}, takeNewFeatures)
    await refusal(visited, hashedFile)
    await dialogTitle(visited.page).waitFor()
    expect(await visited.page.getByRole('dialog').getByText('Stay home.').isVisible()).toBe(true)
    expect(await ranTampered(visited.page)).toBe(false)
  })

  it('it is the map that refuses the dialog: without it the other bytes would run', async () => {
    const widget = await agentWith({
      [scripts.dialog.hashedFile]: code => `globalThis.tampered = 1;${code}`,
    })
    const { page } = await visit(checkedScriptTag(widget, scripts.loader, options()))
    await dialogTitle(page).waitFor()
    expect(await ranTampered(page)).toBe(true)
  })
})

// Promise: website/update
it('the stable tag shows the message with a loader from before an update, whose files are gone', async () => {
  const older = (code: string) => code.replace(/-[0-9a-f]{6}\.js/g, '-000000.js')
  const widget = await agentWith({ 'popup.js': older })
  const { page, faults } = await visit(scriptTag(widget, scripts.loader, options()))
  await dialogTitle(page).waitFor()
  expect(faults).toEqual([])
})
