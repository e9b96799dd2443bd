/** The popup in pages as schools have them: what translators, frameworks, old libraries and builders of pages do to it. */
import { readdirSync, readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { serve } from '../support/serve.ts'
import { translatePage } from '../support/translator.ts'
import { dialogFaults } from '../support/visitor/dialog-faults.ts'
import { DESKTOP, openVisitor, type Visitor } from '../support/visitor/visitor.ts'
import { openSites, type PageOptions, SCRIPT_TAG, type WidgetPage } from '../support/widget-page.ts'
import { ELEMENT, message } from '../support/widget-visit.ts'

const LIBRARIES = join(import.meta.dirname, 'libraries')
const library = (path: string) => readFileSync(join(LIBRARIES, 'node_modules', path), 'utf8')

let site: WidgetPage
let visitor: Visitor
beforeAll(async () => {
  visitor = await openVisitor({ reducedMotion: true })
  await visitor.resize(DESKTOP)
})
afterAll(() => visitor?.close())
const freshSite = openSites()
beforeEach(async () => {
  site = await freshSite()
  site.answer = { 'en-US': [message('Typhoon', LONG)], 'zh-HK': [message('颱風', LONG)] }
})

const LONG = { needConfirm: 'confirm', msgBody: '<p>Stay at home.</p>'.repeat(80) }
const visit = (options: PageOptions = {}) => visitor.open(site.page({ policy: '', ...options }))
const titled = (title: string) => visitor.sees('[part=title]', title)
const gone = () => visitor.waitsUntilGone('dialog[open]')
const isOpen = () => visitor.run(look => look.all('dialog[open]').length > 0)
const hashedLoader = () =>
  readdirSync(join(import.meta.dirname, '..', '..', 'dist', 'widget')).find(name =>
    /^popup-\w{6}\.js$/.test(name),
  )
const script = (text: string) => `<script>${text}</script>`
/** When everything that the page has begun is done. */
const settled = () =>
  visitor.run(async () => {
    await fetch('/recorder.js?turn').then(reply => reply.text())
    await new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  })
const popups = () => visitor.run(look => look.all('school-popup').length)

it('translated, each message has its own title, date, place, button and body', async () => {
  site.answer = {
    'en-US': [
      message('Typhoon', { iconId: '4', needConfirm: 'confirm', msgBody: '<p>Stay at home.</p>' }),
      message('Sports day', {
        displayDate: '20261002080500',
        needConfirm: 'Accept',
        msgBody: 'Bring <b>water</b>.',
      }),
    ],
  }
  await visit()
  await titled('Typhoon')
  await visitor.run(translatePage)
  await visitor.sees('[part=title]', '[xx] Typhoon')
  await visitor.tap('[part=button]', '[xx] Confirm')
  await visitor.sees('[part=title]', '[xx] Sports day')
  const texts = await visitor.run(look =>
    ['title', 'date', 'place', 'button', 'body'].map(part => look.find(`[part=${part}]`)?.innerText.trim()),
  )
  expect(texts).toEqual([
    '[xx] Sports day',
    expect.stringMatching(/^\[xx\] 2 October 2026 at 8:05\sam$/),
    '[xx] 2 of 2',
    '[xx] Accept',
    expect.stringMatching(/^\[xx\] Bring ?\[xx\] water ?\[xx\] \.$/),
  ])
})

describe('a page that makes its document anew', () => {
  it.each([
    ['its body', () => void Reflect.set(document.body, 'outerHTML', '<body><h1>New</h1></body>')],
    ['what its body holds', () => void Reflect.set(document.body, 'innerHTML', '<h1>New</h1>')],
    [
      'all of it',
      () => void Reflect.set(document.documentElement, 'innerHTML', '<head></head><body><h1>New</h1></body>'),
    ],
  ])('%s: the message comes back once, open as it was', async (_, rebuild) => {
    site.answer = { 'en-US': [message('Typhoon', LONG), message('Sports day', LONG)] }
    await visit()
    await titled('Typhoon')
    await visitor.tap('[part=button]')
    await titled('Sports day')
    await visitor.run(rebuild)
    await titled('Sports day')
    await visitor.sees('[part=place]', '2 of 2')
    expect((await visitor.run(dialogFaults)).faults).toEqual([])
    await visitor.run(look => look.all('school-popup')[0]?.remove())
    await settled()
    expect(await popups()).toBe(0)
    await visitor.tap('h1', 'New')
  })

  const HYDRATED = `<!DOCTYPE html><html lang="en"><head><title>School</title></head><body><h1>School</h1>${SCRIPT_TAG}</body></html>`
  it.each([
    [
      '18',
      async () =>
        library('react-18/umd/react.development.js') + library('react-dom-18/umd/react-dom.development.js'),
    ],
    ['19', react19],
  ])('React %s takes the document over without an error, and the message stays', async (_, react) => {
    site.scripts['/react.js'] = await react()
    await visit({ whole: HYDRATED })
    await titled('Typhoon')
    expect(await visitor.run(hydrate)).toEqual([])
    await titled('Typhoon')
    await visitor.tap('[part=button]')
    await gone()
  })

  /** Runs in the page. */
  async function hydrate(): Promise<string[]> {
    // Not as an element, which React would compare.
    const code = await fetch('/react.js').then(reply => reply.text())
    Reflect.get(window, 'eval')(code)
    const { createElement: e, useEffect } = Reflect.get(window, 'React')
    const { hydrateRoot } = Reflect.get(window, 'ReactDOM')
    const errors: string[] = []
    const tree = e(
      'html',
      { lang: 'en' },
      e('head', null, e('title', null, 'School')),
      e('body', null, e('h1', null, 'School')),
    )
    await new Promise<void>(done => {
      const Page = () => {
        useEffect(done)
        return tree
      }
      hydrateRoot(document, e(Page), {
        onRecoverableError: (error: unknown) => errors.push(`${error}`),
      })
    })
    return errors
  }
})

it('Turbo goes from page to page, and the message stays, as often as it does', async () => {
  site.scripts['/turbo.js'] = library('@hotwired/turbo/dist/turbo.es2017-umd.js')
  const other = site.page({ policy: '', body: '<h2>Other</h2>' })
  await visit({ head: '<script src="/turbo.js"></script>' })
  await titled('Typhoon')
  const asked = site.asked.length
  for (const page of ['1', '2', '3']) {
    await visitor.run((_, to) => void Reflect.get(window, 'Turbo').visit(to), `${other}?${page}`)
    await visitor.until((_, page) => document.querySelector('h2') && location.search === `?${page}`, page)
    await titled('Typhoon')
    expect(await visitor.run(look => look.all('dialog[open]').length)).toBe(1)
  }
  expect(site.asked.length).toBe(asked)
  await visitor.tap('[part=button]')
  await gone()
  // A browser's own button skips pages that nobody has touched.
  await visitor.run(() => void setTimeout(() => history.back()))
  await visitor.until(() => location.search === '?2')
  await settled()
  expect(await isOpen()).toBe(false)
})

it('over a modal of Bootstrap, which keeps the focus and hides the page, it is read and closed', async () => {
  site.scripts['/bootstrap.js'] = library('bootstrap/dist/js/bootstrap.bundle.js')
  const modal = `<div class="modal" id="cookies" tabindex="-1"><div class="modal-dialog"><button id="ok">OK</button></div></div>`
  await visit({ head: '<script src="/bootstrap.js"></script>', body: modal })
  await visitor.run(() => {
    const { Modal } = Reflect.get(window, 'bootstrap')
    new Modal(document.getElementById('cookies')).show()
    const tag = Object.assign(document.createElement('script'), { src: '/widget/popup.js' })
    document.body.append(tag)
  })
  await titled('Typhoon')
  await visitor.until(look => look.focused()?.part.value === 'title' && look.find('[part=body][tabindex]'))
  await visitor.press('Tab', 'Tab')
  await visitor.until(look => look.focused()?.part.value === 'button')
  await visitor.press('Enter')
  await gone()
})

describe('where focus-trap keeps the focus in a banner', () => {
  const begin = script("const keep = () => focusTrap.createFocusTrap('#cookies').activate()")
  const BANNER = '<div id="cookies"><button>Cookies</button></div>'
  const trapped = async (body: string) => {
    site.scripts['/focus-trap.js'] =
      library('tabbable/dist/index.umd.js') + library('focus-trap/dist/focus-trap.umd.js')
    await visit({ head: `<script src="/focus-trap.js"></script>${begin}`, body: BANNER + body })
    await titled('Typhoon')
  }

  it.each([
    ['before', true],
    ['after', false],
  ])('%s the message, each is read and closed by hand and by keyboard', async (_, isBefore) => {
    site.answer = { 'en-US': [message('Typhoon', LONG), message('Sports day', LONG), message('Library')] }
    await trapped(isBefore ? script('keep()') + SCRIPT_TAG : SCRIPT_TAG)
    if (!isBefore) await visitor.run(() => Reflect.get(window, 'eval')('keep()'))
    await visitor.tap('[part=button]')
    await titled('Sports day')
    await visitor.until(look => look.find('[part=body][tabindex]'))
    await visitor.press('Tab', 'Tab')
    await visitor.until(look => look.focused()?.part.value === 'button')
    await visitor.press('Enter')
    await titled('Library')
    await visitor.tap('[part=close]')
    await gone()
    await visitor.tap('#cookies button')
  })

  it('a click beside a message closes it', async () => {
    site.answer = { 'en-US': [message('Typhoon')] }
    await trapped(script('keep()') + SCRIPT_TAG)
    await visitor.tapAt(20, 20)
    await gone()
  })
})

it('in a page that prevents every click, a link in a message leads on', async () => {
  site.answer = { 'en-US': [message('Typhoon', { msgBody: '<a href="#read">Read</a>' })] }
  await visit({ head: script('document.onclick = document.onmousedown = () => false') })
  await titled('Typhoon')
  await visitor.run(look => look.find('[part=body] a')?.removeAttribute('target'))
  await visitor.tap('[part=body] a')
  await visitor.until(() => location.hash === '#read')
  await visitor.tap('[part=close]')
  await gone()
})

if (inject('engine') !== 'Oldest')
  it('a popover that the page opens later does not cover the message', async () => {
    // What is below a modal dialog is not hit by a tap, even where it is drawn above it.
    const raised = script(`window.raised = []
      for (const [{ prototype }, name] of [[HTMLDialogElement, 'showModal'], [HTMLElement, 'showPopover']]) {
        const native = prototype[name]
        prototype[name] = function () {
          raised.push(this.localName)
          return native.call(this)
        }
      }`)
    const banner =
      '<div id="cookies" popover="manual"><button id="ok" onclick="cookies.hidePopover()">OK</button></div>'
    await visit({ head: raised, body: banner + SCRIPT_TAG })
    await titled('Typhoon')
    await visitor.run(() => document.getElementById('cookies')?.showPopover())
    await visitor.until(() => Reflect.get(window, 'raised').join() === 'dialog,div,dialog')
    expect((await visitor.run(dialogFaults)).faults).toEqual([])
    await visitor.tap('[part=button]')
    await gone()
    await visitor.tap('#ok')
    await visitor.waitsUntilGone('#ok')
  })

describe('two elements on a page', () => {
  const TWO =
    '<header><school-popup service="/cms"></school-popup></header><nav><school-popup service="/cms"></school-popup></nav>'
  const openDialogs = () => visitor.run(look => look.all('dialog[open]').length)
  const loaded = () =>
    visitor.until(look => look.all('school-popup').every(popup => Reflect.get(popup, 'messages').length))

  beforeEach(() => {
    site.answer = { 'en-US': [message('Typhoon', LONG), message('Sports day', LONG)] }
  })

  it('a message that is read in one is not shown in the other', async () => {
    await visit({ head: ELEMENT, body: TWO })
    await expect.poll(openDialogs).toBe(2)
    await visitor.run(look => look.all('[part=button]').at(-1)?.click())
    await visitor.until(look => look.all('[part=title]').every(title => title.innerText === 'Sports day'))
    await visitor.run(look => look.all('[part=button]').at(-1)?.click())
    await expect.poll(openDialogs).toBe(0)
  })

  it('nor where the page shows one in place of the other', async () => {
    site.answer = { 'en-US': [message('Typhoon', LONG), message('Sports day')] }
    await visit({ head: `${ELEMENT}<style>nav{display:none}</style>`, body: TWO })
    await loaded()
    await titled('Typhoon')
    await visitor.tap('[part=button]')
    await titled('Sports day')
    // A second tap at the same place would be a double click.
    await visitor.press('Escape')
    await gone()
    await visitor.run(() =>
      document.body.insertAdjacentHTML('beforeend', '<style>header{display:none}nav{display:block}</style>'),
    )
    await settled()
    expect(await openDialogs()).toBe(0)
  })

  it('a link opens one of them', async () => {
    await visit({ head: ELEMENT, body: `${TWO}<a href="#school-popup">Notices</a>` })
    await loaded()
    await visitor.run(look => {
      for (const popup of look.all('school-popup')) Reflect.get(popup, 'close').call(popup)
    })
    await gone()
    await visitor.tap('a', 'Notices')
    await titled('Typhoon')
    await settled()
    expect(await openDialogs()).toBe(1)
  })
})

it('a page that hides all but its own dialog from screen readers does not hide the message', async () => {
  await visit({ body: '' })
  await visitor.run(() => {
    const hide = () => {
      for (const element of document.body.children)
        if (element.localName === 'school-popup')
          for (const name of ['inert', 'aria-hidden']) element.setAttribute(name, 'true')
    }
    new MutationObserver(hide).observe(document.body, { childList: true })
    document.body.append(Object.assign(document.createElement('script'), { src: '/widget/popup.js' }))
  })
  await titled('Typhoon')
  expect(await visitor.run(look => look.all('school-popup:not([inert], [aria-hidden])').length)).toBe(1)
  await visitor.tap('[part=button]')
  await gone()
})

it.each(['the element', 'what it stands in'])(
  'a dialog of the page puts %s out of reach after the message opened: it is still read and closed',
  async outer => {
    await visit({ head: ELEMENT, body: '<section><school-popup service="/cms"></school-popup></section>' })
    await titled('Typhoon')
    await visitor.run((_, outer) => {
      const element = document.querySelector(outer === 'the element' ? 'school-popup' : 'section')
      for (const name of ['inert', 'aria-hidden']) element?.setAttribute(name, 'true')
    }, outer)
    await visitor.until(look => look.all('school-popup:not([inert], [aria-hidden])').length)
    await visitor.tap('[part=button]')
    await gone()
    await visitor.tap('#menu')
  },
)

it('in what the page keeps out of reach it is read and closed', async () => {
  await visit({
    head: ELEMENT,
    body: '<section inert><school-popup service="/cms"></school-popup></section>',
  })
  await titled('Typhoon')
  await visitor.tap('[part=button]')
  await gone()
})

it('a frameset shows it, and the frames behind it are used when it is closed', async () => {
  const inner = site.page({ policy: '', body: '' })
  const whole = `<html lang="en"><head><title>School</title>${SCRIPT_TAG}</head><frameset cols="*,*"><frame src="${inner}"><frame src="${inner}"></frameset></html>`
  await visit({ whole })
  await titled('Typhoon')
  expect((await visitor.run(dialogFaults)).faults).toEqual([])
  await visitor.tap('[part=button]')
  await gone()
  expect(await visitor.run(() => document.elementFromPoint(100, 100)?.localName)).toBe('frame')
})

it.each([
  ['that the browser does not need', ''],
  ['in place of the browser’s own', script('customElements.forcePolyfill = true')],
])('a polyfill of custom elements %s changes nothing', async (_, forced) => {
  site.scripts['/polyfill.js'] = library('@webcomponents/custom-elements/custom-elements.min.js')
  await visit({ head: `${forced}<script src="/polyfill.js"></script>` })
  await titled('Typhoon')
  await visitor.tap('[part=button]')
  await gone()
})

describe('a page that is hidden at first', () => {
  const shown = () => visitor.run(() => document.getElementById('hidden')?.removeAttribute('id'))
  it.each<[string, PageOptions]>([
    ['as a whole', { head: '<style>#hidden{display:none}</style>', root: 'id="hidden"' }],
    [
      'in its body',
      {
        head: '<style>#hidden{display:none}</style>',
        body: `${script("document.body.id='hidden'")}${SCRIPT_TAG}`,
      },
    ],
    [
      'where the element is',
      {
        head: `${ELEMENT}<style>#hidden{display:none}</style>`,
        body: '<div><section id="hidden"><school-popup service="/cms"></school-popup></section></div>',
      },
    ],
    // Without checkVisibility() nobody knows.
    ...(inject('engine') === 'Oldest'
      ? []
      : [
          [
            'in its layout',
            {
              head: `${ELEMENT}<style>#hidden{content-visibility:hidden}</style>`,
              body: '<section id="hidden"><school-popup service="/cms"></school-popup></section>',
            },
          ] as [string, PageOptions],
        ]),
  ])('%s: the message is shown when it can be seen, and holds nobody before', async (_, options) => {
    await visit(options)
    await expect.poll(() => site.asked.length).toBe(1)
    await visitor.until(look => look.all('school-popup').length)
    await settled()
    expect(await isOpen()).toBe(false)
    expect(await visitor.run(() => Reflect.get(window, 'heard'))).not.toContain('show')
    await shown()
    await titled('Typhoon')
    expect((await visitor.run(dialogFaults)).faults).toEqual([])
    await visitor.tap('[part=button]')
    await gone()
  })
})

it('is closed where the page’s addEventListener takes functions alone', async () => {
  const head = script(`
    const add = EventTarget.prototype.addEventListener
    EventTarget.prototype.addEventListener = function (name, fn, options) {
      return add.call(this, name, function () { return fn.apply(this, arguments) }, options)
    }`)
  site.answer = { 'en-US': [message('Typhoon', LONG), message('Sports day')] }
  await visit({ head })
  await titled('Typhoon')
  await visitor.tap('[part=button]')
  await titled('Sports day')
  await visitor.press('Escape')
  await gone()
})

describe('with names of the page’s own', () => {
  it.each(['URL', 'self', 'HTMLScriptElement'])('%s: the message is shown all the same', async name => {
    await visit({
      head: script(
        `try { Object.defineProperty(window, '${name}', { value: 'ours', configurable: true, writable: true }) } catch {}`,
      ),
    })
    await titled('Typhoon')
    await visitor.tap('[part=button]')
    await gone()
  })

  it('one that Lit cannot live without: the page works, and hears which it is', async () => {
    await visit({
      head: script(`
        const native = WeakMap
        const own = value => Object.defineProperty(window, 'WeakMap', { value, configurable: true, writable: true })
        own(function WeakMap() { return { ours: true } })
        document.addEventListener('school-popup-error', event => {
          // Which drives the browser.
          own(native)
          fetch('/' + encodeURIComponent(event.detail))
        })`),
    })
    await expect
      .poll(() => site.unknown.map(decodeURIComponent))
      .toEqual([expect.stringMatching(/the page has its own WeakMap$/)])
    expect(await isOpen()).toBe(false)
    await visitor.tap('#menu')
  })

  it('an old library that changes arrays, dates, texts and elements, and keeps its own', async () => {
    await visit({ head: `${script(`(${oldLibrary})()`)}<style>main{height:4000px}</style>` })
    await titled('Typhoon')
    await visitor.sees('[part=date]', '1 September 2026')
    expect(await visitor.run(() => scrollY)).toBe(0)
    expect((await visitor.run(dialogFaults)).faults).toEqual([])
    await visitor.tap('[part=button]')
    await gone()
    await visitor.reload()
    await visitor.until(() => document.readyState === 'complete')
    await settled()
    expect(await isOpen()).toBe(false)
  })
})

/** A script of React 19. */
async function react19(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"development"' },
    build: {
      write: false,
      minify: false,
      lib: { entry: join(LIBRARIES, 'react-19.js'), formats: ['iife'], name: 'react19' },
    },
  })
  const [{ output }] = [built].flat() as [Rolldown.RolldownOutput]
  return output[0].code
}

