/** How a popup looks and what its page's policy reports: icons, Chinese, dark, forced colours, motion. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { ICON_IDS, isSevere } from '../../shared/contract/icon.ts'
import { dialogFaults } from '../support/visitor/dialog-faults.ts'
import type { Preferences } from '../support/visitor/driver.ts'
import { DESKTOP, openVisitor, PHONE, type Visitor } from '../support/visitor/visitor.ts'
import { type PageOptions, serveWidgetPage, type WidgetPage } from '../support/widget-page.ts'
import { message } from '../support/widget-visit.ts'

let site: WidgetPage
beforeAll(async () => {
  site = await serveWidgetPage()
  site.scripts['/axe.js'] = readFileSync(
    createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
    'utf8',
  )
})
afterAll(async () => {
  for (const opened of await Promise.allSettled(visitors.values()))
    if (opened.status === 'fulfilled') await opened.value.close()
  await site?.close()
})

/** One for each set-up of a device. */
const visitors = new Map<string, Promise<Visitor>>()

async function show(visitor: Visitor, messages: unknown[], options: PageOptions = {}): Promise<void> {
  site.answer = { 'en-US': messages, 'zh-HK': messages }
  await visitor.open(site.page(options))
  await visitor.sees('[part=title]')
}

async function visitorWith(preferences: Preferences): Promise<Visitor> {
  const key = JSON.stringify(preferences)
  const opened = visitors.get(key) ?? openVisitor(preferences)
  visitors.set(key, opened)
  const visitor = await opened
  await visitor.resize(PHONE)
  return visitor
}

const rich =
  () => `<h2>Buses</h2><p style="color:red">Late: <a href="https://school.example/">see here</a></p>
<p><img src="${site.picture}" alt="The pier" width="300" height="200"></p>
<table><tr><th>Route</th></tr><tr><td>Harbour</td></tr></table>`
/** Scrolls down, and in it a table to the side. */
const LONG = `<table><tr>${'<th scope="col">Programme</th>'.repeat(14)}</tr></table>${'<p>Stay at home.</p>'.repeat(60)}`

describe('under a strict policy', () => {
  let visitor: Visitor
  beforeAll(async () => {
    visitor = await visitorWith({ reducedMotion: true })
  })
  const reports = () => visitor.run(() => Reflect.get(window, 'violations') as string[])

  // Promise: website/policy
  it('a message with styles, pictures, links and tables is shown as it is meant, and nothing is reported', async () => {
    await show(visitor, [message('Rich', { msgBody: rich(), iconId: '3', needConfirm: 'confirm' })])
    const { faults } = await visitor.run(dialogFaults)
    expect(faults).toEqual([])
    await visitor.until(look => (look.find('[part=body] img') as HTMLImageElement).naturalWidth)
    const found = await visitor.run(look => ({
      late: getComputedStyle(look.find('[part=body] p') as Element).color,
      link: (look.find('[part=body] a') as HTMLAnchorElement).href,
      table: look.all('[part=body] th').length,
      picture: (look.find('[part=body] img') as HTMLImageElement).alt,
    }))
    // Red, made a little darker where it is hard to read.
    expect(found.late).toMatch(/^rgb\(2\d\d, 0, 0\)$/)
    expect(found).toMatchObject({ link: 'https://school.example/', table: 1, picture: 'The pier' })
    expect(await reports()).toEqual([])
  })

  it('a frame or film is a link where it stood, and a body out of XML is read', async () => {
    const frames = `<p>The storm:</p><iframe title="Film &amp; map" src="//film.example/a?b=1&amp;on=2"></iframe>
<video controls><source src="https://film.example/b.mp4">No films.</video><iframe src="/map"></iframe>
<!-- <iframe src="https://film.example/c"></iframe> --><noscript><iframe src="https://film.example/d"></iframe></noscript><p>The end.</p>`
    await show(visitor, [message('Films', { msgBody: `<![CDATA[${frames}]]>` })])
    const words = (await visitor.sees('[part=body]')).replace(/\s/g, '')
    expect(words).toBe('Thestorm:Film&maphttps://film.example/b.mp4Theend.')
    expect(
      await visitor.run(look => (look.all('[part=body] a') as HTMLAnchorElement[]).map(({ href }) => href)),
    ).toEqual(['https://film.example/a?b=1&on=2', 'https://film.example/b.mp4'])
    expect(await reports()).toEqual([])
  })

  // Promise: popups/icons, silent/unknown-icon
  it('each icon of the table is drawn, and an unknown number has no icon', async () => {
    await show(
      visitor,
      [...ICON_IDS, '1'].map(iconId => message(`Icon ${iconId}.`, { iconId })),
    )
    // As visitors see them: signals first.
    for (const iconId of [...ICON_IDS.filter(isSevere), ...ICON_IDS.filter(iconId => !isSevere(iconId))]) {
      await visitor.sees('[part=title]', `Icon ${iconId}.`)
      const drawn = await visitor.until(async look => {
        const icon = look.find('[part=icon]') as HTMLImageElement
        await icon.decode()
        return {
          words: icon.alt,
          natural: icon.naturalWidth,
          width: icon.offsetWidth,
          height: icon.offsetHeight,
        }
      })
      expect(drawn).toMatchObject({ width: 56, height: 56 })
      expect(drawn.natural).toBeGreaterThan(0)
      expect(drawn.words).not.toBe('')
      await visitor.press('Escape')
    }
    await visitor.sees('[part=title]', 'Icon 1.')
    expect(await visitor.run(look => look.all('[part=icon]').length)).toBe(0)
    expect(await reports()).toEqual([])
  })

  // Promise: popups/display-date
  it('dates and words are those of the page’s language', async () => {
    const typhoon = [message('八號信號', { iconId: '4', needConfirm: 'confirm' })]
    await show(visitor, typhoon, { lang: 'zh-HK' })
    expect(await visitor.sees('[part=date]')).toMatch(/^2026年9月1日\s*上午8:05$/)
    expect(await visitor.sees('[part=button]')).toBe('確認')
    await show(visitor, typhoon, { lang: 'en' })
    expect(await visitor.sees('[part=date]')).toMatch(/^1 September 2026 at 8:05\sam$/)
    expect(await visitor.sees('[part=button]')).toBe('Confirm')
  })
})

