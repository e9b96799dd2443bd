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
  it.each(['always', 'session', undefined] as const)('is known to the next page (%s)', async lasting => {
    const first = await openPage()
    expect(first.wasSeen(MESSAGE)).toBe(false)
    first.remember(MESSAGE, lasting)
    expect(first.wasSeen(MESSAGE)).toBe(true)
    expect((await openPage()).wasSeen({ ...MESSAGE })).toBe(true)
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

  it('is known on its page alone where storage is blocked', async () => {
    const blocked = vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError')
    })
    try {
      const page = await openPage()
      page.remember(MESSAGE, 'always')
      expect(page.wasSeen(MESSAGE)).toBe(true)
      expect((await openPage()).wasSeen(MESSAGE)).toBe(false)
    } finally {
      blocked.mockRestore()
    }
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

  it('of any length is known again, and is another one with its last letter changed', async () => {
    const { remember } = await openPage()
    const long = { ...MESSAGE, msgBody: '風'.repeat(3_000_000) }
    remember(long, 'always')
    const { wasSeen } = await openPage()
    expect(wasSeen({ ...long })).toBe(true)
    expect(wasSeen({ ...long, msgBody: `${long.msgBody.slice(1)}雨` })).toBe(false)
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
