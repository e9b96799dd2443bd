/** What can be said of the element without a layout; the rest is in test/e2e/widget.test.ts. */
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { PopupMessage } from '../../shared/contract/popup.ts'
import { SchoolPopup } from '../../widget/index.ts'
import { STRINGS } from '../../widget/strings.ts'

it('importing the class registers nothing; define.ts does, and leaves an earlier registration alone', async () => {
  expect(customElements.get('school-popup')).toBeUndefined()
  await import('../../widget/define.ts')
  expect(customElements.get('school-popup')).toBe(SchoolPopup)
})

describe('the element', () => {
  afterEach(() => {
    document.body.replaceChildren()
    localStorage.clear()
    sessionStorage.clear()
  })

  it('reads its attributes', () => {
    const popup = document.createElement('school-popup')
    const attributes = {
      service: '/cms',
      'site-id': 'pre-school',
      lang: 'zh-HK',
      'icon-base': '/pictures',
      debug: '',
    }
    for (const [name, value] of Object.entries(attributes)) popup.setAttribute(name, value)
    const { service, siteId, lang, iconBase, debug } = popup
    expect({ service, siteId, lang, iconBase, debug }).toEqual({
      service: '/cms',
      siteId: 'pre-school',
      lang: 'zh-HK',
      iconBase: '/pictures',
      debug: true,
    })
  })

  // Promise: website/severe
  it('takes icons from the address it is given, with their meaning, and says severe weather in words', async () => {
    const popup = mount('icon-base="/pictures" lang="zh-HK"')
    popup.messages = [message('Storm', { iconId: '9' })]
    await popup.updateComplete
    const icon = partOf(popup, 'icon')
    expect([icon?.getAttribute('src'), icon?.getAttribute('alt')]).toEqual([
      '/pictures/typhoon-10.svg',
      STRINGS['zh-HK'].icons['9'],
    ])
    expect(partOf(popup, 'label')?.textContent).toBe('惡劣天氣')
  })

  it.each([
    ['zh-HK', [['h2 en', 'div en'], ['p en'], []]],
    ['en', [[], ['p zh-HK'], ['h2 zh-HK', 'div zh-HK']]],
  ])('says on a page in %s which of its texts are in the other language', async (lang, expected) => {
    const popup = mount(`lang="${lang}"`)
    const marked: string[][] = []
    for (const [msgTitle, msgBody] of [
      ['PTA meeting', 'The meeting is <b>on</b> Friday.'],
      ['家長會 PTA', '<p>17:00</p><p>星期五開會。</p><p>The meeting is on <b>Friday</b>.</p>'],
      ['家長會', '<p>星期五開會。</p>'],
    ] as const) {
      popup.preview([message(msgTitle, { msgBody })])
      await popup.updateComplete
      const all = popup.shadowRoot?.querySelectorAll('dialog [lang]') ?? []
      marked.push([...all].map(one => `${one.localName} ${one.getAttribute('lang')}`))
    }
    expect(marked).toEqual(expected)
  })

  it('shows a title as text, whatever stands in it', async () => {
    const popup = mount('')
    popup.messages = [message('<img src=x onerror=alert(1)>')]
    await popup.updateComplete
    expect(popup.shadowRoot?.querySelector('h2')?.textContent).toBe('<img src=x onerror=alert(1)>')
    expect(popup.shadowRoot?.querySelector('img')).toBeNull()
  })

  it('says of each message, out of a shadow root, that it is shown and how it was closed', async () => {
    document.body.innerHTML = '<div></div>'
    const popup = document.createElement('school-popup')
    document.querySelector('div')?.attachShadow({ mode: 'open' }).append(popup)
    const heard = listen('show', 'confirm', 'dismiss')
    popup.messages = [message('A', { needConfirm: 'Accept' }), message('B')]
    for (const _ of popup.messages) await press(popup)
    await popup.updateComplete
    expect(heard).toEqual(['show A', 'confirm A', 'show B', 'dismiss B'])
  })

  it.each([
    ['confirm', { needConfirm: 'Accept' }],
    ['dismiss', {}],
  ] as const)('stays, and is not remembered, where the page refuses its %s', async (name, button) => {
    const popup = mount('')
    popup.addEventListener(`school-popup-${name}`, event => event.preventDefault())
    popup.messages = [message('Refused', button)]
    await press(popup)
    await popup.updateComplete
    expect(titleOf(popup)).toBe('Refused')
    expect(JSON.stringify([localStorage, sessionStorage])).not.toContain('Refused')
  })

  it('shows a message that is there twice once', async () => {
    const popup = mount('')
    popup.messages = [message('Twice'), message('Twice'), message('Library')]
    await popup.updateComplete
    expect(partOf(popup, 'place')?.textContent).toBe('1 of 2')
  })

  it('previews messages seen or not, remembers nothing of it, and asks nothing', async () => {
    const fetch = vi.spyOn(globalThis, 'fetch')
    onTestFinished(() => fetch.mockRestore())
    const popup = mount('')
    popup.messages = [message('Read')]
    await press(popup)
    const stored = JSON.stringify([localStorage, sessionStorage])
    for (let time = 0; time < 2; time++) {
      popup.preview([message('Read'), message('Draft', { needConfirm: 'confirm' })])
      await popup.updateComplete
      expect([titleOf(popup), partOf(popup, 'place')?.textContent]).toEqual(['Read', '1 of 2'])
      await press(popup)
      await popup.updateComplete
      expect(titleOf(popup)).toBe('Draft')
      await press(popup)
      await popup.updateComplete
      expect(popup.shadowRoot?.querySelector('dialog')?.open).toBe(false)
    }
    expect(JSON.stringify([localStorage, sessionStorage])).toBe(stored)
    expect(fetch).not.toHaveBeenCalled()
  })

  it('shows from the first, when it is told to, what was read', async () => {
    const popup = mount('')
    popup.messages = [message('One'), message('Two')]
    for (const _ of popup.messages) await press(popup)
    popup.show()
    for (const title of ['One', 'Two']) {
      await popup.updateComplete
      expect(titleOf(popup)).toBe(title)
      await press(popup)
    }
  })

  it('shows a preview in place of what is there, which comes back with what is new when it is told to', async () => {
    const popup = mount('')
    popup.messages = [message('Real')]
    await popup.updateComplete
    for (const draft of ['Draft', 'Second draft']) {
      popup.preview([message(draft)])
      await popup.updateComplete
      popup.messages = [message('Real'), message('New')]
      await popup.updateComplete
      expect(titleOf(popup)).toBe(draft)
    }
    popup.show()
    await popup.updateComplete
    expect([titleOf(popup), partOf(popup, 'place')?.textContent]).toEqual(['Real', '1 of 2'])
  })

  it('closed by the page stays so until there is something new, counts as neither confirmed nor seen', async () => {
    const popup = mount('')
    const heard = listen('show', 'confirm', 'dismiss')
    const fees = message('Fees', { needConfirm: 'confirm' })
    popup.messages = [fees]
    await popup.updateComplete
    popup.close()
    popup.messages = [{ ...fees }]
    await popup.updateComplete
    expect(popup.shadowRoot?.querySelector('dialog')?.open).toBe(false)
    expect(heard).toEqual(['show Fees'])
    expect(localStorage.length + sessionStorage.length).toBe(0)
    popup.messages = [fees, message('Library')]
    await popup.updateComplete
    expect([titleOf(popup), partOf(popup, 'place')?.textContent]).toEqual(['Fees', '1 of 2'])
  })

  it('shows severe weather before the rest, and lets the message on the screen stay there', async () => {
    const popup = mount('')
    const titles: unknown[] = []
    popup.addEventListener('school-popup-show', ({ detail }) => titles.push(detail.msgTitle))
    const bun = message('Bun', { needConfirm: 'confirm' })
    const [day, rain, wind] = [
      message('Sports day', { iconId: '10', needConfirm: 'confirm' }),
      message('Rain', { iconId: '2', needConfirm: 'confirm' }),
      message('Wind', { iconId: '3', needConfirm: 'confirm' }),
    ]
    popup.messages = [bun, day, rain]
    await popup.updateComplete
    expect(titles).toEqual(['Rain'])
    popup.shadowRoot?.querySelector<HTMLElement>('[part=button]')?.click()
    await popup.updateComplete
    popup.messages = [bun, day, wind]
    for (const _ of [bun, wind, day]) {
      await popup.updateComplete
      popup.shadowRoot?.querySelector<HTMLElement>('[part=button]')?.click()
    }
    expect(titles).toEqual(['Rain', 'Bun', 'Wind', 'Sports day'])
  })

  // Promise: popups/button
  it('has a button only where the message asks for one, and a footer only with a button or a place', async () => {
    const popup = mount('')
    const parts = async (...messages: PopupMessage[]) => {
      popup.preview(messages)
      await popup.updateComplete
      const found = ['close', 'footer', 'button'].filter(part =>
        popup.shadowRoot?.querySelector(`[part=${part}]`),
      )
      return found.join(' ')
    }
    const confirm = message('Fees', { needConfirm: 'confirm' })
    expect(await parts(message('Bun'))).toBe('close')
    expect(await parts(message('Bun'), message('Library'))).toBe('close footer')
    expect(await parts(confirm)).toBe('footer button')
    expect(await parts(confirm, message('Bun'))).toBe('footer button')
  })

  // Promise: website/odd
  it('shows what it can read of an odd message, and no date, icon or button where there is none', async () => {
    const popup = mount('icon-base="/pictures"')
    const odd = [
      { msgTitle: 'A', msgBody: '', iconId: 9, needConfirm: 'ACCEPT' },
      { msgTitle: 'B', msgBody: '', displayDate: 5, iconId: '1', needConfirm: 'maybe' },
      null,
      { msgTitle: 'No body' },
    ]
    popup.messages = odd as unknown as PopupMessage[]
    const look = () => {
      const find = (part: string) => popup.shadowRoot?.querySelector<HTMLElement>(`[part=${part}]`)
      return {
        title: find('title')?.textContent,
        date: find('date')?.textContent,
        icon: find('icon')?.getAttribute('src'),
        close: find('close') !== null,
      }
    }
    await popup.updateComplete
    expect(look()).toEqual({ title: 'A', date: '', icon: '/pictures/typhoon-10.svg', close: false })
    popup.shadowRoot?.querySelector<HTMLElement>('[part=button]')?.click()
    await popup.updateComplete
    expect(look()).toEqual({ title: 'B', date: '', icon: undefined, close: true })
  })

  // Promise: website/nothing
  it('an empty list, or one with nothing readable in it, opens no dialog', async () => {
    const popup = mount('')
    for (const messages of [[], [null, { msgTitle: 'half' }]]) {
      popup.messages = messages as PopupMessage[]
      await popup.updateComplete
      expect(popup.shadowRoot?.querySelector('dialog')?.open).toBe(false)
    }
    popup.show()
    await popup.updateComplete
    expect(popup.shadowRoot?.querySelector('dialog')?.open).toBe(false)
  })

  it('shows a hundred of thousands of messages, and says so to a developer', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    onTestFinished(() => warn.mockRestore())
    const content = Array.from({ length: 5000 }, (_, index) => message(`Bun ${index}`))
    const storm = message('Storm', { iconId: '9' })
    const popup = document.createElement('school-popup')
    // As the script tag sets it up.
    Object.assign(popup, { debug: true, service: '/cms', messages: [...content, storm] })
    document.body.append(popup)
    await popup.updateComplete
    const textOf = (part: string) => popup.shadowRoot?.querySelector(`[part=${part}]`)?.textContent
    expect([textOf('title'), textOf('place')]).toEqual(['Storm', '1 of 100'])
    expect(warn.mock.calls).toContainEqual(['schoolbell', '100 of 5001 messages are shown'])
  })

  it('gives the error to who listens, and rejects for no one', async () => {
    const random = vi.spyOn(Math, 'random').mockReturnValue(0)
    onTestFinished(() => random.mockRestore())
    const popup = document.createElement('school-popup')
    const heard: unknown[] = []
    popup.addEventListener('school-popup-error', ({ detail, bubbles, composed }) =>
      heard.push([detail instanceof Error, bubbles, composed]),
    )
    popup.service = 'data:application/json,null#'
    await popup.refresh()
    expect(heard).toEqual([[true, true, true]])
    // The first is not of interest any more.
    await Promise.all([popup.refresh(), popup.refresh()])
    expect(heard).toHaveLength(2)
  })
})

