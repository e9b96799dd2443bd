/** A page with the built dialog on it that notices whatever a message's body does beyond being read. */
import { ALLOWED_TAGS, GLOBAL_ATTRIBUTES, TAG_ATTRIBUTES } from '../../shared/html/policy.ts'
import { type Outside, openOutside } from './visitor/outside.ts'
import { openVisitor, type Visitor } from './visitor/visitor.ts'
import { serveWidgetPage, type WidgetPage } from './widget-page.ts'

export interface HostilePage extends AsyncDisposable {
  /** Shows each body in the dialog, and returns what was wrong with it or happened meanwhile. */
  show(bodies: readonly string[]): Promise<string[]>
  /** What happened to the page as a whole, when all have been shown. */
  aftermath(): Promise<string[]>
}

/** The one host whose pictures a message may show. */
const PICTURES = 'https://pictures.example/'

export async function openHostilePage(policy: string): Promise<HostilePage> {
  const [site, outside] = await Promise.all([serveWidgetPage(), openOutside()])
  const visitor = await openVisitor({ reducedMotion: true, proxy: outside.proxy })
  await visitor.resize({ width: 900, height: 700 })
  const watching = {
    tags: ALLOWED_TAGS,
    rereads: policy === '',
    attributes: [...GLOBAL_ATTRIBUTES, ...Object.values(TAG_ATTRIBUTES).flat()],
  }
  site.scripts['/watch.js'] = `(${watch})(${JSON.stringify(watching)})`
  await visitor.open(
    site.page({
      policy,
      head: '<script src="/watch.js"></script>',
      body: '<script type="module" src="/widget/school-popup.js"></script>',
    }),
  )
  await visitor.run(() => (window as unknown as Watching).prepare())
  const before = await traces(visitor)
  return {
    show: bodies => visitor.run((_, bodies) => (window as unknown as Watching).showAll(bodies), [...bodies]),
    async aftermath() {
      // Whatever was asked for before is known by then.
      await visitor.run(() => fetch('/recorder.js').then(reply => reply.text()))
      const after = await traces(visitor)
      const changed = Object.keys(after).filter(name => after[name] !== before[name])
      return [...askedFor(site, outside), ...changed.map(name => `${name} became ${after[name]}`)]
    },
    async [Symbol.asyncDispose]() {
      await visitor.close()
      await site.close()
      await outside[Symbol.asyncDispose]()
    },
  }
}

/** Whom a browser asks by itself. */
const MAKERS = /(^|\.)(mozilla\.(com|net|org)|firefox\.com|google\.com|googleapis\.com|gvt1\.com)$/

/** But for pictures from the one host. */
const askedFor = (site: WidgetPage, outside: Outside) =>
  [
    ...site.unknown,
    ...outside.asked.filter(address => address !== PICTURES && !MAKERS.test(new URL(address).hostname)),
  ].map(address => `asked for ${address.slice(0, 200)}`)

/** What no message may change. */
const traces = (visitor: Visitor): Promise<Record<string, unknown>> =>
  visitor.run(() => ({
    title: document.title,
    address: location.href,
    history: history.length,
    cookies: document.cookie,
    head: document.head.innerHTML,
    body: document.body.innerHTML.replace(/<school-popup.*/s, ''),
    // Firefox makes some of them when they are first used, and lists them in that order.
    globals: Object.getOwnPropertyNames(window).sort().join(),
    root: document.documentElement.outerHTML.slice(0, 30),
    forms: document.forms.length,
    frames: window.length,
    errors: JSON.stringify((window as unknown as { errors: string[] }).errors),
    /** Of what was asked for at other hosts, whatever is not a picture's. */
    asked: performance
      .getEntriesByType('resource')
      .filter(
        entry =>
          new URL(entry.name).host !== location.host &&
          (entry as PerformanceResourceTiming).initiatorType !== 'img',
      )
      .map(entry => entry.name)
      .join(),
    violations: JSON.stringify((window as unknown as { violations: string[] }).violations),
    storage: JSON.stringify([localStorage, sessionStorage].map(storage => Object.keys(storage))),
  }))

