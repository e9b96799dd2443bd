import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  ContractError,
  createContentClient,
  type NewsAnswer,
  ServiceError,
  TransportError,
} from '../../../shared/client/index.ts'
import { detailOf } from '../../../shared/client/reply.ts'
import {
  body,
  failure,
  hang,
  json,
  reset,
  type Script,
  startUpstream,
  success,
  truncated,
} from '../../support/scripted-upstream.ts'

const message = { msgTitle: 'Notice', msgBody: '<p>Text</p>', displayDate: '20260921063000' }
const entry = {
  newsId: '1',
  newsTitle: 'Title',
  newsContent: '<p>Text</p>',
  newsDate: '20260901',
  newsDateTime: '20260901100000',
}
const since = { siteId: 'academy', lastSyncTime: '20260901000000' } as const

/** One news call against a server that answers like this. */
async function newsFrom(script: Script, limits = {}): Promise<NewsAnswer> {
  await using upstream = await startUpstream(script)
  return await createContentClient({ serviceUrl: `${upstream.url}/cms`, ...limits }).news(since)
}

/** One call for popup messages to such a server. */
async function popupsFrom(script: Script) {
  await using upstream = await startUpstream(script)
  return await createContentClient({ serviceUrl: upstream.url }).popups({ siteId: 'academy' })
}

/** What a call for news fails with. */
async function newsError(script: Script, limits = {}): Promise<unknown> {
  return await newsFrom(script, limits).then(
    () => expect.fail('the call succeeded'),
    error => error,
  )
}

describe('asking', () => {
  // Promise: content/paths, news/parameters
  it('names site, language, time and identifiers as the interface does', async () => {
    await using upstream = await startUpstream(success({ newsList: [], delNewsIds: [] }))
    const content = createContentClient({ serviceUrl: `${upstream.url}/cms/` })
    await content.news({ ...since, lang: 'zh-HK', newsIDs: ['a b', 'c&d'] })
    expect(upstream.requests.map(request => request.url)).toEqual([
      '/cms/api/v1/news/check?siteId=academy&lang=zh-HK&lastSyncTime=20260901000000&newsIDs=a+b%2Cc%26d',
    ])
  })

  // Promise: silent/first-segment
  it('works with a base address of any path, or none', async () => {
    await using upstream = await startUpstream(success([message]))
    for (const path of ['', '/', '/school/information']) {
      await createContentClient({ serviceUrl: upstream.url + path }).popups({ siteId: 'pre-school' })
    }
    expect(upstream.requests.map(request => request.url)).toEqual([
      '/api/v1/popupmsg/check?siteId=pre-school',
      '/api/v1/popupmsg/check?siteId=pre-school',
      '/school/information/api/v1/popupmsg/check?siteId=pre-school',
    ])
  })
})

describe('a service that lets go of a connection which it kept', () => {
  it('is asked once more, and not a third time', async () => {
    await using upstream = await startUpstream(success([message]))
    const content = createContentClient({ serviceUrl: upstream.url })
    const ask = () => content.popups({ siteId: 'academy' })
    await ask()
    let resets = 1
    upstream.answer((response, request) => {
      resets -= 1
      const script = resets < 0 ? success([message]) : reset
      script(response, request)
    })
    expect(await ask()).toMatchObject({ messages: [message] })
    expect(upstream.requests).toHaveLength(3)
    upstream.answer(reset)
    await expect(ask()).rejects.toMatchObject({ code: 'UNREACHABLE' })
    await expect(ask()).rejects.toMatchObject({ code: 'UNREACHABLE' })
    // Twice for the first, once for the second.
    expect(upstream.requests).toHaveLength(6)
  })
})

describe('an address', () => {
  it.each([
    ['', 'serviceUrl must be an http or https URL'],
    ['ftp://sis.example/cms', 'serviceUrl must be an http or https URL'],
    ['ahttp://sis.example/cms', 'serviceUrl must be an http or https URL'],
    ['https://clerk:sesame@sis.example/cms', 'serviceUrl must not hold a user name or a password'],
  ])('%j is refused when the client is made, without showing it', (serviceUrl, message) => {
    const made = () => createContentClient({ serviceUrl })
    expect(made).toThrow(message)
    expect(made).not.toThrow('sesame')
  })
})

