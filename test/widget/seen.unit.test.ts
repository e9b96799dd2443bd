import { beforeEach, describe, expect, it, vi } from 'vitest'
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
  it.each([true, false])('is known to the next page (remembered for good: %s)', async lasting => {
    const first = await openPage()
    expect(first.wasSeen(MESSAGE)).toBe(false)
    first.remember(MESSAGE, lasting)
    expect(first.wasSeen(MESSAGE)).toBe(true)
    expect((await openPage()).wasSeen({ ...MESSAGE })).toBe(true)
  })

  it('is forgotten with the tab unless it was confirmed', async () => {
    const { remember } = await openPage()
    remember(titled('closed'), false)
    remember(titled('confirmed'), true)
    sessionStorage.clear()
    const { wasSeen } = await openPage()
    expect([wasSeen(titled('closed')), wasSeen(titled('confirmed'))]).toEqual([false, true])
  })

  it('is known on its page alone where storage is blocked', async () => {
    const blocked = vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError')
    })
    try {
      const page = await openPage()
      page.remember(MESSAGE, true)
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
    remember(MESSAGE, true)
    expect(wasSeen({ ...MESSAGE, ...change })).toBe(false)
  })

  it('hides none that merely quotes it, nor one that it quotes', async () => {
    const { remember, wasSeen } = await openPage()
    const quoting = { ...MESSAGE, msgBody: JSON.stringify(MESSAGE) }
    remember(quoting, true)
    expect(wasSeen(MESSAGE)).toBe(false)
    remember(MESSAGE, true)
    expect(wasSeen({ ...MESSAGE, msgBody: JSON.stringify(quoting) })).toBe(false)
  })

  it('of any length is known again, and is another one with its last letter changed', async () => {
    const { remember } = await openPage()
    const long = { ...MESSAGE, msgBody: '風'.repeat(3_000_000) }
    remember(long, true)
    const { wasSeen } = await openPage()
    expect(wasSeen({ ...long })).toBe(true)
    expect(wasSeen({ ...long, msgBody: `${long.msgBody.slice(1)}雨` })).toBe(false)
  })
})

it('the list kept stays small, and the newest are in it', async () => {
  const { remember } = await openPage()
  const messages = Array.from({ length: 1500 }, (_, index) => titled(`Message ${index}`))
  for (const message of messages) remember(message, true)
  expect(localStorage.getItem('schoolbell')?.length).toBeLessThanOrEqual(100_000)
  const { wasSeen } = await openPage()
  expect(messages.slice(-1000).every(wasSeen)).toBe(true)
  expect(messages.slice(0, 100).some(wasSeen)).toBe(false)
})