describe.each([
  ['light', {}, PHONE],
  ['dark', { dark: true }, PHONE],
  ['dark', { dark: true }, DESKTOP],
] as const)('%s, %o, in %o', (_, preferences, size) => {
  // Promise: website/accessible
  it('has the colours of its scheme, and the accessibility checker finds no fault', async () => {
    const visitor = await visitorWith({ reducedMotion: true, ...preferences })
    await visitor.resize(size)
    const options = { policy: '', head: '<script src="/axe.js"></script>' }
    await show(
      visitor,
      [message('Typhoon', { msgBody: rich() + LONG, iconId: '4', needConfirm: 'confirm' })],
      options,
    )
    const background = await visitor.run(
      look => getComputedStyle(look.find('dialog') as Element).backgroundColor,
    )
    expect(background).toBe('dark' in preferences ? 'rgb(26, 29, 36)' : 'rgb(255, 255, 255)')
    // Of its scroll bars.
    const scheme = await visitor.run(
      look => getComputedStyle(look.find('[part=body]') as Element).colorScheme,
    )
    expect(scheme).toBe('dark' in preferences ? 'dark' : 'normal')
    expect((await visitor.run(dialogFaults)).faults).toEqual([])
    // Known with the next frame.
    await visitor.until(look => look.find('[part=body][tabindex]'))
    const found = await visitor.run(async () => {
      const axe: typeof import('axe-core') = Reflect.get(window, 'axe')
      const { violations } = await axe.run(document, { resultTypes: ['violations'] })
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
    })
    expect(found).toEqual([])
    if (process.env.PICTURES) {
      const name = `popup-${'dark' in preferences ? 'dark' : 'light'}-${size.width}-${visitor.engine}.png`
      await visitor.picture(join(process.env.PICTURES, name))
    }
  })
})

it.each([true, false])('moves only where the reader allows motion: reduced %s', async reducedMotion => {
  const visitor = await visitorWith({ reducedMotion })
  await show(visitor, [message('Motion')])
  const name = await visitor.run(look => getComputedStyle(look.find('dialog') as Element).animationName)
  expect(name).toBe(reducedMotion ? 'none' : 'rise')
  // It ends where it can be read.
  await visitor.until(look => getComputedStyle(look.find('dialog') as Element).opacity === '1')
  expect((await visitor.run(dialogFaults)).faults).toEqual([])
})

// Safari, and so WebKit, has no such mode.
if (inject('engine') !== 'WebKit') it('in forced colours dialog and button keep an edge', inForcedColours)

async function inForcedColours() {
  const visitor = await visitorWith({ reducedMotion: true, forcedColours: true })
  await show(visitor, [message('Storm', { iconId: '9', needConfirm: 'confirm', msgBody: rich() })])
  expect(await visitor.run(() => matchMedia('(forced-colors: active)').matches)).toBe(true)
  await visitor.sees('[part=label]', 'Severe weather')
  const edges = await visitor.run(look =>
    ['dialog', '[part=button]'].map(selector => {
      const { borderTopStyle, borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(
        look.find(selector) as Element,
      )
      return [borderTopStyle, borderTopWidth, borderTopColor !== backgroundColor]
    }),
  )
  expect(edges).toEqual([
    ['solid', '8px', true],
    ['solid', '1px', true],
  ])
  expect((await visitor.run(dialogFaults)).faults).toEqual([])
}