describe('reading an answer', () => {
  it('gives the messages, the txID and the time of the answer', async () => {
    const answer = await popupsFrom(success([message], { date: 'Tue, 01 Sep 2026 02:00:00 GMT' }))
    const answeredAtMs = Date.UTC(2026, 8, 1, 2)
    expect(answer).toMatchObject({ messages: [message], txID: 'tx-1', answeredAtMs })
  })

  it.each(['yesterday', 'Fri, 01 Jan -0050 00:00:00 GMT'])(
    'says so when there is no usable Date header: %s',
    async date => {
      const content = { newsList: [], delNewsIds: [] }
      expect((await newsFrom(success(content, { date }))).answeredAtMs).toBeUndefined()
    },
  )

  // Promise: silent/del-news-ids
  it('reads delNewsIds, each identifier once', async () => {
    const { delNewsIds } = await newsFrom(success({ newsList: [], delNewsIds: '4, 5,4,' }))
    expect(delNewsIds).toEqual(['4', '5'])
  })

  // Promise: silent/del-news-ids
  it.each<[what: string, delNewsIds: unknown, path: string]>([
    ['an object', ['4', {}], '/content/delNewsIds/1'],
    ['U+0000', ['\0', '4'], '/content/delNewsIds/0'],
  ])('of delNewsIds leaves %s out, with a remark, and reads the others', async (_, delNewsIds, path) => {
    const answer = await newsFrom(success({ newsList: [], delNewsIds }))
    expect(answer.delNewsIds).toEqual(['4'])
    const done = 'left out: no entry can have it as its identifier'
    expect(answer.remarks).toEqual([{ path, came: expect.any(String), done }])
  })

  it('reads a body in the character set that it is declared to have', async () => {
    const answer = JSON.stringify({ code: 'D00000', content: { newsList: [entry] } })
    // 停課
    const big5 = Buffer.from(answer.replace('"Title"', '"\xb0\xb1\xbd\xd2"'), 'latin1')
    const script: Script = response => {
      response.setHeader('content-type', 'application/json; charset=Big5')
      response.end(big5)
    }
    expect((await newsFrom(script)).newsList[0]?.newsTitle).toBe('停課')
  })

  it('loses no digit of an identifier that is a large number', async () => {
    const whole = JSON.stringify({
      code: 'D00000',
      content: { newsList: [{ ...entry, newsId: '@' }], delNewsIds: '#' },
    })
    const text = whole.replace('"@"', '9007199254740993').replace('"#"', '[9007199254740995]')
    const { newsList, delNewsIds } = await newsFrom(body(text, 'application/json'))
    expect([newsList[0]?.newsId, delNewsIds]).toEqual(['9007199254740993', ['9007199254740995']])
  })

  // Promise: silent/no-value
  it('reads an optional field that is null as one that is absent', async () => {
    const { newsList, rawList } = await newsFrom(success({ newsList: [{ ...entry, attachments: null }] }))
    expect(newsList).toEqual([{ ...entry, attachments: [] }])
    expect(rawList).toEqual([{ ...entry, attachments: null }])
  })

  // Promise: silent/zone
  it('reads what is odd as well as it can, with remarks, and converts times to the zone', async () => {
    const odd = { ...entry, newsId: 1, newsDate: '2026-08-31T23:30Z', newsDateTime: '2026-08-31T23:30Z' }
    const { newsList, remarks } = await newsFrom(success({ newsList: [entry, odd] }), {
      zone: 'Europe/London',
    })
    expect(newsList[1]).toMatchObject({ ...entry, newsDate: '20260901', newsDateTime: '20260901003000' })
    expect(remarks).toEqual([
      { path: '/content/newsList/1/newsId', came: '1', done: 'read as a text' },
      { path: '/content/newsList/1/newsDate', came: '"2026-08-31T23:30Z"', done: 'read as 20260901' },
      {
        path: '/content/newsList/1/newsDateTime',
        came: '"2026-08-31T23:30Z"',
        done: 'read as 20260901003000',
      },
    ])
  })

  // Promise: silent/no-tx-id
  it.each([
    [{}, ''],
    [{ txID: null, message: null }, ''],
    [{ txID: {}, message: [] }, ''],
    [{ txID: 7, message: 0 }, '7'],
  ])('needs no txID and no message, whatever the HTTP status: %j', async (odd, txID) => {
    const envelope = { ...odd, code: 'D00000', content: { newsList: [entry], delNewsIds: [] } }
    for (const status of [200, 203, 500]) {
      const read = await newsFrom(json(envelope, status))
      expect(read).toMatchObject({ newsList: [{ ...entry, attachments: [] }], txID })
    }
  })
})

