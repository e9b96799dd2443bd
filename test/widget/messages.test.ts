// @vitest-environment node
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { askMessages } from '../../widget/messages.ts'
import { serve } from '../support/serve.ts'

let reply: { status: number; body: string }
/** Answered in place of `reply`, each once. */
const before: (typeof reply)[] = []
const asked: string[] = []
const server = await serve((request, response) => {
  asked.push(request.url ?? '')
  const { status, body } = before.shift() ?? reply
  response.writeHead(status, { 'access-control-allow-origin': '*' }).end(body)
})
const service = `${server.origin}/cms`
afterAll(() => server[Symbol.asyncDispose]())

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
    await expect(askMessages(service, 'academy', 'en-US', false)).rejects.toThrow('D20004')
  })

  it('fails on what is no envelope', async () => {
    for (const body of ['', '<h1>', 'null', '7', '[]', '{}', '{"code":"D00000","content":[{"msgTi']) {
      reply = { status: 200, body }
      await expect(askMessages(service, 'academy', 'en-US', false)).rejects.toThrow()
    }
  })

  it('tries once more after a failure, and no more than once', async () => {
    const random = vi.spyOn(Math, 'random').mockReturnValue(0)
    onTestFinished(() => random.mockRestore())
    reply = { status: 502, body: '<h1>Bad gateway' }
    asked.length = 0
    await expect(askMessages(service, 'academy', 'en-US')).rejects.toThrow()
    expect(asked).toHaveLength(2)
    before.push(reply)
    answer({ txID: 't', code: 'D00000', message: 'ok', content: [MESSAGE] })
    expect(await askMessages(service, 'academy', 'en-US')).toEqual([MESSAGE])
  })
})