const partOf = (popup: SchoolPopup, part: string) =>
  popup.shadowRoot?.querySelector<HTMLElement>(`[part=${part}]`)
const titleOf = (popup: SchoolPopup) => partOf(popup, 'title')?.textContent

/** Presses what closes the message on the screen. */
async function press(popup: SchoolPopup): Promise<void> {
  await popup.updateComplete
  ;(partOf(popup, 'button') ?? partOf(popup, 'close'))?.click()
}

/** What the page hears from now on until the end of the test, as in `show Fees`. */
function listen(...names: ('show' | 'confirm' | 'dismiss')[]): string[] {
  const heard: string[] = []
  for (const name of names) {
    const hear = ({ detail }: CustomEvent<PopupMessage>) => heard.push(`${name} ${detail.msgTitle}`)
    document.addEventListener(`school-popup-${name}`, hear)
    onTestFinished(() => document.removeEventListener(`school-popup-${name}`, hear))
  }
  return heard
}

function mount(attributes: string): SchoolPopup {
  document.body.innerHTML = `<school-popup ${attributes}></school-popup>`
  return document.querySelector('school-popup') as SchoolPopup
}

function message(msgTitle: string, more: Partial<PopupMessage> = {}): PopupMessage {
  return { msgTitle, msgBody: 'Text', displayDate: '20260901080500', ...more }
}