/** What Prototype.js 1.6 and 1.7 do to the objects of the browser. Runs in the page. */
function oldLibrary(): void {
  const put = (object: object, values: object) => Object.assign(object, values)
  put(Array.prototype, {
    reduce(this: unknown[]) {
      return this.length > 1 ? this : this[0]
    },
    entries(this: unknown[]) {
      return this.concat()
    },
  })
  put(Array, { from: (list?: ArrayLike<unknown>) => (list ? [].slice.call(list) : []) })
  put(Date.prototype, {
    toJSON(this: Date) {
      return `"${this.toISOString()}"`
    },
  })
  put(Element.prototype, {
    scrollTo(this: Element) {
      const { left, top } = this.getBoundingClientRect()
      window.scrollTo(left, top)
      return this
    },
    remove(this: Element) {
      this.parentNode?.removeChild(this)
      return this
    },
  })
}

describe('a tag without its attributes, or not as a tag', () => {
  const MODULE = (src: string) => `<script type="module" src="${src}" data-site-id="pre-school"></script>`
  const questions = () => site.asked.map(({ search }) => search)
  // Promise: website/address
  it('asks for the site and language in its address', async () => {
    site.scripts['/static/popup.js'] = loader()
    const src = '/static/popup.js?v=3&amp;lang=zh-HK&amp;site=pre-school#x'
    await visit({
      body: `<script src="${src}" data-service="/cms" data-site-id="academy" data-lang="en"></script>`,
    })
    await expect.poll(questions).toEqual(['?siteId=pre-school&lang=zh-HK'])
  })

  it.each([
    ['a module', MODULE('/widget/popup.js')],
    [
      'a module after a script of the page with the same name',
      `<script src="/js/popup.js"></script><script type="module" src="/js/popup.js?2"></script>${MODULE('/widget/popup.js')}`,
    ],
    ['a module of one version', MODULE(`/widget/${hashedLoader()}`)],
    ['a module with an address from the page’s folder', `<base href="/widget/">${MODULE('popup.js')}`],
    [
      'behind a picture that has the name of the running script',
      `<img name="currentScript" src="/picture.svg">${SCRIPT_TAG.replace('async', 'async data-site-id="pre-school"')}`,
    ],
    [
      'with a slash after its service',
      SCRIPT_TAG.replace('async', 'async data-service="/cms/" data-site-id="pre-school"'),
    ],
  ])('as %s it shows the message', async (_, body) => {
    site.scripts['/js/popup.js'] = ''
    await visit({ body })
    await titled('Typhoon')
    expect(site.asked.map(({ pathname, search }) => pathname + search)).toEqual([
      '/cms/api/v1/popupmsg/check?siteId=pre-school&lang=en-US',
    ])
    expect(site.unknown).toEqual([])
  })

  it.each([
    ['written into the page', () => script(loader())],
    ['combined with other scripts', () => '<script src="/all.js"></script>'],
    ['combined under a similar name', () => '<script src="/popup-bundle.js"></script>'],
  ])('%s it says on the console why there is no message, and the page works', async (_, body) => {
    site.scripts['/all.js'] = site.scripts['/popup-bundle.js'] = loader()
    await visit({
      head: script("window.warned = []; console.warn = (...words) => warned.push(words.join(' '))"),
      body: body(),
    })
    await visitor.until(() => (Reflect.get(window, 'warned') as string[]).at(-1)?.includes('popup.js'))
    await visitor.tap('#menu')
  })

  const loader = () =>
    readFileSync(join(import.meta.dirname, '..', '..', 'dist', 'widget', 'popup.js'), 'utf8').replaceAll(
      '</',
      '<\\/',
    )

  it('whose message the page removes for good says so to who debugs', async () => {
    await visit({ head: WARNED, body: SCRIPT_TAG.replace('async', 'data-debug data-site-id="academy"') })
    for (let time = 0; time < 2; time++) {
      await titled('Typhoon')
      await visitor.run(look => look.all('school-popup')[0]?.remove())
    }
    await expect.poll(warned).toEqual(['schoolbell the page has removed the popup'])
  })

  it('without any site says so to who debugs', async () => {
    await visit({ head: WARNED, body: SCRIPT_TAG.replace('async', 'data-debug') })
    await titled('Typhoon')
    expect(await warned()).toEqual(['schoolbell no site: academy'])
  })
})

