import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { PopupMessage } from '../../shared/contract/popup.ts'

const MESSAGE: PopupMessage = { msgTitle: 'Fees', msgBody: '<p>Due</p>', displayDate: '20260901080500' }

/** The module as a page has it that was just opened: with nothing in memory. */
async function openPage() {
  vi.resetModules()
  return import('../../widget/seen.ts')
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

const titled = (msgTitle: string): PopupMessage => ({ ...MESSAGE, msgTitle })

describe('a message that was seen', () => {
  // Promise: website/no-cookie
  it.each(['always', 'session', undefined] as const)('is known to the next page (%s)', async lasting => {
    const first = await openPage()
    expect(first.wasSeen(MESSAGE)).toBe(false)
    first.remember(MESSAGE, lasting)
    expect(first.wasSeen(MESSAGE)).toBe(true)
    expect((await openPage()).wasSeen({ ...MESSAGE })).toBe(true)
    expect(document.cookie).toBe('')
  })

  it('is forgotten with the tab, after a day or never', async () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 8, 1, 23, 30), toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const all = ['session', undefined, 'always'] as const
    const page = await openPage()
    for (const lasting of all) page.remember(titled(`${lasting}`), lasting)
    sessionStorage.clear()
    const seen = (at: { wasSeen: typeof page.wasSeen }) =>
      all.filter(lasting => at.wasSeen(titled(`${lasting}`)))
    vi.setSystemTime(Date.UTC(2026, 8, 2, 23, 29))
    expect(seen(page)).toEqual(all)
    expect(seen(await openPage())).toEqual([undefined, 'always'])
    vi.setSystemTime(Date.UTC(2026, 8, 2, 23, 31))
    expect(seen(page)).toEqual(['session', 'always'])
    expect(seen(await openPage())).toEqual(['always'])
  })

  it('and closed again after its day stays away for another', async () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 8, 1), toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    ;(await openPage()).remember(MESSAGE)
    vi.setSystemTime(Date.UTC(2026, 8, 3))
    const { remember, wasSeen } = await openPage()
    expect(wasSeen(MESSAGE)).toBe(false)
    remember(MESSAGE)
    expect(wasSeen(MESSAGE)).toBe(true)
    expect((await openPage()).wasSeen(MESSAGE)).toBe(true)
  })

  const refuse = () => {
    throw new DOMException('refused', 'SecurityError')
  }
  it.each([
    ['blocked', refuse],
    ['full', () => new Proxy({} as Storage, { set: refuse })],
  ])('is known on its page alone where storage is %s', async (_, storage) => {
    const refused = vi.spyOn(window, 'localStorage', 'get').mockImplementation(storage)
    onTestFinished(() => refused.mockRestore())
    const page = await openPage()
    page.remember(MESSAGE, 'always')
    expect(page.wasSeen(MESSAGE)).toBe(true)
    expect((await openPage()).wasSeen(MESSAGE)).toBe(false)
  })

  it.each([
    ['its title', { msgTitle: 'Fee' }],
    ['its body', { msgBody: '<p>Due!</p>' }],
    ['its date', { displayDate: '20260901080501' }],
    ['its icon', { iconId: '10' }],
    ['its button', { needConfirm: 'Accept' as const }],
  ])('is another one when %s changes', async (_what, change) => {
    const { remember, wasSeen } = await openPage()
    remember(MESSAGE, 'always')
    expect(wasSeen({ ...MESSAGE, ...change })).toBe(false)
  })

  it('hides none that merely quotes it, nor one that it quotes', async () => {
    const { remember, wasSeen } = await openPage()
    const quoting = { ...MESSAGE, msgBody: JSON.stringify(MESSAGE) }
    remember(quoting, 'always')
    expect(wasSeen(MESSAGE)).toBe(false)
    remember(MESSAGE, 'always')
    expect(wasSeen({ ...MESSAGE, msgBody: JSON.stringify(quoting) })).toBe(false)
  })

  it('is not taken for one by what somebody else has stored', async () => {
    localStorage.setItem('schoolbell', JSON.stringify({ msgTitle: 'Fees' }))
    sessionStorage.setItem('schoolbell', 'null')
    const { wasSeen, remember } = await openPage()
    expect(wasSeen(MESSAGE)).toBe(false)
    remember(MESSAGE)
    expect((await openPage()).wasSeen(MESSAGE)).toBe(true)
  })

  it('of any length is known again, and is another one with its last letter changed', async () => {
    const { remember } = await openPage()
    const long = { ...MESSAGE, msgBody: '風'.repeat(100_000) }
    remember(long, 'always')
    const { wasSeen } = await openPage()
    expect(wasSeen({ ...long })).toBe(true)
    expect(wasSeen({ ...long, msgBody: `${long.msgBody.slice(1)}雨` })).toBe(false)
  })
})

