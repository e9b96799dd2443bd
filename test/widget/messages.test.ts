// @vitest-environment node
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askMessages, isMessage } from '../../widget/messages.ts'

let reply: { status: number; body: string }
const asked: string[] = []
const server = createServer((request, response) => {
  asked.push(request.url ?? '')
  response.writeHead(reply.status, { 'access-control-allow-origin': '*' }).end(reply.body)
})
let service: string

beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  service = `http://127.0.0.1:${(server.address() as AddressInfo).port}/cms`
})
afterAll(() => new Promise(resolve => server.close(resolve)))

const MESSAGE = { msgTitle: 'Fees', msgBody: '', displayDate: '20260901080500' }
const answer = (envelope: unknown, status = 200) => {
  reply = { status, body: JSON.stringify(envelope) }
}

describe('asking for messages', () => {
  it('names site and language, whether the address ends in a slash or not', async () => {
    answer({ txID: 't', code: 'D00000', message: 'ok', content: [MESSAGE] })
    expect(await askMessages(service, 'pre-school', 'zh-HK')).toEqual([MESSAGE])
    await askMessages(`${service}/`, 'a&b', 'en-US')
    expect(asked.slice(-2)).toEqual([
      '/cms/api/v1/popupmsg/check?siteId=pre-school&lang=zh-HK',
      '/cms/api/v1/popupmsg/check?siteId=a%26b&lang=en-US',
    ])
  })

  it('goes by the envelope’s code, not by the status', async () => {
    answer({ txID: 't', code: 'D00000', message: 'ok', content: [MESSAGE] }, 500)
    expect(await askMessages(service, 'academy', 'en-US')).toEqual([MESSAGE])
    answer({ txID: 't', code: 'D20004', message: 'siteID does not exist', content: [MESSAGE] })
    await expect(askMessages(service, 'academy', 'en-US')).rejects.toThrow('D20004')
  })

  it('fails on what is no envelope', async () => {
    for (const body of ['', '<h1>', 'null', '[]', '{}']) {
      reply = { status: 200, body }
      await expect(askMessages(service, 'academy', 'en-US')).rejects.toThrow()
    }
  })
})

it.each([
  [MESSAGE, true],
  [{ ...MESSAGE, iconId: 7, needConfirm: null }, true],
  [{ ...MESSAGE, msgBody: undefined }, false],
  [{ ...MESSAGE, msgTitle: 1 }, false],
  [{ ...MESSAGE, displayDate: null }, false],
  [null, false],
  ['text', false],
])('%j is a message: %s', (value, expected) => {
  expect(isMessage(value as Parameters<typeof isMessage>[0])).toBe(expected)
})