/** Keeps what is written to the console. */
const WARNED = script(
  "window.warned = []; console.warn = (...words) => warned.push(words.join(' ').split('\\n')[0])",
)
const warned = () => visitor.run(() => Reflect.get(window, 'warned') as string[])

describe('who debugs is told why there is no message', () => {
  const debugged = { head: WARNED, body: SCRIPT_TAG.replace('async', 'data-debug data-site-id="academy"') }
  const element = (attributes: string) => ({
    head: WARNED + ELEMENT,
    body: `<school-popup debug ${attributes}></school-popup>`,
  })
  const read = async (title: string) => {
    await titled(title)
    await visitor.press('Escape')
    await gone()
  }

  it('a long one was read', async () => {
    site.answer = { 'en-US': [message('Typhoon', { msgBody: 'x'.repeat(20_000) })] }
    await visit(debugged)
    await read('Typhoon')
    await visitor.reload()
    await expect.poll(warned).toEqual(['schoolbell 1 messages, none of them new'])
  })

  it('it was read in the other language', async () => {
    site.answer = { 'en-US': [message('Typhoon')], 'zh-HK': [message('颱風')] }
    await visit(debugged)
    await read('Typhoon')
    await visit({ ...debugged, lang: 'zh-HK' })
    await expect.poll(warned).toEqual(['schoolbell 1 messages, none of them new'])
  })

  it('one was read, and the others have no title', async () => {
    const read = message('Typhoon')
    site.answer = { 'en-US': [read] }
    await visit(element('service="/cms"'))
    await titled('Typhoon')
    await visitor.press('Escape')
    await gone()
    site.answer = { 'en-US': [read, { msgBody: 'One' }, { msgBody: 'Two' }] }
    await visitor.reload()
    await expect
      .poll(warned)
      .toEqual(['schoolbell 1 of 3 messages are shown', 'schoolbell 1 messages, none of them new'])
  })

  it.each([
    ['there is none', 'service="/cms"', 'schoolbell 0 messages, none of them new'],
    ['it has no service', '', 'schoolbell no service'],
  ])('of an element: %s', async (_, attributes, line) => {
    site.answer = {}
    await visit(element(attributes))
    await expect.poll(warned).toEqual([line])
  })
})