describe('a streamed answer', () => {
  it('hands entries on while the rest is still under way, and gives the verdict at the end', async () => {
    const { promise: firstTaken, resolve: tellServer } = Promise.withResolvers<void>()
    const start = `{"content":{"newsList":[${JSON.stringify(entry)},`
    const slow: Script = async response => {
      response.writeHead(200, { 'content-type': 'application/json' }).write(start)
      await firstTaken
      response.end('{"second":1}],"delNewsIds":["9"]},"message":"","code":"D00000","txID":"t"}')
    }
    await using upstream = await startUpstream(slow)
    const taken: unknown[] = []
    const end = await createContentClient({ serviceUrl: upstream.url }).streamNews(since, raw => {
      taken.push(...raw)
      tellServer()
    })
    expect(taken).toEqual([entry, { second: 1 }])
    expect(end).toMatchObject({ count: 2, delNewsIds: ['9'], txID: 't' })
  })

  it.each<[what: string, headers: Record<string, string>, isKnown: boolean]>([
    ['with its length', { 'content-length': '@' }, true],
    ['without its length', {}, false],
    ['compressed', { 'content-length': '@', 'content-encoding': 'gzip' }, false],
  ])('%s says how much of it has come', async (_, headers, isKnown) => {
    const text = JSON.stringify({ txID: 't', code: 'D00000', content: { newsList: [entry], delNewsIds: [] } })
    const sent = headers['content-encoding'] ? gzipSync(text) : Buffer.from(text)
    const length = headers['content-length'] && { 'content-length': `${sent.length}` }
    await using upstream = await startUpstream(response => {
      response.writeHead(200, { 'content-type': 'application/json', ...headers, ...length }).end(sent)
    })
    const told: object[] = []
    await createContentClient({ serviceUrl: upstream.url }).streamNews(since, (_raw, progress) => {
      told.push(progress)
    })
    expect(told).toEqual([{ bytes: text.length, totalBytes: isKnown ? text.length : undefined }])
  })

  it.each([
    ['"content":{"newsList":[],"more":{"newsList":7}}', true],
    ['"content":{"more":{"newsList":7},"newsList":[]},"newsList":7', true],
    ['"content":{"first":"newsList","second":[],"newsList":[]}', true],
    ['"content":{"more":{"newsList":[]}}', false],
    ['"more":{"newsList":[]},"newsList":[],"content":{}', false],
  ])('has its list in its content alone: %s', async (fields, isThere) => {
    const script = body(`{"txID":"t","code":"D00000",${fields}}`, 'application/json')
    const missing = expect.objectContaining({ path: '/content/newsList', code: 'CONTRACT' })
    const read = await newsFrom(script).then(
      ({ newsList }) => newsList,
      error => error,
    )
    expect(read).toEqual(isThere ? [] : missing)
  })

  it('that fails at its very end fails as a whole', async () => {
    const late = `{"content":{"newsList":[${JSON.stringify(entry)}]},"txID":"t","message":"timeout","code":"D20003"}`
    await using upstream = await startUpstream(body(late, 'application/json'))
    const call = createContentClient({ serviceUrl: upstream.url }).streamNews(since, () => {})
    await expect(call).rejects.toMatchObject({ returnCode: 'D20003' })
  })

  it('that goes on silent is given up, however long the whole call may take', async () => {
    const stuck: Script = response => void response.writeHead(200).write('{"content":')
    await using upstream = await startUpstream(stuck)
    const client = createContentClient({ serviceUrl: upstream.url, timeoutMs: 50, totalMs: 600_000 })
    await expect(client.streamNews(since, () => {})).rejects.toMatchObject({ code: 'TIMEOUT' })
  })

  it('an error of the one who takes it in comes through as it is', async () => {
    await using upstream = await startUpstream(success({ newsList: [entry], delNewsIds: [] }))
    const full = Object.assign(new TypeError('disk full'), { code: 'SQLITE_FULL' })
    const call = createContentClient({ serviceUrl: upstream.url }).streamNews(since, () =>
      Promise.reject(full),
    )
    await expect(call).rejects.toBe(full)
  })
})

