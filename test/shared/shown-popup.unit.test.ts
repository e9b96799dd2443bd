import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseWireDateTime } from '../../shared/contract/wire-time.ts'
import { ICON_IDS, MOST_MESSAGES, momentOf, shownMessages, shownPopup } from '../../shared/shown-popup.ts'

const TEXTS = { msgTitle: 'Fees', msgBody: '<p>Due</p>' }
const MESSAGE = { ...TEXTS, displayDate: '20260901080500' }

describe('of a popup message a website shows', () => {
  it('all that the interface describes', () => {
    const whole = { ...MESSAGE, iconId: '10', needConfirm: 'Accept' }
    expect(shownPopup(whole)).toEqual(whole)
    expect(shownPopup(MESSAGE)).toEqual(MESSAGE)
  })

  it.each([undefined, null, 5, '', '20260231080000', '20260901', 20260901080500])(
    'no date for the displayDate %j',
    displayDate => {
      expect(shownPopup({ ...TEXTS, displayDate })).toEqual(TEXTS)
    },
  )

  it.each([
    ['confirm', 'confirm'],
    ['Confirm', 'confirm'],
    ['CONFIRM', 'confirm'],
    ['accept', 'Accept'],
    ['ACCEPT', 'Accept'],
    ['', undefined],
    ['yes', undefined],
    [null, undefined],
    [true, undefined],
    [['confirm'], undefined],
  ])('for needConfirm %j the button %s', (needConfirm, button) => {
    expect(shownPopup({ ...MESSAGE, needConfirm })?.needConfirm).toBe(button)
  })

  it.each([
    [2, '2'],
    [10, '10'],
    [1, undefined],
    ['1', undefined],
    ['02', undefined],
    ['', undefined],
    [null, undefined],
    [['9'], undefined],
    [{ toString: 1 }, undefined],
  ])('for iconId %j the icon %s', (iconId, icon) => {
    expect(shownPopup({ ...MESSAGE, iconId })?.iconId).toBe(icon)
  })

  it('each icon of the interface', () => {
    for (const iconId of ICON_IDS) expect(shownPopup({ ...MESSAGE, iconId })?.iconId).toBe(iconId)
  })

  it.each([
    [{ ...MESSAGE, msgTitle: 1 }],
    [{ ...MESSAGE, msgBody: undefined }],
    [null],
    [undefined],
    ['text'],
    [[]],
  ])('nothing if title or body is not text: %j', received => {
    expect(shownPopup(received)).toBeUndefined()
  })

  it('something or nothing of any JSON, without an error', () => {
    fc.assert(
      fc.property(fc.record({ iconId: fc.jsonValue(), needConfirm: fc.jsonValue() }), odd =>
        Boolean(shownPopup({ ...MESSAGE, ...odd })),
      ),
    )
  })
})

// Promise: silent/order, website/severe
it('severe weather comes first, each group as the service sent it', () => {
  const sent = [{}, { iconId: '10' }, { iconId: '9' }, { iconId: '1' }, { iconId: 2 }, { iconId: '3' }]
  const messages = sent.map((icon, index) => ({ ...MESSAGE, ...icon, msgTitle: `${index}` }))
  expect(shownMessages(messages).map(({ msgTitle }) => msgTitle)).toEqual(['2', '4', '5', '0', '1', '3'])
  const before = ICON_IDS.filter(iconId => shownMessages([MESSAGE, { ...MESSAGE, iconId }])[1] === MESSAGE)
  expect(before).toEqual(ICON_IDS.filter(iconId => iconId !== '10'))
})

// Promise: website/severe, website/hundred
it('of thousands of messages a website shows a hundred, and severe weather in any case', () => {
  const answer: object[] = Array.from({ length: 5000 }, (_, index) => ({ ...MESSAGE, msgTitle: `${index}` }))
  const storm = { ...MESSAGE, iconId: '9' }
  const shown = shownMessages([null, { msgTitle: 'half' }, ...answer, storm])
  expect(shown).toEqual([storm, ...answer.slice(0, MOST_MESSAGES - 1)])
})

// Promise: popups/display-date
it('a date is shown exactly when the contract calls it a time', () => {
  const digits = fc.stringMatching(/^\d{4}(0\d|1[0-3])([0-2]\d|3[0-2])([01]\d|2[0-4])[0-6]\d[0-6]\d$/)
  const isTime = (text: string) => {
    try {
      return Boolean(parseWireDateTime(text))
    } catch {
      return false
    }
  }
  fc.assert(
    fc.property(digits, text => (momentOf(text) !== undefined) === isTime(text)),
    { numRuns: 300 },
  )
})
