/** Who asks for popups as somebody did before is answered past the framework, and cannot tell it by the answer. */
import { randomUUID } from 'node:crypto'
import fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contentOf } from '../../service/content/content.ts'
import { crowd } from '../../service/content/crowd.ts'
import { sendContent } from '../../service/content/reply.ts'
import type { PopupQuestion } from '../../shared/server/popup-question.ts'
import { rawRequest } from '../support/raw-request.ts'
import { type SmallSchool, startSmallSchool } from '../support/small-school.ts'

const ADDRESS = '/popups?siteId=academy'
const QUESTION: PopupQuestion = { siteId: 'academy', lang: 'en-US' }

describe('a call for popups', () => {
  const content = contentOf([{ msgTitle: 'Typhoon signal no. 8' }])
  let kept: () => typeof content | undefined
  let isPlain = true
  let [wholeWay, noted]: [string[], string[]] = [[], []]
  const server = fastify({ forceCloseConnections: true, genReqId: () => randomUUID() })
  let base = ''
  beforeAll(async () => {
    const askedBefore = crowd({
      kept: () => kept(),
      isPlain: () => isPlain,
      note: ({ txID }) => noted.push(txID),
      elapsedMs: () => performance.now(),
    })
    askedBefore.standBefore(server.server)
    server.decorateRequest('told', null).decorateRequest('toldCode', '')
    server.all('/popups', (request, reply) => {
      wholeWay.push(request.id)
      askedBefore.understood(request.url, QUESTION)
      sendContent(request, reply, request.id, content, true)
    })
    base = await server.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    kept = () => content
    isPlain = true
    await ask()
    wholeWay = []
    noted = []
  })
  const ask = (path = ADDRESS, how: Parameters<typeof rawRequest>[2] = {}) => rawRequest(base, path, how)
  const txIDOf = ({ body }: { body: Buffer }) => JSON.parse(body.toString()).txID

  it('goes past the framework when it was asked before in the same words', async () => {
    const answers = [await ask(), await ask(), await ask(ADDRESS, { headers: { 'user-agent': 'another' } })]
    expect(wholeWay).toEqual([])
    expect(noted).toEqual(answers.map(txIDOf))
    expect(new Set(noted).size).toBe(3)
    for (const { status, body } of answers) {
      expect(status).toBe(200)
      expect(JSON.parse(body.toString()).content).toEqual([{ msgTitle: 'Typhoon signal no. 8' }])
    }
  })

  it.each([
    ['asked in other words', `${ADDRESS}&lang=`, {}],
    ['asked by HEAD', ADDRESS, { method: 'HEAD' }],
    ['asked by POST', ADDRESS, { method: 'POST' }],
    ['by somebody who has content', ADDRESS, { headers: { 'if-none-match': '"none"' } }],
    ['by somebody who has this content', ADDRESS, { headers: { 'If-None-Match': content.etag } }],
    ['that brings something', ADDRESS, { headers: { 'content-type': 'application/json' }, body: '{}' }],
    ['that brings nothing, and says so', ADDRESS, { headers: { 'content-length': '0' } }],
  ])('goes the whole way %s', async (_, path, how) => {
    await ask(path, how)
    expect([wholeWay.length, noted.length]).toEqual([1, 0])
  })

  it('goes the whole way while something happens to answers', async () => {
    isPlain = false
    await ask()
    expect([wholeWay.length, noted.length]).toEqual([1, 0])
  })

  it('goes the whole way when nothing is kept, and when the store cannot be asked', async () => {
    kept = () => undefined
    await ask()
    kept = () => {
      throw new Error('disk I/O error')
    }
    expect((await ask()).status).toBe(200)
    expect([wholeWay.length, noted.length]).toEqual([2, 0])
  })

  it('goes the whole way for content that was never sent so', async () => {
    kept = () => contentOf([{ msgTitle: 'Signal lowered' }])
    await ask()
    expect([wholeWay.length, noted.length]).toEqual([1, 0])
  })

  it('is understood anew after two hundred other spellings, and a long one each time', async () => {
    for (let spelling = 0; spelling < 200; spelling += 1) await ask(`${ADDRESS}&no=${spelling}`)
    const long = `${ADDRESS}&no=${'9'.repeat(500)}`
    wholeWay = []
    for (const path of [ADDRESS, ADDRESS, long, long]) await ask(path)
    expect(wholeWay.length).toBe(3)
  })
})

describe('the service', () => {
  let school: SmallSchool
  beforeAll(async () => {
    school = await startSmallSchool()
  })
  afterAll(() => school[Symbol.asyncDispose]())

  it('answers the second call as the first, and notes both alike', async () => {
    const { requests } = school.service
    const headers = { cookie: 'session=1234', authorization: 'Bearer abc', 'user-agent': 'Mozilla/5.0' }
    const path = '/cms/api/v1/popupmsg/check?siteId=academy&lang=zh-HK'
    const ask = () => rawRequest(school.addresses.base, path, { headers })
    const [first, second] = [await ask(), await ask()]
    const without = ({ date: _, ...others }: typeof first.headers) => others
    expect(without(second.headers)).toEqual(without(first.headers))

    await requests.waitFor(({ txID }) => txID === JSON.parse(first.body.toString()).txID)
    const [after, before] = requests.list().requests.map(({ id }) => requests.get(id))
    const alike = (record: typeof after) => {
      const own = { ...record, id: 0, at: '', ms: 0 }
      return JSON.stringify(own)
        .replaceAll(`${record?.txID}`, 'TXID')
        .replaceAll(/[^"]* GMT/g, 'DATE')
    }
    expect(alike(after)).toBe(alike(before))
    expect(JSON.stringify(after)).not.toMatch(/1234|abc/)
    expect(after?.txID).toBe(JSON.parse(second.body.toString()).txID)
  })
})
