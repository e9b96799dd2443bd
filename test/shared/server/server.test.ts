import fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { isLoopback, listen, listenError } from '../../../shared/server/listen.ts'
import { answerWithProblems } from '../../../shared/server/problem.ts'

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
    await expect(call).rejects.toMatchObject({ code: 'PORT_BUSY' })
    await expect(call).rejects.toThrow(
      `port ${port} on 127.0.0.1 is in use; stop what listens there or choose another port`,
    )
    await Promise.all([first.close(), second.close()])
  })

  it('names an address that is not this machine’s', async () => {
    const server = fastify()
    await expect(listen(server, { host: '192.0.2.1', port: 0 })).rejects.toMatchObject({
      code: 'PORT_REFUSED',
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
    ['127.8.9.1', true],
    ['::1', true],
    ['localhost', true],
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
})