describe('of what went wrong the page hears', () => {
  const FAULTS = script(`
    Math.random = () => 0
    window.faults = []
    document.addEventListener('school-popup-error', event => faults.push(String(event.detail)))`)
  const faults = () => visitor.run(() => Reflect.get(window, 'faults') as string[])

  it('that it has taken the name of the tag', async () => {
    await visit({
      head: FAULTS,
      body: `<script src="/widget/popup.js"></script>${script('var schoolbell = {}')}`,
    })
    await expect.poll(faults).toEqual(['this name is taken on the page'])
  })

  it('nothing of its own fetch when the service is down', async () => {
    site.answer = reply => void reply.destroy()
    await visit({ head: FAULTS + script('const native = fetch; fetch = (...words) => native(...words)') })
    await expect.poll(faults).toEqual([expect.any(String)])
    expect((await faults())[0]).not.toContain('its own')
  })
})

describe('wheel and keys', () => {
  const scrolled = () => visitor.until(look => (look.find('[part=body]')?.scrollTop ?? 0) > 20)

  it('scroll the message where the page has keys of its own', async () => {
    await visit({ head: script("addEventListener('keydown', event => event.preventDefault())") })
    await titled('Typhoon')
    await visitor.until(look => look.find('[part=body][tabindex]'))
    await visitor.press('Tab')
    await visitor.press('PageDown')
    await scrolled()
  })

  it('reach a message and not Lenis', async () => {
    site.scripts['/lenis.js'] = library('lenis/dist/lenis.js')
    await visit({
      head: '<script src="/lenis.js"></script><style>main{height:5000px}</style>',
      body: `${script('const lenis = new Lenis({ autoRaf: true })')}${SCRIPT_TAG}`,
    })
    await titled('Typhoon')
    const isPrevented = await visitor.run(look => {
      const wheel = new WheelEvent('wheel', { deltaY: 100, bubbles: true, composed: true, cancelable: true })
      look.find('[part=body]')?.dispatchEvent(wheel)
      return wheel.defaultPrevented
    })
    expect(isPrevented).toBe(false)
    await visitor.tap('[part=button]')
    await gone()
  })
})

