/** What a service sends is read as it is meant, and where it is no answer, the error says what came. */
import { describe, expect, it } from 'vitest'
import { ContractError, createContentClient, TransportError } from '../../../shared/client/index.ts'
import { readNewsStream } from '../../../shared/client/news-stream.ts'
import { dateOf, decoderOf, detailOf, isSuccess } from '../../../shared/client/reply.ts'
import { DEEPEST_ANSWER, readText } from '../../../shared/client/request.ts'

const ADDRESS = 'https://service.school.example/cms/api/v1/news/check'
const bytesOf = (text: string) => new TextEncoder().encode(text)

async function* bodyOf(parts: readonly Uint8Array[]) {
  yield* parts
}

/** What the reader of a news answer throws. */
async function newsError(text: string, status = 200): Promise<unknown> {
  const reply = { status, headers: new Headers(), body: bodyOf([bytesOf(text)]) }
  return await readNewsStream(ADDRESS, reply, () => {}).catch(error => error)
}

/** What a call for popup messages throws. */
async function popupsError(text: string, status = 200): Promise<unknown> {
  const fetch = async () => new Response(text, { status })
  const client = createContentClient({ serviceUrl: 'https://service.school.example/cms', fetch })
  return await client.popups({ siteId: 'academy' }).catch(error => error)
}

describe('a body that is no answer', () => {
  it.each([
    ['\n\n  <!doctype html>', '"<!doctype html>"'],
    ['  "abc', '"\\"abc"'],
  ])('%j is shown from its first character', async (text, begins) => {
    for (const error of [await newsError(text), await popupsError(text)]) {
      expect(error).toBeInstanceOf(ContractError)
      expect(`${error}`).toContain(`begins ${begins})`)
    }
  })

  it('has the parser’s own error as its cause where it is read as a stream', async () => {
    expect(await newsError('<!doctype html>')).toMatchObject({ cause: expect.any(Error) })
  })

  it.each(['', '{"code":'])('%j with a status of failure is named by the status', async text => {
    for (const error of [await newsError(text, 502), await popupsError(text, 502)]) {
      expect(error).toBeInstanceOf(TransportError)
      expect(error).toMatchObject({ code: 'STATUS', status: 502 })
    }
  })

  it('that is cut short keeps its status', async () => {
    for (const error of [await newsError('{"code":'), await popupsError('{"code":')])
      expect(error).toMatchObject({ code: 'UNREACHABLE', status: 200 })
  })

  it('that is nested too deep is named as such', async () => {
    const deep = `${'['.repeat(DEEPEST_ANSWER + 1)}${']'.repeat(DEEPEST_ANSWER + 1)}`
    const error = await popupsError(deep)
    expect(error).toBeInstanceOf(ContractError)
    expect(`${error}`).toContain('is nested more than 100000 levels deep')
  })

  it('without a list of news says that it is missing', async () => {
    const error = await newsError('{"txID":"t","code":"D00000","content":{}}')
    expect(`${error}`).toContain('/content/newsList is missing')
  })
})

it('a body is one text, wherever its parts are cut', async () => {
  const bytes = bytesOf('停課')
  expect(await readText(bodyOf([...bytes].map(byte => Uint8Array.of(byte))))).toBe('停課')
})

describe('the character set of a body', () => {
  it.each([
    ['application/json', 'utf-8'],
    ['application/json;charset=Big5', 'big5'],
    ['application/json; charset="Big5"', 'big5'],
    ['application/json;  Charset=big5; version=1', 'big5'],
  ])('of %s is %s', (type, encoding) => {
    const headers = new Headers({ 'content-type': type })
    expect(decoderOf(ADDRESS, { status: 200, headers }).encoding).toBe(encoding)
  })

  it('that nobody knows is named, but not where the status says more', () => {
    const headers = new Headers({ 'content-type': 'application/json; charset=big6' })
    expect(() => decoderOf(ADDRESS, { status: 200, headers })).toThrow(
      expect.objectContaining({
        message: expect.stringContaining('unknown character set "big6"'),
        cause: expect.any(RangeError),
      }),
    )
    expect(decoderOf(ADDRESS, { status: 502, headers }).encoding).toBe('utf-8')
  })
})

it.each([
  [199, false],
  [200, true],
  [299, true],
  [300, false],
])('HTTP %i is success: %s', (status, isOne) => {
  expect(isSuccess(status)).toBe(isOne)
})

it.each([
  ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
  ['Wed, 31 Dec 1969 23:59:59 GMT', undefined],
])('the Date header %s is read as %s', (date, atMs) => {
  expect(dateOf(new Headers({ date }))).toBe(atMs)
})

it.each([
  [{ detail: 'busy', title: 'Refused' }, 'busy'],
  [{ detail: 7, title: 'Refused' }, 'Refused'],
  [[], ''],
  ['busy', ''],
  [7, ''],
  [null, ''],
  [undefined, ''],
])('a refusal with %j gives the reason %j', (json, reason) => {
  expect(detailOf(json)).toBe(reason)
})
