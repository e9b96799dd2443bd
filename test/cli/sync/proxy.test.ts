/** The proxy that the environment names, and what of it cannot be used. */
import http from 'node:http'
import https from 'node:https'
import { describe, expect, it } from 'vitest'
import { useProxyOfEnvironment } from '../../../cli/sync/proxy.ts'
import { call } from '../../support/call.ts'
import { run } from '../../support/command.ts'
import { startProxy } from '../../support/proxy.ts'
import { scratch } from '../../support/scratch.ts'
import { startUpstream } from '../../support/scripted-upstream.ts'
import { news } from '../../sync-agent/support.ts'

const once = (serviceUrl: string, db: string) => ['sync', 'once', '--db', db, '--service-url', serviceUrl]

describe('schoolbell sync', () => {
  // Promise: operate/proxy
  it('calls the service through it, and this machine never', async () => {
    using place = scratch()
    await using proxy = await startProxy({})
    await using upstream = await startUpstream(news())
    proxy.refuse(403)
    const options = {
      env: {
        HTTPS_PROXY: proxy.url,
        HTTP_PROXY: proxy.url,
        SCHOOLBELL_LANG: 'en-US',
        SCHOOLBELL_LOG_LEVEL: 'silent',
      },
    }
    const there = await run(once('https://service.school.test/cms', place.path('there.db')), options)
    expect(there).toMatchObject({ code: 1, output: expect.stringContaining('the proxy answers HTTP 403') })
    expect(new Set(proxy.lines)).toEqual(new Set(['CONNECT service.school.test:443']))
    const asked = proxy.lines.length
    const here = await run(once(`${upstream.url}/cms`, place.path('here.db')), options)
    expect(here.code).toBe(0)
    expect(proxy.lines).toHaveLength(asked)
  })

  it.each(['socks5://me:secret@proxy', 'http://me:se%cret@proxy', 'proxy:3128', 'proxy'])(
    'ends for %s with one sentence, which does not quote it',
    async HTTPS_PROXY => {
      const line = once('https://service.school.test/cms', '/none/news.db')
      expect(await call(line, { HTTPS_PROXY })).toMatchObject({
        code: 2,
        errors:
          'schoolbell: HTTPS_PROXY: is not the http or https address of a proxy, as in http://proxy:3128 (in a password, write % as %25)\n',
      })
    },
  )
})

it('the proxy is in the variables, in lower case first; without any there is none', () => {
  const asked = () =>
    [http.globalAgent, https.globalAgent].map(agent => Reflect.get(agent, 'options').proxyEnv)
  const restoreNone = useProxyOfEnvironment({ HTTP_PROXY: '', NO_PROXY: '*' })
  expect(asked()).toEqual([undefined, undefined])
  restoreNone()
  const restore = useProxyOfEnvironment({
    https_proxy: 'http://lower',
    HTTPS_PROXY: 'no address',
    NO_PROXY: 'a',
  })
  expect(asked()).toEqual([
    undefined,
    expect.objectContaining({ https_proxy: 'http://lower', no_proxy: 'a,localhost,127.0.0.1,[::1]' }),
  ])
  restore()
  expect(asked()).toEqual([undefined, undefined])
})