describe('a return code other than success', () => {
  // Promise: content/verdict, content/tx-id-shown, silent/error-status
  it.each([200, 400, 500])('is a service error with code, message and txID, with HTTP %i', async status => {
    const error = await newsError(failure('D20001', 'siteId should not be empty', status))
    expect(error).toBeInstanceOf(ServiceError)
    expect(error).toMatchObject({
      code: 'SERVICE',
      returnCode: 'D20001',
      returnMessage: 'siteId should not be empty',
      txID: 'tx-2',
    })
  })

  // Promise: silent/no-tx-id
  it.each([200, 500])('is a service error without a message and a txID, too, with HTTP %i', async status => {
    const error = await newsError(json({ code: 'D20003' }, status))
    expect(error).toBeInstanceOf(ServiceError)
    expect(error).toMatchObject({ returnCode: 'D20003', returnMessage: '', txID: '' })
    expect(String(error)).toMatch(/: D20003$/)
  })

  it('is not what a gateway calls a code', async () => {
    const error = await newsError(json({ code: 'UPSTREAM_DOWN', message: 'no backend' }, 502))
    expect(error).toBeInstanceOf(TransportError)
    expect(error).toMatchObject({ code: 'STATUS', status: 502 })
  })

  // Promise: content/other-codes
  it('may be one that the interface does not list', async () => {
    expect(await newsError(failure('E99999', 'new'))).toMatchObject({ returnCode: 'E99999' })
  })
})

describe('what a service writes of itself', () => {
  const nasty = `\u001b]0;owned\u0007\u001b[2J\r\nline two\u009b31m`
  const plain = ' ]0;owned  [2J  line two 31m'
  const endless = `${nasty}${'長'.repeat(100_000)}`

  // Promise: integrate/terminal
  it('can neither steer a terminal nor make a second line of a log, and keeps its words', async () => {
    const error = await newsError(json({ code: `D9${nasty}`, message: nasty, txID: nasty }))
    expect(error).toMatchObject({ returnCode: `D9${plain}`, returnMessage: plain, txID: plain })
    expect(String(error)).toMatch(/^[^\p{Cc}]*: D9 .* \(txID .*\)$/u)
  })

  it('is cut: 300 characters of a message, 100 of a code and a txID', async () => {
    const error = await newsError(json({ code: endless, message: endless, txID: endless }))
    expect(error).toMatchObject({
      returnCode: expect.stringMatching(/^.{99}…$/),
      returnMessage: expect.stringMatching(/^.{299}…$/),
      txID: expect.stringMatching(/^.{99}…$/),
    })
  })

  it('is not cut through a character of two halves', async () => {
    const error = await newsError(json({ code: 'D1', message: '', txID: `${'x'.repeat(98)}😀😀` }))
    expect(error).toMatchObject({ txID: `${'x'.repeat(98)}…` })
  })

  it('is made plain in the txID of a success, in a refusal and in a page instead of JSON', async () => {
    const content = { newsList: [], delNewsIds: [] }
    const { txID } = await newsFrom(json({ txID: endless, code: 'D00000', message: nasty, content }))
    expect(txID).toMatch(/^[^\p{Cc}]{99}…$/u)
    expect(detailOf({ detail: endless })).toMatch(/^[^\p{Cc}]{299}…$/u)
    const page = await newsError(body('\u009b2J<!doctype html><title>Sign in</title>', 'text/\u009bhtml'))
    expect(String(page)).toMatch(
      /the body is not JSON \(text\/ html, begins " 2J<!doctype html><ti?t?l?e?>?"\)/,
    )
  })
})

