/** The sanitiser as the build leaves it against the same with the whole of its library. */
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { slimVendors } from '../../scripts/slim-vendors.ts'
import { launchBrowser } from '../support/browser.ts'
import { BENIGN_BODIES } from '../support/corpus/benign.ts'
import { HOSTILE_BODIES } from '../support/corpus/hostile/index.ts'

const ENTRY = join(import.meta.dirname, '..', '..', 'widget', 'sanitise.ts')

let browser: Browser
let page: Page

beforeAll(async () => {
  browser = await launchBrowser()
  page = await browser.newPage()
  // A picture's address may be asked for when it is shown, and here nothing is shown.
  await page.route('**', route => route.abort())
  await page.setContent('<!doctype html>')
  await page.addScriptTag({ content: await bundle('whole') })
  await page.addScriptTag({ content: await bundle('slim') })
})
afterAll(() => browser?.close())

async function bundle(name: 'whole' | 'slim'): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    plugins: name === 'slim' ? [slimVendors()] : [],
    build: { write: false, lib: { entry: ENTRY, formats: ['iife'], name, fileName: name } },
  })
  const [chunk] = Array.isArray(built) ? built.flatMap(({ output }) => output) : []
  if (chunk?.type !== 'chunk') throw new Error(`${ENTRY} did not become one file`)
  return chunk.code
}

type Sanitiser = { bodyOf(html: string): Node }

it.each(Object.entries({ ...HOSTILE_BODIES, 'what editors write': Object.values(BENIGN_BODIES) }))(
  '%s become the same',
  async (_, bodies) => {
    const different = await page.evaluate(
      bodies => {
        const { whole, slim } = window as unknown as Record<'whole' | 'slim', Sanitiser>
        const markup = ({ bodyOf }: Sanitiser, html: string) => {
          const around = document.implementation.createHTMLDocument().createElement('div')
          around.append(bodyOf(html))
          // White space before all shows nowhere.
          return around.innerHTML.trimStart()
        }
        return bodies.filter(html => markup(whole, html) !== markup(slim, html))
      },
      [...bodies],
    )
    expect(different).toEqual([])
  },
)