describe('after a change of language', () => {
  /** English and Chinese, with the same date, icon and button. */
  const inBoth = (title: string, more: Partial<PopupMessage> = {}) =>
    [titled(title), titled(`${title}（中文）`)].map(message => ({ ...message, ...more })) as [
      PopupMessage,
      PopupMessage,
    ]
  const [english, chinese] = inBoth('Fees', { iconId: '10', needConfirm: 'confirm' })

  /** A page of the visit, as the widget uses the module. */
  async function show(language: string, messages: PopupMessage[], site = 'academy') {
    const { keepVisit, wasSeen, remember } = await openPage()
    const keep = () => keepVisit(site, language, messages)
    keep()
    return {
      unseen: messages.filter(message => !wasSeen(message)),
      read(message: PopupMessage) {
        remember(message)
        keep()
      },
    }
  }
  async function readAll(language: string, ...messages: PopupMessage[]) {
    const { unseen, read } = await show(language, messages)
    for (const message of unseen) read(message)
  }

  it('a message that was read is known by its date, icon and button, on this page and on the next', async () => {
    await readAll('en-US', english)
    expect((await show('zh-HK', [chinese])).unseen).toEqual([])
    expect((await show('zh-HK', [chinese])).unseen).toEqual([])
    expect((await show('en-US', [english])).unseen).toEqual([])
  })

  it('all of several with the same three are known, but none if one was not read or there are more or fewer', async () => {
    const [other, otherChinese] = inBoth('Books', { iconId: '10', needConfirm: 'confirm' })
    const first = await show('en-US', [english, other])
    first.read(english)
    expect((await show('zh-HK', [chinese, otherChinese])).unseen).toEqual([chinese, otherChinese])
    expect((await show('zh-HK', [chinese])).unseen).toEqual([chinese])
    await readAll('en-US', english, other)
    expect((await show('zh-HK', [otherChinese])).unseen).toEqual([otherChinese])
    await readAll('en-US', english, other)
    expect((await show('zh-HK', [otherChinese, chinese])).unseen).toEqual([])
  })

  it('one that is there twice counts once: two others are shown', async () => {
    const [, other] = inBoth('Books', { iconId: '10', needConfirm: 'confirm' })
    await readAll('en-US', english, { ...english })
    expect((await show('zh-HK', [chinese, other])).unseen).toEqual([chinese, other])
    await readAll('en-US', english, { ...english })
    expect((await show('zh-HK', [chinese, { ...chinese }])).unseen).toEqual([])
  })

  it.each<[string, Partial<PopupMessage>]>([
    ['date', { displayDate: '20260901080501' }],
    ['icon', { iconId: '9' }],
    ['button', { needConfirm: 'Accept' }],
  ])('one with another %s is shown', async (_, more) => {
    await readAll('en-US', english)
    const other = { ...chinese, ...more }
    expect((await show('zh-HK', [other])).unseen).toEqual([other])
  })

  it.each(['', 'soon'])(
    'one with the date %j is shown: two of them need not be the same',
    async displayDate => {
      const [undated, other] = inBoth('Undated', { displayDate })
      await readAll('en-US', undated)
      expect((await show('zh-HK', [other])).unseen).toEqual([other])
    },
  )

  it('one that changes is shown in either language', async () => {
    await readAll('en-US', english)
    const changed = { ...english, msgBody: '<p>Due today</p>' }
    expect((await show('en-US', [changed])).unseen).toEqual([changed])
    expect((await show('zh-HK', [chinese])).unseen).toEqual([chinese])
    await readAll('en-US', changed)
    await show('zh-HK', [chinese])
    const renewed = { ...chinese, msgBody: '<p>今日截止</p>' }
    expect((await show('zh-HK', [renewed])).unseen).toEqual([renewed])
  })

  it('one of the other website is shown', async () => {
    await readAll('en-US', english)
    expect((await show('zh-HK', [chinese], 'pre-school')).unseen).toEqual([chinese])
  })

  it('in another visit it is shown', async () => {
    await readAll('en-US', english)
    expect((await show('zh-HK', [chinese])).unseen).toEqual([])
    sessionStorage.clear()
    expect((await show('zh-HK', [chinese])).unseen).toEqual([chinese])
  })

  it('the tab keeps no word of a message, and nothing at all before one was read', async () => {
    const { read } = await show('en-US', [english])
    expect(sessionStorage.length).toBe(0)
    read(english)
    expect({ ...sessionStorage }).toEqual({
      'schoolbell-visit': 'academy en-US 20260901080500,10,confirm,1',
    })
    await show('en-US', [])
    expect({ ...sessionStorage }).toEqual({ 'schoolbell-visit': '' })
  })

  it('where storage is blocked, it is known on its page alone', async () => {
    const blocked = vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError')
    })
    onTestFinished(() => blocked.mockRestore())
    const { keepVisit, remember, wasSeen } = await openPage()
    remember(english)
    keepVisit('academy', 'en-US', [english])
    keepVisit('academy', 'zh-HK', [chinese])
    expect(wasSeen(chinese)).toBe(true)
    expect((await show('zh-HK', [chinese])).unseen).toEqual([chinese])
  })
})

it('the list kept stays small, and the newest are in it', async () => {
  const { remember } = await openPage()
  const messages = Array.from({ length: 1500 }, (_, index) => titled(`Message ${index}`))
  for (const message of messages) remember(message, 'always')
  expect(localStorage.getItem('schoolbell')?.length).toBeLessThanOrEqual(100_000)
  const { wasSeen } = await openPage()
  expect(messages.slice(-1000).every(wasSeen)).toBe(true)
  expect(messages.slice(0, 100).some(wasSeen)).toBe(false)
})
