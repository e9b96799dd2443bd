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

describe('a message that was seen', () => {
  it.each([true, false])('is known to the next page (remembered for good: %s)', async lasting => {
    const first = await openPage()
    const key = first.keyOf('academy', MESSAGE)
    expect(first.wasSeen(key)).toBe(false)
    first.remember(key, lasting)
    expect(first.wasSeen(key)).toBe(true)
    expect((await openPage()).wasSeen(key)).toBe(true)
  })

  it('is forgotten with the tab unless it was confirmed', async () => {
    const { keyOf, remember } = await openPage()
    const closed = keyOf('academy', MESSAGE)
    const confirmed = keyOf('academy', { ...MESSAGE, needConfirm: 'confirm' })
    remember(closed, false)
    remember(confirmed, true)
    sessionStorage.clear()
    const { wasSeen } = await openPage()
    expect([wasSeen(closed), wasSeen(confirmed)]).toEqual([false, true])
  })

  it('is known on its page alone where storage is blocked', async () => {
    const blocked = vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError')
    })
    try {
      const page = await openPage()
      const key = page.keyOf('academy', MESSAGE)
      page.remember(key, true)
      expect(page.wasSeen(key)).toBe(true)
      expect((await openPage()).wasSeen(key)).toBe(false)
    } finally {
      blocked.mockRestore()
    }
  })
})

describe('a key', () => {
  it('changes with the site and with everything a message says', async () => {
    const { keyOf } = await openPage()
    const keys = [
      keyOf('academy', MESSAGE),
      keyOf('pre-school', MESSAGE),
      keyOf('academy', { ...MESSAGE, msgTitle: 'Fee' }),
      keyOf('academy', { ...MESSAGE, msgBody: '<p>Due!</p>' }),
      keyOf('academy', { ...MESSAGE, displayDate: '20260901080501' }),
      keyOf('academy', { ...MESSAGE, iconId: '10' }),
      keyOf('academy', { ...MESSAGE, needConfirm: 'Accept' }),
      keyOf('academy', { ...MESSAGE, msgTitle: 'Fees😀' }),
      keyOf('academy', { ...MESSAGE, msgTitle: 'Fees😁' }),
    ]
    expect(new Set(keys).size).toBe(keys.length)
    expect(keyOf('academy', { ...MESSAGE })).toBe(keys[0])
  })

  it('is never found inside another, nor across two', async () => {
    const { remember, wasSeen } = await openPage()
    for (const key of ['.12345.', '.-678.']) remember(key, true)
    for (const key of ['.123.', '.45.', '.678.', '.345.', '.12345.-678.']) expect(wasSeen(key)).toBe(false)
  })
})

it('the list kept stays small, and the newest are in it', async () => {
  const { keyOf, remember } = await openPage()
  const keys = Array.from({ length: 1000 }, (_, index) =>
    keyOf('academy', { ...MESSAGE, msgTitle: `Message ${index}` }),
  )
  for (const key of keys) remember(key, true)
  expect(localStorage.getItem('schoolbell-seen')?.length).toBeLessThanOrEqual(2500)
  const { wasSeen } = await openPage()
  expect(keys.slice(-150).every(wasSeen)).toBe(true)
  expect(keys.slice(0, 100).some(wasSeen)).toBe(false)
})
