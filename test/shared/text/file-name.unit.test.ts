import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fileNameOf } from '../../../shared/text/file-name.ts'

test('a plain identifier is its own file name', () => {
  expect(fileNameOf('2026-09_17')).toBe('2026-09_17')
})

test('whatever a file system or an address would read in its own way is spelt out', () => {
  expect(fileNameOf('../A 國')).toBe('~002e~002e~002fa~0020~570b~u8')
  expect(fileNameOf('NEWS-17')).toBe('news-17~uf')
  expect(fileNameOf('𠮷')).toBe('~d842~dfb7')
})

test('no two identifiers share a file, even where A and a are one name', () => {
  const identifiers = fc.tuple(fc.string({ unit: 'binary', maxLength: 100 }), fc.string({ unit: 'binary' }))
  fc.assert(
    fc.property(identifiers, ([one, other]) => {
      fc.pre(one !== other)
      expect(fileNameOf(one).toLowerCase()).not.toBe(fileNameOf(other).toLowerCase())
    }),
  )
})

test('an identifier of any length has a name that a file system takes, and its own', () => {
  const long = 'x'.repeat(5_000)
  expect(fileNameOf(long)).toHaveLength(200)
  expect(fileNameOf(`${long}a`)).not.toBe(fileNameOf(`${long}b`))
})

test('a name of 200 characters is whole, a longer one has a digest for its end', () => {
  expect(fileNameOf('a'.repeat(200))).toBe('a'.repeat(200))
  expect(fileNameOf('a'.repeat(201))).toMatch(/^a{182}~~[0-9a-f]{16}$/)
})