interface Watching {
  prepare(): Promise<void>
  showAll(bodies: string[]): Promise<string[]>
}

/** Runs in the page, before anything of it does: complete in itself. */
function watch({
  tags,
  attributes,
  rereads,
}: {
  tags: string[]
  attributes: string[]
  rereads: boolean
}): void {
  const ran: string[] = []
  let current = ''
  const trap = () => void ran.push(current)
  const violations: string[] = []
  const errors: string[] = []
  addEventListener('error', event => errors.push(event.message))
  for (const name of ['pwned', 'alert', 'confirm', 'prompt', 'print', 'open'])
    Object.assign(window, { [name]: trap })
  addEventListener('securitypolicyviolation', event =>
    violations.push(`${event.effectiveDirective} ${event.blockedURI} ${event.sample} at ${current}`),
  )
  let popup: HTMLElementTagNameMap['school-popup']
  let bare: string[] | undefined

  async function prepare() {
    const define = (name: string, base: typeof HTMLElement, options?: ElementDefinitionOptions) =>
      customElements.define(
        name,
        class extends base {
          constructor() {
            super()
            trap()
          }
        },
        options,
      )
    define('x-trap', HTMLElement)
    define('x-trap-p', HTMLParagraphElement, { extends: 'p' })
    define('x-trap-button', HTMLButtonElement, { extends: 'button' })
    await customElements.whenDefined('school-popup')
    popup = document.createElement('school-popup')
    document.body.append(popup)
    await show('<p>A harmless one.</p>')
    bare = outline()
  }

  async function showAll(bodies: string[]): Promise<string[]> {
    const faults: string[] = []
    for (const body of bodies) {
      current = body.length > 150 ? `${body.slice(0, 150)}…` : body
      await show(body)
      faults.push(...faultsNow().map(fault => `${fault} in ${current}`))
      if (shown % FRAME_EVERY === 0) await new Promise(requestAnimationFrame)
    }
    // What the last ones start has begun by then.
    await new Promise(requestAnimationFrame)
    faults.push(
      ...ran.splice(0).map(body => `ran: ${body}`),
      ...violations.splice(0).map(text => `reported: ${text}`),
    )
    return faults
  }

  const FRAME_EVERY = 10
  let shown = 0
  async function show(msgBody: string) {
    const messages = [{ msgTitle: `Message ${++shown}`, msgBody, displayDate: '20260901080500' }]
    popup.preview(messages)
    await popup.updateComplete
  }

  /** The dialog around the message's own content: each element without what is in it. */
  function outline(): string[] {
    const { root, content } = parts()
    const outer: string[] = []
    const elements = document.createTreeWalker(
      root.querySelector('dialog') as Element,
      NodeFilter.SHOW_ELEMENT,
      element => (element.parentElement === content ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT),
    )
    for (let element: Node | null = elements.root; element; element = elements.nextNode()) {
      const copy = element.cloneNode() as Element
      if (copy.part.value === 'body') copy.removeAttribute('tabindex')
      // Follows the words. WebKit takes half a character before one that no text has for a Chinese one.
      if (element === content) copy.removeAttribute('lang')
      outer.push(copy.outerHTML)
    }
    return outer
  }

  function parts() {
    const root = popup.shadowRoot as ShadowRoot
    return { root, content: root.querySelector('[part=body] > div') as HTMLElement }
  }

  function faultsNow(): string[] {
    const { root, content } = parts()
    const faults = contentFaults(content)
    if (rereads) faults.push(...rereadFaults(content))
    const now = outline()
    const changed = now.filter((element, index) => element !== bare?.[index])
    if (changed.length > 0 || now.length !== bare?.length) faults.push(`changed the dialog: ${changed}`)
    if (root.querySelector('h2')?.textContent !== `Message ${shown}`) faults.push('changed the title')
    if (root.querySelectorAll('dialog').length !== 1 || !root.querySelector('dialog')?.matches(':modal'))
      faults.push('no dialog')
    if (document.querySelectorAll('dialog, [popover]').length) faults.push('left something on the page')
    for (const button of root.querySelectorAll('button')) {
      const { left, top, width, height } = button.getBoundingClientRect()
      const there = root.elementFromPoint(left + width / 2, top + height / 2)
      if (!there || !button.contains(there)) faults.push(`covered ${button.part}`)
    }
    if (root.activeElement && content.contains(root.activeElement)) faults.push('took the focus')
    return faults
  }

  /** What another script would see that takes the content as markup. */
  function rereadFaults(content: HTMLElement): string[] {
    const again = document.createElement('div')
    document.body.append(again)
    again.innerHTML = content.innerHTML
    const faults = contentFaults(again).map(fault => `${fault}, read again,`)
    again.remove()
    return faults
  }

  function contentFaults(content: HTMLElement): string[] {
    const faults: string[] = []
    const comments = document.createNodeIterator(content, NodeFilter.SHOW_COMMENT)
    for (let comment = comments.nextNode(); comment; comment = comments.nextNode())
      if (comment.parentNode !== content || !/^(\?lit\$\d+\$)?$/.test(comment.nodeValue ?? ''))
        faults.push('left a comment')
    for (const element of content.querySelectorAll<HTMLElement>('*')) {
      const tag = element.localName
      if (!tags.includes(tag) || element.namespaceURI !== 'http://www.w3.org/1999/xhtml')
        faults.push(`left <${tag}>`)
      if (element.shadowRoot) faults.push(`left a shadow root in ${tag}`)
      for (const { name, value } of element.attributes)
        if (!attributes.includes(name) && !expected(element, name, value))
          faults.push(`left ${tag} ${name}=${value.slice(0, 50)}`)
      for (const name of handlersOf(element)) if (element[name as 'onclick']) faults.push(`left ${name}`)
      if (element instanceof HTMLAnchorElement && element.hasAttribute('href')) {
        // One that is no address at all leads nowhere.
        if (!['https:', 'http:', 'mailto:', 'tel:', ':'].includes(element.protocol))
          faults.push(`links to ${element.href}`)
        if (element.target !== '_blank' || element.rel !== 'noopener noreferrer')
          faults.push('links without rel or target')
      }
      if (element instanceof HTMLImageElement && !/^https:/.test(element.src))
        faults.push(`shows ${element.src}`)
      if (element instanceof HTMLImageElement && element.referrerPolicy !== 'no-referrer')
        faults.push('a picture with a referrer')
      // What stays of a body that cannot be read as a tree.
      const isPlainText =
        element.parentElement === content && element.style.cssText === 'white-space: pre-line;'
      for (const property of isPlainText ? [] : element.style)
        if (
          !/^(color|background-color|text-(align|decoration.*|indent)|font-(weight|style|size)|list-style-type|vertical-align|(max-)?width|margin-left|padding-left)$/.test(
            property,
          )
        )
          faults.push(`styles ${property}`)
      if (/url|var|\(.*\(|expression/i.test(element.style.cssText))
        faults.push(`styles ${element.style.cssText}`)
      const { position, zIndex, float, display, visibility, opacity, transform } = getComputedStyle(element)
      if (position !== 'static' || zIndex !== 'auto' || float !== 'none')
        faults.push(`lies ${position} ${zIndex} ${float}`)
      if (display === 'none' || visibility !== 'visible' || opacity !== '1' || transform !== 'none')
        faults.push(`hides or moves ${tag}`)
    }
    return faults
  }

  /** The names of the event handlers that such an element can have. */
  const handlers = new Map<string, string[]>()
  function handlersOf(element: HTMLElement): string[] {
    const known = handlers.get(element.localName)
    if (known) return known
    const names: string[] = []
    for (const name in element) if (name.startsWith('on')) names.push(name)
    handlers.set(element.localName, names)
    return names
  }

  /** What the dialog itself sets on what stays. */
  const expected = (element: HTMLElement, name: string, value: string): boolean =>
    (element.localName === 'div' && name === 'class' && value === 'wide') ||
    (element.localName === 'div' && name === 'tabindex' && value === '0' && element.className === 'wide') ||
    (element.localName === 'a' && /^(rel|target)$/.test(name)) ||
    (element.localName === 'img' && /^(referrerpolicy|loading)$/.test(name))

  Object.assign(window, { prepare, showAll, errors })
}
