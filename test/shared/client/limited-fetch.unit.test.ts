/** One call with its limits, over a network that is scripted here: what comes through, and what its errors say. */
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { ContractError } from '../../../shared/client/errors.ts'
import { type Fetch, type LimitedFetchOptions, limitedFetch } from '../../../shared/client/limited-fetch.ts'
import { readText } from '../../../shared/client/request.ts'

const ADDRESS = 'https://files.example/hall'

const ask = (options: LimitedFetchOptions) =>
  limitedFetch(ADDRESS, {}, options, async ({ status, body }) => ({ status, text: await readText(body) }))
const answer = (body: string | null, init?: ResponseInit) => async () => new Response(body, init)
const failWith = (error: unknown) => () => Promise.reject(error)

function stopClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
}

describe('the size of a body', () => {
  it('may be the limit itself', async () => {
    expect(await ask({ fetch: answer('1234'), maxBytes: 4 })).toEqual({ status: 200, text: '1234' })
    await expect(ask({ fetch: answer('12345'), maxBytes: 4 })).rejects.toMatchObject({
      ...{ code: 'TOO_LARGE', status: 200 },
      message: `${ADDRESS}: the body is larger than 4 bytes`,
    })
  })

  it('is believed when its header says that it is too large', async () => {
    const fetch = answer('1', { headers: { 'content-length': '5' } })
    await expect(ask({ fetch, maxBytes: 4 })).rejects.toMatchObject({ code: 'TOO_LARGE' })
    expect(await ask({ fetch, maxBytes: 5 })).toMatchObject({ text: '1' })
  })
})

describe('a redirect', () => {
  it.each([
    [300, '/login/secret', ' to https://files.example'],
    [302, 'https://login.example/secret', ' to https://login.example'],
    [399, undefined, ''],
    [307, 'http://[', ''],
  ])('of HTTP %d to %s is refused, and names the server that it leads to', async (status, location, to) => {
    const fetch = answer(null, { status, headers: location === undefined ? {} : { location } })
    await expect(ask({ fetch })).rejects.toMatchObject({
      ...{ code: 'REDIRECT', status },
      message: `${ADDRESS}: answers with a redirect${to}; use the final address instead`,
    })
  })

  it('is refused in a browser, too, which hides its status', async () => {
    const hidden = { type: 'opaqueredirect', status: 0, headers: new Headers(), body: null } as const
    await expect(ask({ fetch: async () => hidden })).rejects.toMatchObject({ code: 'REDIRECT' })
  })

  it.each([299, 304, 400])('is not what HTTP %d says', async status => {
    expect(await ask({ fetch: answer(null, { status }) })).toEqual({ status, text: '' })
  })
})

describe('a call that takes too long', () => {
  /** Each part of the body comes so long after the one before it. */
  const slowly = (waits: number[]): Fetch => {
    const left = [...waits]
    return async (_url, { signal }) => {
      const body = new ReadableStream({
        start: controller => signal?.addEventListener('abort', () => controller.error(signal.reason)),
        async pull(controller) {
          const waitMs = left.shift()
          if (waitMs === undefined) return controller.close()
          await new Promise(resolve => setTimeout(resolve, waitMs))
          if (!signal?.aborted) controller.enqueue(new Uint8Array(1))
        },
      })
      return new Response(body)
    }
  }

  it.each([
    [{ timeoutMs: 1_000, totalMs: 5_000 }, [999, 2_000], ': nothing arrived for 1000 ms'],
    [{ timeoutMs: 1_000 }, [2_000], ' within 1000 ms'],
    [{ timeoutMs: 1_000, totalMs: 2_500 }, [900, 900, 900], ' within 2500 ms'],
  ])('says which of its limits %j has passed, with parts after %j ms', async (limits, waits, why) => {
    stopClock()
    const late = expect(ask({ fetch: slowly(waits), ...limits })).rejects.toMatchObject({
      ...{ code: 'TIMEOUT', message: `${ADDRESS}: no complete response${why}` },
    })
    await vi.advanceTimersByTimeAsync(10_000)
    await late
  })

  it('in a busy process ends late, and Node warns of no timer', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    using warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
    const fetch: Fetch = async (_url, { signal }) => {
      vi.advanceTimersByTime(2_000)
      const fail = (controller: ReadableStreamDefaultController) => controller.error(signal?.reason)
      return new Response(
        new ReadableStream({ start: body => signal?.addEventListener('abort', () => fail(body)) }),
      )
    }
    await expect(ask({ fetch, timeoutMs: 1_000 })).rejects.toMatchObject({ code: 'TIMEOUT' })
    expect(warn).not.toHaveBeenCalled()
  })

  it('says so even if the network calls it by another name', async () => {
    stopClock()
    const fetch: Fetch = (_url, { signal }) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))))
    const late = expect(ask({ fetch, timeoutMs: 1_000 })).rejects.toMatchObject({ code: 'TIMEOUT' })
    await vi.advanceTimersByTimeAsync(1_000)
    await late
  })
})

describe('a call that fails', () => {
  const refused = new Error('connect', { cause: Object.assign(new Error('no'), { code: 'ECONNREFUSED' }) })
  it.each<[unknown, string]>([
    [refused, ': nothing listens at files.example:443; check the address and that the server is running'],
    [new TypeError('fetch failed', { cause: new Error('the cable is cut') }), ' (the cable is cut); check'],
    [new TypeError('the network is off'), ' (the network is off); check the address'],
    [new DOMException('', 'NetworkError'), ' (NetworkError); check'],
    ['a text', ' (a text); check'],
  ])('with %o says why, and what to do', async (cause, reason) => {
    await expect(ask({ fetch: failWith(cause) })).rejects.toMatchObject({
      ...{ code: 'UNREACHABLE', cause },
      message: expect.stringContaining(`${ADDRESS}: cannot be reached${reason}`),
    })
  })

  it('with an error of a client fails with that one', async () => {
    const error = new ContractError(ADDRESS, '', 'is not for this host')
    await expect(ask({ fetch: failWith(error) })).rejects.toBe(error)
  })

  it('because it is cancelled says so, and what broke off', async () => {
    const cause = new Error('closing time')
    const call = ask({ fetch: failWith(cause), signal: AbortSignal.abort() })
    await expect(call).rejects.toMatchObject({ code: 'ABORTED', cause })
  })
})
