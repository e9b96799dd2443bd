/** How an address stands in a message: without what may be secret. */
import { describe, expect, it } from 'vitest'
import { addressOf, reasonOf } from '../../../shared/client/limited-fetch.ts'
import { readPicture, webAddress } from '../../../shared/client/web-address.ts'

it.each([
  ['https://me:secret@service.school.example/cms?token=secret#a', 'https://service.school.example/cms'],
  ['not an address', '"not an address"'],
  ['file:///secret', '"file:///secret"'],
  ['x'.repeat(100), `"${'x'.repeat(80)}"`],
])('%s is shown as %s', (address, shown) => {
  expect(addressOf(address)).toBe(shown)
})

it('the reason of an error stands without the address, where that is known', () => {
  const error = new Error('https://service.school.example/cms: answers HTTP 500')
  expect(reasonOf(error, 'https://service.school.example/cms?a=b')).toBe('answers HTTP 500')
  expect(reasonOf('no words', 'https://service.school.example/cms')).toBe('no words')
})

describe('an address in an entry', () => {
  it.each([
    ['http://files.example/a', true],
    ['HTTPS://files.example/a', true],
    ['ahttp://files.example/a', false],
    ['https-like:a', false],
    ['javascript:alert(1)', false],
    ['/a', false],
    [new URL('https://files.example/a'), false],
    [undefined, false],
  ])('%s is used: %s', (address, isUsed) => {
    expect(webAddress(address)).toBe(isUsed ? address : undefined)
  })

  it('that is missing or empty is none, without a remark', () => {
    for (const none of ['', undefined]) {
      expect(readPicture(none, '/thumbnailUrl', () => expect.fail('it remarked'))).toBeUndefined()
    }
  })
})