describe('no usable answer', () => {
  const whole = { txID: 't', code: 'D00000', message: '', content: { newsList: [entry], delNewsIds: [] } }
  const redirect: Script = response => {
    response.writeHead(302, { location: 'http://127.0.0.1:9/elsewhere?key=1' }).end()
  }

  it.each<[what: string, script: Script, limits: object, expected: object]>([
    ['a cut-off body', truncated(whole), {}, { code: 'UNREACHABLE' }],
    ['a connection that breaks', reset, {}, { code: 'UNREACHABLE' }],
    ['silence', hang, { timeoutMs: 50 }, { code: 'TIMEOUT' }],
    ['a body over the limit', json(whole), { maxBytes: 20 }, { code: 'TOO_LARGE' }],
    ['HTTP 502 with a page', body('<html>', 'text/html', 502), {}, { code: 'STATUS', status: 502 }],
    [
      'HTTP 429',
      json({ title: 'slow down' }, 429, { 'retry-after': '7' }),
      {},
      { code: 'STATUS', status: 429, retryAfterSeconds: 7 },
    ],
    [
      'a redirect, which is not followed and names where it leads,',
      redirect,
      {},
      {
        ...{ code: 'REDIRECT', status: 302 },
        message: expect.stringContaining('redirect to http://127.0.0.1:9/elsewhere; use the final address'),
      },
    ],
  ])('%s is a transport error', async (_what, script, limits, expected) => {
    const error = await newsError(script, limits)
    expect(error).toBeInstanceOf(TransportError)
    expect(error).toMatchObject(expected)
  })

  it.each([1, 40, 60, -40, -1])(
    'an answer that ends early, at %s, is not called something else than JSON',
    async end => {
      const cut = body(JSON.stringify(whole).slice(0, end), 'application/json')
      const messages = body(
        JSON.stringify({ ...whole, content: [message] }).slice(0, end),
        'application/json',
      )
      for (const error of [await newsError(cut), await popupsFrom(messages).catch(error => error)]) {
        expect(error).toMatchObject({
          code: 'UNREACHABLE',
          message: expect.stringMatching(
            /ends in the middle of its JSON, after \d+ bytes?; check .* any proxy/,
          ),
        })
      }
    },
  )

  it.each(['[1,]', '{"a" 1}', ''])('%j is not JSON, and not cut short', async text => {
    for (const ask of [newsFrom, popupsFrom]) {
      const error = await ask(body(text, 'application/json')).catch(error => error)
      expect(error).toMatchObject({ code: 'CONTRACT', message: expect.stringContaining('is not JSON') })
    }
  })

  it.each([
    ['gzip', 'gzip or deflate'],
    ['br', 'br'],
    ['zstd', 'zstd'],
  ])('a plain body that is named %s is said to be that', async (encoding, named) => {
    const error = await newsError(json(whole, 200, { 'content-encoding': encoding }))
    expect(error).toBeInstanceOf(ContractError)
    expect(error).toMatchObject({ cause: expect.any(Error) })
    expect(`${error}`).toMatch(new RegExp(`content-encoding says ${named}, but .*; correct the header`))
  })

  it('asks at HTTP 404 whether the first segment of the address is right', async () => {
    const message = /answers HTTP 404; check the first path segment, as in …\/cms$/
    expect(String(await newsError(json({ title: 'Not Found' }, 404)))).toMatch(message)
    expect(String(await newsError(body('<html>', 'text/html', 404)))).toMatch(message)
  })

  it.each([
    ['7', 'Tue, 01 Sep 2026 02:00:00 GMT', 7],
    ['Tue, 01 Sep 2026 02:02:00 GMT', 'Tue, 01 Sep 2026 02:00:00 GMT', 120],
    ['Tuesday, 01-Sep-26 02:02:00 GMT', 'Tue, 01 Sep 2026 02:00:00 GMT', 120],
    ['Tue, 01 Sep 2026 01:00:00 GMT', 'Tue, 01 Sep 2026 02:00:00 GMT', 0],
    ['Tue, 01 Sep 2026 02:02:00 GMT', 'yesterday', undefined],
    ['in 5 minutes', 'Tue, 01 Sep 2026 02:00:00 GMT', undefined],
    ['-5', 'Tue, 01 Sep 2026 02:00:00 GMT', undefined],
  ])('a wish to wait, Retry-After: %s in a reply of %s, is %s seconds', async (retryAfter, date, seconds) => {
    const error = await newsError(json({ title: 'busy' }, 503, { 'retry-after': retryAfter, date }))
    expect(error).toMatchObject({ code: 'STATUS', status: 503, retryAfterSeconds: seconds })
  })

  it('a wish to wait that comes with an envelope counts, too', async () => {
    const busy = { txID: 't', code: 'D20003', message: 'timeout' }
    const error = await newsError(json(busy, 200, { 'retry-after': '7' }))
    expect(error).toBeInstanceOf(ServiceError)
    expect(error).toMatchObject({ returnCode: 'D20003', retryAfterSeconds: 7 })
  })

  it('a body over the limit is noticed while it streams, without a content-length', async () => {
    const endless: Script = response => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const more = () => {
        while (!response.destroyed && response.write('['.repeat(65_536)));
        response.once('drain', more)
      }
      more()
    }
    expect(await newsError(endless, { maxBytes: 1_000_000 })).toMatchObject({ code: 'TOO_LARGE' })
  })

  it('a redirect whose body goes on has its connection let go', async () => {
    const { promise: gone, resolve } = Promise.withResolvers<void>()
    await using upstream = await startUpstream(response => {
      response.on('close', resolve)
      response.writeHead(302, { location: '/' }).write('more to come')
    })
    const call = createContentClient({ serviceUrl: upstream.url }).news(since)
    await expect(call).rejects.toMatchObject({ code: 'REDIRECT' })
    await gone
  })

  it.each([{ timeoutMs: 1_000, totalMs: 5_000 }, { timeoutMs: 1_000 }])(
    'the time that the reader takes is nobody’s silence, with %j',
    async limits => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      onTestFinished(() => void vi.useRealTimers())
      await using upstream = await startUpstream(success({ newsList: [entry], delNewsIds: [] }))
      const client = createContentClient({ serviceUrl: upstream.url, ...limits })
      const end = await client.streamNews(since, () => void vi.advanceTimersByTime(20_000))
      expect(end.count).toBe(1)
    },
  )

  it('a cancelled call says that it was cancelled', async () => {
    const cancel = new AbortController()
    await using upstream = await startUpstream(() => cancel.abort())
    const call = createContentClient({ serviceUrl: upstream.url }).news(since, cancel.signal)
    await expect(call).rejects.toMatchObject({ code: 'ABORTED' })
  })
})

