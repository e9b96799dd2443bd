/** A message that is odd hides none beside it, and what is odd is named, but not without end. */
import { describe, expect, it } from 'vitest'
import { ContractError } from '../../../shared/client/errors.ts'
import { faultsOfMessages, faultsOfNumber, readMessages } from '../../../shared/client/popup-messages.ts'
import { MOST_MESSAGES } from '../../../shared/shown-popup.ts'

const ADDRESS = 'https://service.school.example/cms/api/v1/popupmsg/check'
const message = { msgTitle: 'Sports day', msgBody: '<p>Bring a hat.</p>', displayDate: '20260901083000' }
const odd = { ...message, needConfirm: 'later' }

describe('the content of a popup call', () => {
  it('is what a website shows, in this order, with what is odd', () => {
    const second = { ...message, msgTitle: 'Second' }
    expect(readMessages([message, second], ADDRESS)).toEqual({ messages: [message, second], faults: [] })
    const { messages, faults } = readMessages([message, 7, odd], ADDRESS)
    expect(messages[0]).toEqual(message)
    expect(faults.map(({ path }) => path)).toEqual(['/content/1', '/content/2/needConfirm'])
  })

  it('is none where nothing in it can be shown; an empty list is good', () => {
    expect(readMessages([], ADDRESS)).toEqual({ messages: [], faults: [] })
    expect(() => readMessages({}, ADDRESS)).toThrow(
      new ContractError(ADDRESS, '/content', 'must be an array'),
    )
    expect(() => readMessages([7], ADDRESS)).toThrow(/\/content\/0/)
  })

  it('may have as many messages as a website shows, and as many wrong ones as are named', () => {
    const many = (length: number, of: unknown) => Array.from({ length }, () => of)
    expect(faultsOfNumber([...many(MOST_MESSAGES, message), ...many(100, 7)])).toEqual([])
    expect(faultsOfNumber(many(MOST_MESSAGES + 1, message))).toEqual([
      {
        path: '/content',
        reason: `has ${MOST_MESSAGES + 1} messages, of which a website shows ${MOST_MESSAGES}`,
      },
    ])
    const wrong = [message, ...many(101, 7)]
    expect(faultsOfNumber(wrong)).toEqual([
      { path: '/content', reason: 'has 101 wrong elements, of which 100 are named' },
    ])
    expect([...faultsOfMessages(wrong).keys()]).toEqual(Array.from({ length: 100 }, (_, index) => index + 1))
  })
})