// WebKit's driver cannot print, and a browser without `:has()` prints the page as well.
if (!['WebKit', 'Oldest'].includes(inject('engine')))
  it.each([
    ['the tag’s', { body: `${SCRIPT_TAG}<div style="height:9000px">Long</div>` }],
    [
      'one within the page',
      {
        head: ELEMENT,
        body: '<main style="min-height:3000px"><section><school-popup service="/cms"></school-popup></section><p>Long</p></main>',
      },
    ],
  ])(
    'on paper, a short message of %s element is one sheet, and a long one as many as it needs',
    async (_, options) => {
      for (const [length, sheets] of [
        [1, 1],
        [80, 3],
      ] as const) {
        site.answer = {
          'en-US': [message(`Of ${length}`, { msgBody: '<p>Stay at home.</p>'.repeat(length) })],
        }
        await visit(options)
        await titled(`Of ${length}`)
        expect(await visitor.sheets()).toBe(sheets)
      }
    },
  )

describe('in a frame', () => {
  const framed = (above = 0, inner: PageOptions = {}, height = 4000) =>
    visit({
      body: `<div style="height:${above}px"></div><iframe src="${site.page({ policy: '', ...inner })}" width="600" height="${height}"></iframe>`,
    })
  /** The place on the screen of a dialog that is open. */
  const place = () =>
    visitor.run(() => {
      const frame = document.querySelector('iframe') as HTMLIFrameElement
      const dialog = frame.contentDocument
        ?.querySelector('school-popup')
        ?.shadowRoot?.querySelector('dialog[open]')
      if (!dialog) return null
      const { top, bottom } = dialog.getBoundingClientRect()
      const offset = frame.getBoundingClientRect().top
      return { isSeen: bottom > top + 200 && top + offset >= 0 && bottom + offset <= innerHeight, scrollY }
    })

  it('of 4,000 px it is where it can be seen, and stays there while the page scrolls', async () => {
    await framed()
    await expect.poll(place).toEqual({ isSeen: true, scrollY: 0 })
    for (const scrollY of [400, 800, 2500, 0]) {
      await visitor.run((_, to) => scrollTo({ top: to, behavior: 'instant' }), scrollY)
      await expect.poll(place).toEqual({ isSeen: true, scrollY })
    }
  })

  const head = '<style>body{margin:0;transform:translateZ(0)}</style>'
  it.each([
    ['short', 600, SCRIPT_TAG],
    ['as high as the frame', 4000, `${SCRIPT_TAG}<div style="height:4000px">Long</div>`],
    ['higher than the frame', 600, `${SCRIPT_TAG}<div style="height:4000px">Long</div>`],
  ])('whose body has a transform and is %s, all of it can be seen', async (_, height, body) => {
    await framed(0, { head, body }, height)
    await expect.poll(place).toEqual({ isSeen: true, scrollY: 0 })
    await settled()
    expect(await place()).toEqual({ isSeen: true, scrollY: 0 })
  })

  it('it waits until something of the frame can be seen, and the page stays where it is', async () => {
    await framed(2000)
    await expect.poll(() => site.asked.length).toBe(1)
    await visitor.until(
      () => !!document.querySelector('iframe')?.contentDocument?.querySelector('school-popup'),
    )
    await settled()
    expect(await place()).toBe(null)
    expect(await visitor.run(() => scrollY)).toBe(0)
    await visitor.run(() => scrollTo({ top: 1800, behavior: 'instant' }))
    await expect.poll(place).toEqual({ isSeen: true, scrollY: 1800 })
  })
})