describe('an answer that the interface does not allow', () => {
  it.each<[what: string, script: Script, path: string]>([
    ['a page instead of JSON', body('<!doctype html><title>Sign in</title>', 'text/html'), ''],
    ['an empty body', body('', 'application/json'), ''],
    ['a character set that nobody knows', body('{}', 'application/json; charset=big6'), ''],
    ['a bare array', json([entry]), ''],
    ['an envelope without a code', json({ txID: 't', message: 'm' }), '/code'],
    ['success without content', json({ txID: 't', code: 'D00000', message: '' }), '/content/newsList'],
    ['content that is an array', success([entry]), '/content/newsList'],
    ['a newsList that is an object', success({ newsList: {}, delNewsIds: [] }), '/content/newsList'],
    [
      'an entry with a day that does not exist',
      success({ newsList: [entry, { ...entry, newsDate: '20260230', newsDateTime: '' }] }),
      '/content/newsList/1/newsDateTime',
    ],
    [
      'an entry without a title',
      success({ newsList: [{ ...entry, newsTitle: undefined }] }),
      '/content/newsList/0/newsTitle',
    ],
    ['an entry that is null', success({ newsList: [null] }), '/content/newsList/0'],
  ])('%s is a contract error that names the place', async (_what, script, path) => {
    const error = await newsError(script)
    expect(error).toBeInstanceOf(ContractError)
    expect(error).toMatchObject({ code: 'CONTRACT', path })
  })

  it.each([
    ['{"x":[', ']}'],
    ['[', ']'],
  ])('a value nested 20,000 times, %s…%s, is a contract error', async (open, close) => {
    const deep = `${open.repeat(20_000)}0${close.repeat(20_000)}`
    const answer = (content: unknown) => {
      const envelope = JSON.stringify({ txID: 't', code: 'D00000', message: '', content })
      return body(envelope.replace('"@deep@"', deep), 'application/json')
    }
    expect(await newsError(answer({ newsList: [entry, { ...entry, extra: '@deep@' }] }))).toMatchObject({
      code: 'CONTRACT',
      path: '/content/newsList/1',
      message: expect.stringContaining('is nested more than 64 levels deep'),
    })
    const call = popupsFrom(answer([message, { ...message, extra: '@deep@' }]))
    await expect(call).rejects.toMatchObject({ code: 'CONTRACT', path: '/content' })
  })

  it('an odd popup message is given as a website shows it, and takes no other one away', async () => {
    const odd = { ...message, displayDate: 'soon', iconId: 9, needConfirm: 'ACCEPT' }
    const { messages } = await popupsFrom(success([{ ...message, msgBody: 5 }, odd, message]))
    const { displayDate: _, ...rest } = message
    expect(messages).toEqual([{ ...rest, iconId: '9', needConfirm: 'Accept' }, message])
  })

  it('gives the popup messages of severe weather first', async () => {
    const rain = { ...message, iconId: '2' }
    expect((await popupsFrom(success([message, rain]))).messages).toEqual([rain, message])
  })

  it.each([
    ['no list', {}, '/content'],
    ['a list without a message that can be shown', [{ ...message, msgTitle: 5 }], '/content/0/msgTitle'],
  ])('%s is a contract error of the popup call that names the place', async (_what, content, path) => {
    await expect(popupsFrom(success(content))).rejects.toMatchObject({ code: 'CONTRACT', path })
  })
})
