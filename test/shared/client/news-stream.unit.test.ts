import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createJsonStream } from '../../../shared/client/json-stream.ts'
import { readNewsStream } from '../../../shared/client/news-stream.ts'

/** The elements of an array, read in parts of these sizes, over and over. */
function elements(
  bytes: Uint8Array,
  sizes: readonly number[],
  deepest = 100,
): { read: unknown[]; whole: boolean } {
  const read: unknown[] = []
  const onValue = ({ value }: { value?: unknown }) => void read.push(value)
  const stream = createJsonStream({
    ...{ paths: ['$.*'], deepest, onValue },
    ...{ onToken: () => {}, characters: new TextDecoder() },
  })
  for (let at = 0, part = 0; at < bytes.length; part += 1) {
    const size = sizes[part % sizes.length] ?? bytes.length
    stream.write(bytes.subarray(at, at + size))
    at += size
  }
  return { read, whole: stream.end() }
}

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** A whole number that loses digits comes as their text. */
const exact = (_: string, value: unknown) =>
  typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER && /^-?\d+$/.test(`${value}`)
    ? `${value}`
    : value

it('any values come as JSON.parse reads them, in whatever parts', () => {
  const values = fc.array(fc.jsonValue({ maxDepth: 5, stringUnit: 'binary' }))
  const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(values, sizes, (values, sizes) => {
      const text = JSON.stringify(values)
      expect(elements(bytesOf(text), sizes)).toEqual({ read: JSON.parse(text, exact), whole: true })
    }),
  )
})

it('any bytes inside a text come as the platform decodes them, and the next value is whole', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 })
  const inside = fc.uint8Array({ min: 0x80, maxLength: 12 })
  fc.assert(
    fc.property(inside, sizes, (inside, sizes) => {
      const bytes = Buffer.concat([bytesOf('["'), inside, bytesOf('","中"]')])
      const decoded = new TextDecoder('utf-8', { ignoreBOM: true }).decode(inside)
      expect(elements(bytes, sizes)).toEqual({ read: [decoded, '中'], whole: true })
    }),
  )
})

it('a byte order mark in a text stays where it is', () => {
  const values = ['\uFEFFa', 'b\uFEFF中\uFEFF', { '\uFEFF': '\uFEFF' }]
  expect(elements(bytesOf(JSON.stringify(values)), [1, 5])).toEqual({ read: values, whole: true })
})

it('what lies too deep is left out, and what stands beside it stays', () => {
  const text = '[{"a":[[1,{"b":[2]},[[3]],4],5],"c":6},[[[[7]],8]],9]'
  expect(elements(bytesOf(text), [1], 4)).toEqual({
    read: [{ a: [[], 5], c: 6 }, [[[], 8]], 9],
    whole: true,
  })
})

it('a million levels are read like any other text', () => {
  const levels = 1_000_000
  const bytes = bytesOf(`[${'['.repeat(levels)}${']'.repeat(levels)},1]`)
  expect(elements(bytes, [65_536], 3)).toEqual({ read: [[[]], 1], whole: true })
})

it.each(['', '[1', '[[[[[', '[[[[[]]]]'])('%j is not whole', text => {
  expect(elements(bytesOf(text), [2], 3).whole).toBe(false)
})

it('a body that ends inside a character is not whole, and one that goes on after its value is no JSON', () => {
  expect(elements(Buffer.from([0x5b, 0x31, 0x5d, 0xe4, 0xb8]), [5]).whole).toBe(false)
  expect(() => elements(bytesOf('[1] 2'), [5])).toThrow()
  expect(() => elements(bytesOf('[1]]'), [1])).toThrow()
})

it('a streamed answer hands nothing on before an entry has come', async () => {
  const taken: unknown[][] = []
  const texts = ['{"txID":"t","code":"D00000",', '"content":{"newsList":[1,2', ',3]', '}}']
  async function* body() {
    yield* texts.map(bytesOf)
  }
  const reply = { status: 200, headers: new Headers(), body: body() }
  const { count } = await readNewsStream('https://school.example', reply, raw => void taken.push(raw))
  expect({ taken, count }).toEqual({ taken: [[1], [2, 3]], count: 3 })
})