it('behind a sign-in of the page’s own host each call is let in, and another host gets no cookie', async () => {
  const cookies: (string | undefined)[] = []
  const letIn = (reply: ServerResponse) => {
    const { cookie } = reply.req.headers
    cookies.push(cookie)
    const isKnown = cookie === 'signed=in'
    const content = [message(isKnown ? 'Typhoon' : 'Stranger')]
    reply
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ code: 'D00000', content }))
  }
  site.answer = letIn
  const head = `${ELEMENT}${script("document.cookie = 'signed=in; path=/'")}`
  await visit({ head, body: '<school-popup service="/cms"></school-popup>' })
  await titled('Typhoon')
  await using other = await serve((_, reply) => letIn(reply.setHeader('access-control-allow-origin', '*')))
  const service = other.origin.replace('127.0.0.1', 'localhost')
  await visit({ head, body: `<school-popup service="${service}/cms"></school-popup>` })
  await titled('Stranger')
  expect(cookies).toEqual(['signed=in', undefined])
})

it('in a page in Big5 a link leads where the service meant', async () => {
  site.answer = { 'en-US': [message('Typhoon', { msgBody: '<a href="/search?q=通告">Notices</a>' })] }
  await visit({ charset: 'big5', head: ELEMENT, body: '<school-popup service="/cms"></school-popup>' })
  await titled('Typhoon')
  expect(await visitor.run(() => document.characterSet)).toBe('Big5')
  expect(await visitor.run(look => (look.find('[part=body] a') as HTMLAnchorElement).search)).toBe(
    '?q=%E9%80%9A%E5%91%8A',
  )
})

