/** The popup in Safari 16.0 to 16.3, where scripts cannot make style sheets and Lit takes style elements. */
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { dialogFaults } from '../support/visitor/dialog-faults.ts'
import { openVisitor, PHONE, type Visitor } from '../support/visitor/visitor.ts'
import { STRICT_POLICY, serveWidgetPage, type WidgetPage } from '../support/widget-page.ts'
import { message } from '../support/widget-visit.ts'

let site: WidgetPage
let visitor: Visitor
beforeAll(async () => {
  ;[site, visitor] = await Promise.all([serveWidgetPage(), openVisitor({ reducedMotion: true })])
  await visitor.resize(PHONE)
  site.scripts['/without-sheets.js'] = `(${takeSheets})()`
})
beforeEach(() => {
  const text = { msgBody: '<p>Stay at home.</p>', iconId: '4', needConfirm: 'confirm' }
  site.answer = { 'en-US': [message('Typhoon', text), message('Sports day')] }
})
afterAll(async () => {
  await visitor?.close()
  await site?.close()
})

/** Runs in the page: uses nothing from outside. */
function takeSheets(): void {
  for (const prototype of [Document.prototype, ShadowRoot.prototype])
    Reflect.deleteProperty(prototype, 'adoptedStyleSheets')
  for (const name of ['replace', 'replaceSync']) Reflect.deleteProperty(CSSStyleSheet.prototype, name)
  const construct = () => {
    throw new TypeError('Illegal constructor')
  }
  Object.assign(window, { CSSStyleSheet: new Proxy(CSSStyleSheet, { construct }) })
}

const visit = (policy: string) =>
  visitor.open(site.page({ policy, head: '<script src="/without-sheets.js"></script>' }))

it('looks as in any other where the page allows style elements', async () => {
  await visit(STRICT_POLICY.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'"))
  await visitor.sees('[part=title]', 'Typhoon')
  expect(await visitor.run(() => 'adoptedStyleSheets' in document)).toBe(false)
  expect((await visitor.run(dialogFaults)).faults).toEqual([])
  await visitor.tap('[part=button]', 'Confirm')
  await visitor.sees('[part=title]', 'Sports day')
})

it('is plain where the page does not, and can still be read, confirmed and closed', async () => {
  const other = await serveWidgetPage()
  onTestFinished(() => other.close())
  Object.assign(other, { answer: site.answer, scripts: site.scripts })
  await visitor.open(other.page({ head: '<script src="/without-sheets.js"></script>' }))
  await visitor.sees('[part=title]', 'Typhoon')
  await visitor.sees('[part=body]', 'Stay at home.')
  const isStyled = await visitor.run(
    look => getComputedStyle(look.find('[part=header]') as Element).display === 'flex',
  )
  expect(isStyled).toBe(false)
  const { faults } = await visitor.run(dialogFaults)
  // Its buttons are as small as the browser makes them.
  expect(faults.filter(fault => !fault.startsWith('out of reach'))).toEqual([])
  await visitor.tap('[part=button]', 'Confirm')
  await visitor.sees('[part=title]', 'Sports day')
  await visitor.tap('[part=close]')
  await visitor.waitsUntilGone('dialog[open]')
})
