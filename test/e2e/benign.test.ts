/** What editors write must come through: every visible word, and what gives it its sense. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { BENIGN_BODIES } from '../support/corpus/benign.ts'
import { openWidgetSite, SANITISERS } from '../support/widget-visit.ts'

const { browser, site } = await openWidgetSite()

describe.each(SANITISERS)('with %s', (_, before) => {
  let page: Page
  beforeAll(async () => {
    page = await browser.newPage({ reducedMotion: 'reduce', viewport: { width: 900, height: 700 } })
    await page.addInitScript(before)
    await page.route('https://**', route => route.fulfill({ contentType: 'image/png', body: '' }))
    await page.goto(
      site.page({ policy: '', body: '<script type="module" src="/widget/school-popup.js"></script>' }),
    )
    await page.evaluate(async () => {
      await customElements.whenDefined('school-popup')
      document.body.append(document.createElement('school-popup'), document.createElement('iframe'))
    })
  })

  // Promise: website/both-sanitisers
  it.each(Object.entries(BENIGN_BODIES))('%s', async (_, msgBody) => {
    const [shown, meant] = await page.evaluate(showBoth, msgBody)
    expect(shown.text).toBe(meant.text)
    expect(shown.things).toEqual(meant.things)
    expect(shown.looks).toEqual(meant.looks)
  })
})

interface Seen {
  text: string
  /** Links, pictures, cells and list items. */
  things: string[]
  /** Runs of text with what sets them off, as in `bold underline: words`. */
  looks: string[]
}

/** Runs in the page: the body in the dialog, and the same body in a document of its own, as it was meant. */
async function showBoth(msgBody: string): Promise<[shown: Seen, meant: Seen]> {
  const popup = document.querySelector('school-popup') as HTMLElementTagNameMap['school-popup']
  popup.preview([{ msgTitle: 'Message', msgBody, displayDate: '20260901080500' }])
  await popup.updateComplete
  const frame = document.querySelector('iframe') as HTMLIFrameElement
  frame.setAttribute('sandbox', 'allow-same-origin')
  // Addresses are read from where the page is, as in the dialog.
  const content = popup.shadowRoot?.querySelector('[part=body] > div') as HTMLElement
  const { color } = getComputedStyle(content)
  frame.srcdoc = `<!doctype html><base href="${location.href}"><body style="color:${color}"><div>${msgBody}</div>`
  await new Promise(resolve => frame.addEventListener('load', resolve, { once: true }))
  return [seen(content), seen(frame.contentDocument?.body as HTMLElement)]

  function seen(root: HTMLElement): Seen {
    const fold = (text: string) => text.replace(/[ \t\n]+/g, ' ').trim()
    const things = Array.from(
      root.querySelectorAll<HTMLElement>('a[href], img, td, th, li, col, caption'),
      thing => {
        const { localName } = thing
        if (localName === 'a') return `link ${(thing as HTMLAnchorElement).href}`
        if (localName === 'img') {
          const { src, alt } = thing as HTMLImageElement
          return `picture ${src} ${alt} ${thing.getAttribute('width')} ${thing.getAttribute('height')}`
        }
        if (localName === 'li') {
          const { start, reversed } = thing.parentElement as HTMLOListElement
          return `item ${getComputedStyle(thing).listStyleType} ${start} ${reversed} ${(thing as HTMLLIElement).value}`
        }
        const { colSpan, rowSpan } = thing as HTMLTableCellElement
        const { verticalAlign, backgroundColor } = getComputedStyle(thing)
        return [
          localName,
          colSpan,
          rowSpan,
          thing.getAttribute('width'),
          verticalAlign,
          backgroundColor,
        ].join(' ')
      },
    )
    const looks: string[] = []
    const texts = document.createNodeIterator(root, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const words = fold(text.nodeValue ?? '')
      const { parentElement } = text
      if (words && parentElement?.checkVisibility())
        looks.push(`${setOff(parentElement, root).join(' ')}: ${words}`)
    }
    return { text: fold(root.innerText), things, looks }
  }

  /** How a text differs from that around the body. */
  function setOff(element: HTMLElement, root: HTMLElement): string[] {
    const own = getComputedStyle(element)
    const plain = getComputedStyle(root)
    const found: string[] = []
    const link = element.closest('a[href]')
    if (own.color !== plain.color && !(link && own.color === getComputedStyle(link).color))
      // Nearly: one that is hard to read is made a little darker, see legible.test.ts.
      found.push(own.color.replace(/\d+/g, part => `${64 * Math.round(Number(part) / 64)}`))
    if (Number(own.fontWeight) >= 600) found.push('bold')
    if (own.fontStyle === 'italic') found.push('italic')
    // The dialog has the heads of columns where their cells are, unless the author says otherwise.
    const isPlainHead =
      element.localName === 'th' && !element.hasAttribute('align') && !element.style.textAlign
    if (
      !isPlainHead &&
      ['center', 'right', '-webkit-center', '-webkit-right', 'justify'].includes(own.textAlign)
    )
      found.push(own.textAlign.replace('-webkit-', ''))
    if (own.direction === 'rtl') found.push('rtl')
    if (['sub', 'super'].includes(own.verticalAlign)) found.push(own.verticalAlign)
    for (let around: HTMLElement | null = element; around && around !== root; around = around.parentElement) {
      const { textDecorationLine, backgroundColor } = getComputedStyle(around)
      if (textDecorationLine !== 'none' && around.localName !== 'a') found.push(textDecorationLine)
      if (backgroundColor !== 'rgba(0, 0, 0, 0)') found.push(`on ${backgroundColor}`)
    }
    return found
  }
}