describe('a link of the page', () => {
  const LINK = '<a href="#school-popup">Notices</a>'
  // Promise: website/read-again
  it('says how many messages there are, and shows them again, read or not', async () => {
    site.answer = { 'en-US': [message('Typhoon', LONG), message('Sports day')] }
    await visit({ body: LINK + SCRIPT_TAG })
    const count = () => visitor.run(() => document.querySelector('a')?.dataset.schoolPopup)
    for (let time = 0; time < 2; time++) {
      await titled('Typhoon')
      expect(await count()).toBe('2')
      await visitor.tap('[part=button]')
      await titled('Sports day')
      await visitor.press('Escape')
      await gone()
      await visitor.tap('a', 'Notices')
    }
    await titled('Typhoon')
    await visitor.tap('[part=button]')
    await visitor.press('Escape')
    await gone()
    // Now the dialog is not there yet.
    await visitor.reload()
    await visitor.until(() => document.querySelector('a')?.dataset.schoolPopup === '2')
    expect(await popups()).toBe(0)
    await visitor.tap('a', 'Notices')
    await titled('Typhoon')
    expect(await visitor.run(() => location.hash)).toBe('')
  })

  const SMOOTH = script(`for (const link of document.querySelectorAll('a[href^="#"]'))
    link.addEventListener('click', event => event.preventDefault())`)
  it.each([
    ['with smooth scrolling of its own', LINK + SMOOTH],
    ['whose menu stops clicks', `<nav onclick="event.stopPropagation()">${LINK}</nav>`],
  ])('%s shows them again, before and after there is a dialog', async (_, body) => {
    await visit({ body: body + SCRIPT_TAG })
    await titled('Typhoon')
    for (let time = 0; time < 2; time++) {
      await visitor.tap('[part=button]')
      await gone()
      await visitor.tap('a', 'Notices')
      await titled('Typhoon')
    }
    await visitor.reload()
    await visitor.until(() => document.querySelector('a')?.dataset.schoolPopup === '1')
    await visitor.tap('a', 'Notices')
    await titled('Typhoon')
  })

  /** As React or an editor's script would put it there. */
  const addLink = (id: string) =>
    visitor.run(
      (_, id) =>
        document.body.insertAdjacentHTML('beforeend', `<a id="${id}" href="#school-popup">Notices</a>`),
      id,
    )
  const told = (id: string, count: string) =>
    visitor.until((_, { id, count }) => document.getElementById(id)?.dataset.schoolPopup === count, {
      id,
      count,
    })

  it('that comes after the answer is told as well, while the dialog is there and when it is not', async () => {
    site.answer = { 'en-US': [message('Typhoon'), message('Sports day')] }
    await visit()
    await titled('Typhoon')
    await addLink('late')
    await told('late', '2')
    await visitor.press('Escape')
    await titled('Sports day')
    await visitor.press('Escape')
    await gone()
    await visitor.reload()
    await expect.poll(() => site.asked.length).toBe(2)
    await settled()
    await addLink('later')
    await told('later', '2')
    expect(await popups()).toBe(0)
  })

  it('that comes after the answer of an element alone is told as well', async () => {
    await visit({ head: ELEMENT, body: '<school-popup service="/cms"></school-popup>' })
    await titled('Typhoon')
    await addLink('late')
    await told('late', '1')
  })

  it('on the second page of Turbo is told as well', async () => {
    site.scripts['/turbo.js'] = library('@hotwired/turbo/dist/turbo.es2017-umd.js')
    const other = site.page({ policy: '', body: `<a id="other" href="#school-popup">Notices</a>` })
    await visit({ head: '<script src="/turbo.js"></script>' })
    await titled('Typhoon')
    await visitor.run((_, to) => void Reflect.get(window, 'Turbo').visit(to), other)
    await told('other', '1')
  })

  it('says that there is none, and stays a link', async () => {
    site.answer = {}
    await visit({ body: `<button data-school-popup>Notices</button>${SCRIPT_TAG}` })
    await visitor.until(() => document.querySelectorAll('button')[1]?.dataset.schoolPopup === '0')
    await visitor.tap('button', 'Notices')
    await settled()
    expect(await isOpen()).toBe(false)
  })
})
