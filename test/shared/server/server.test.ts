import fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { isLoopback, listen, listenError } from '../../../shared/server/listen.ts'
import { NO_PAGE } from '../../../shared/server/no-page.ts'
import { answerBadAddress, answerWithProblems, HttpProblem } from '../../../shared/server/problem.ts'

describe('listening', () => {
  it('takes a free port for 0 and says which', async () => {
    await using server = Object.assign(fastify(), { [Symbol.asyncDispose]: () => server.close() })
    const address = await listen(server, { host: '127.0.0.1', port: 0 })
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d{4,5}$/)
    expect((await fetch(address)).status).toBe(404)
  })

  it('names a busy port and the remedy', async () => {
    const first = fastify()
    const second = fastify()
    const { port } = new URL(await listen(first, { host: '127.0.0.1', port: 0 }))
    const call = listen(second, { host: '127.0.0.1', port: Number(port) })
    const cause = expect.objectContaining({ code: 'EADDRINUSE' })
    await expect(call).rejects.toMatchObject({ code: 'PORT_BUSY', cause })
    await expect(call).rejects.toThrow(
      `port ${port} on 127.0.0.1 is in use; stop what listens there or choose another port`,
    )
    await Promise.all([first.close(), second.close()])
  })

  it('names an address that is not this machine’s', async () => {
    const server = fastify()
    await expect(listen(server, { host: '192.0.2.1', port: 0 })).rejects.toMatchObject({
      code: 'PORT_REFUSED',
      cause: expect.objectContaining({ code: 'EADDRNOTAVAIL' }),
      message: '192.0.2.1 is no address of this machine; choose another host',
    })
    await server.close()
  })

  it('says which ports a user may not take, and leaves other reasons as they are', () => {
    const place = { host: '127.0.0.1', port: 80 }
    const refused = (code: string) => listenError(Object.assign(new Error('odd'), { code }), place).message
    expect(refused('EACCES')).toBe('this user may not listen on port 80; choose another port, above 1023')
    expect(refused('ENOTFOUND')).toBe('127.0.0.1 is no address of this machine; choose another host')
    expect(refused('EMFILE')).toBe('cannot listen on 127.0.0.1 port 80: odd')
  })

  it.each([
    ['127.0.0.1', true],
    ['127.80.255.100', true],
    ['::1', true],
    ['[::1]', true],
    ['localhost', true],
    ['my-localhost', false],
    ['localhost.example', false],
    ['[::1].example', false],
    ['a127.0.0.1', false],
    ['0.0.0.0', false],
    ['::', false],
    ['192.168.0.1', false],
    ['127.0.0.1.example', false],
  ])('%s is reached from this machine only: %s', (host, loopback) => {
    expect(isLoopback(host)).toBe(loopback)
  })
})

describe('problems', () => {
  it('an unknown address and a fault inside are problem details, and the fault stays inside', async () => {
    const server = fastify()
    answerWithProblems(server)
    server.get('/broken', () => {
      throw new Error('the password is swordfish')
    })
    const address = await listen(server, { host: '127.0.0.1', port: 0 })
    const [missing, broken] = await Promise.all([
      fetch(`${address}/none?token=x`),
      fetch(`${address}/broken`),
    ])
    expect(missing.headers.get('content-type')).toBe('application/problem+json')
    expect(await missing.json()).toEqual({
      type: 'about:blank',
      status: 404,
      title: 'Not Found',
      detail: 'There is nothing at GET /none',
    })
    expect(broken.status).toBe(500)
    expect(await broken.text()).not.toContain('swordfish')
    await server.close()
  })

  it('what went wrong inside is logged, and no refusal is', async () => {
    const logged: string[] = []
    const stream = { write: (line: string) => void logged.push(line) }
    const server = fastify({ logger: { level: 'error', stream } })
    answerWithProblems(server)
    server.get('/broken', () => {
      throw new Error('no such table')
    })
    server.get('/closed', () => {
      throw new HttpProblem(503, 'The school is closed')
    })
    server.get('/odd', () => {
      throw Object.assign(new Error('What is sent is odd'), { statusCode: 422 })
    })
    const [closed, odd, broken] = await Promise.all(
      ['/closed', '/odd', '/broken'].map(async url => (await server.inject(url)).json()),
    )
    expect(closed).toMatchObject({
      status: 503,
      title: 'Service Unavailable',
      detail: 'The school is closed',
    })
    expect(odd).toEqual({ type: 'about:blank', status: 422, title: 'What is sent is odd' })
    expect(broken).toEqual({ type: 'about:blank', status: 500, title: 'Internal Server Error' })
    expect(logged.map(line => JSON.parse(line).err.message)).toEqual(['no such table'])
    await server.close()
  })

  it('what the framework refuses is told with its reason', async () => {
    const server = fastify()
    answerWithProblems(server)
    server.post('/menu', () => 'soup')
    const headers = { 'content-type': 'text/csv' }
    const { body } = await server.inject({ method: 'POST', url: '/menu', headers, payload: 'soup' })
    const reason = { title: 'Unsupported Media Type', detail: 'Unsupported Media Type' }
    expect(JSON.parse(body)).toEqual({ type: 'about:blank', status: 415, ...reason })
    await server.close()
  })

  it.each([
    [400, { title: 'Bad Request', detail: 'The address cannot be decoded' }],
    [414, { title: 'URI Too Long' }],
  ])('an address that reaches no route is %i', async (status, said) => {
    const server = fastify({ frameworkErrors: answerBadAddress, routerOptions: { maxParamLength: 10 } })
    server.get('/lists/:name', () => 'found')
    const { statusCode, headers, body } = await server.inject(
      status === 414 ? `/lists/${'x'.repeat(11)}` : '/lists/%E0%A4%A',
    )
    expect([statusCode, JSON.parse(body)]).toEqual([status, { type: 'about:blank', status, ...said }])
    expect(headers).toMatchObject(NO_PAGE)
    await server.close()
  })
})
