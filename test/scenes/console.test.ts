/** The school's console: signing in, a message from the editor to the website, a register, and the app simulator. */
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Demo, startDemo } from '../../demo/demo.ts'
import { TEXTS } from '../../demo/trip/strings.ts'
import { createContentClient } from '../../shared/client/index.ts'
import { WIDGET_DIR } from '../../shared/widget-dir.ts'
import { expectSound } from '../support/visitor/page-faults.ts'
import { DESKTOP, openVisitor, PHONE, type Visitor } from '../support/visitor/visitor.ts'

let demo: Demo
let visitor: Visitor
beforeAll(async () => {
  ;[demo, visitor] = await Promise.all([
    startDemo({ portBase: 0, widgetDir: WIDGET_DIR, logger: pino({ level: 'silent' }) }),
    openVisitor({ reducedMotion: true }),
  ])
  await visitor.resize(DESKTOP)
  await visitor.open(demo.service.console.signInLink())
  await visitor.sees('h1', 'Overview')
})
afterAll(async () => {
  await visitor?.close()
  await demo?.close()
})

const go = (path: string) => visitor.open(demo.service.console.url + path)
const focus = (selector: string) =>
  visitor.until((look, selector) => {
    look.find(selector)?.focus()
    return look.focused()?.matches(selector)
  }, selector)

it('a sign-in link signs in, once, and keeps the visitor signed in after a reload', async () => {
  const link = demo.service.console.signInLink()
  await visitor.open(link)
  await visitor.sees('h1', 'Overview')
  expect(await visitor.run(() => location.hash)).toBe('')
  await visitor.reload()
  await visitor.sees('h1', 'Overview')
  await expectSound(visitor)
})

it.each([
  '',
  'popups',
  'news',
  'media',
  'structures',
  'attendance',
  'people',
  'access-keys',
  'app-settings',
  'simulator',
  'data',
  'laboratory',
  'requests',
])('the page /%s stands, on a desktop and on a phone', async path => {
  await visitor.resize(DESKTOP)
  await go(path)
  await visitor.sees('h1')
  for (const size of [DESKTOP, PHONE]) {
    await visitor.resize(size)
    await visitor.until(look => !look.find('[aria-busy="true"]'))
    await expectSound(visitor)
  }
})

it('a message is written, formatted, given a date and an icon, saved, and is on the website', async () => {
  await visitor.resize(DESKTOP)
  const title = `Written in ${visitor.engine}`
  await go('popups/new')
  await focus('#title-en-US')
  await visitor.type(title)
  await focus('[contenteditable][lang="en-US"]')
  await visitor.type('Bring water and a ')
  await visitor.tap('button[data-tool=bold]')
  await visitor.until(look => look.find('button[data-tool=bold][aria-pressed=true]'))
  await focus('[contenteditable][lang="en-US"]')
  await visitor.type('hat')
  await visitor.press('Enter')
  await visitor.type('Second line')
  expect(await visitor.run(look => look.find('[contenteditable][lang="en-US"]')?.innerHTML)).toMatch(
    /^<p>Bring water and a <strong>hat<\/strong><\/p><p>(<strong>)?Second line/,
  )
  await expectSound(visitor)
  await visitor.tap('label', 'Black rain')
  const date = await visitor.run(look => {
    const input = look.find('#date') as HTMLInputElement
    return [input.type, input.value, input.validity.valid]
  })
  expect(date).toEqual(['datetime-local', expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?/), true])
  await visitor.tap('label.switch')
  await visitor.tap('wa-button', 'Save')
  await visitor.waitsUntilGone('.state, wa-badge, span', 'Not saved yet')
  await go('popups')
  await visitor.sees('td', title)
  const { messages } = await createContentClient({ serviceUrl: demo.addresses.serviceUrl }).popups({
    siteId: 'academy',
    lang: 'en-US',
  })
  expect(messages.find(({ msgTitle }) => msgTitle === title)).toMatchObject({
    iconId: '2',
    msgBody: expect.stringMatching(/Bring water and a <strong>hat<\/strong>/),
  })
})

it('a register is marked by tap and by keyboard, and each mark is kept', async () => {
  await go('attendance')
  await visitor.tap('button.status[data-at="0 0"]')
  await visitor.until(look => look.find('button.status[data-at="0 0"][aria-pressed=true]'))
  await visitor.run(look => look.find('button.status[data-at="0 0"]')?.focus())
  await visitor.press('ArrowDown')
  await visitor.until(look => look.focused()?.dataset.at === '1 0')
  await visitor.press('Space')
  await visitor.until(look => look.find('button.status[data-at="1 0"][aria-pressed=true]'))
  await expectSound(visitor)
  await visitor.reload()
  for (const at of ['0 0', '1 0'])
    await visitor.until((look, at) => look.find(`button.status[data-at="${at}"][aria-pressed=true]`), at)
})

it('the simulator opens the web-app in its phone, and puts it away', async () => {
  await go('simulator')
  await visitor.tap('.menu-button')
  await visitor.tap('button.more')
  await visitor.sees('.tools *', TEXTS.app['en-US'])
  const frame = await visitor.until(look => {
    const box = look.find('iframe')?.getBoundingClientRect()
    return box && box.height > 300 ? { width: box.width } : undefined
  })
  expect(frame.width).toBeGreaterThan(300)
  await visitor.sees('ol > li', '/')
  await expectSound(visitor)
})
