/**
 * What the adapter uses of Next.js, for tests that run without it: a proxy before a page that runs apart from it. Next.js itself is
 * in test/frameworks.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { vi } from 'vitest'
import { type Mount, served, type WebFunctions, webApp } from './mount-parts.ts'

/** One request as a page sees it: through functions, and with the headers of the proxy. */
interface PageRequest {
  headers: Headers
  jar: Map<string, string>
  setCookie: string[]
}

interface CookieOptions {
  path: string
  maxAge: number
  secure: boolean
  httpOnly: boolean
  sameSite: string
}

const requests = new AsyncLocalStorage<PageRequest>()
const current = (): PageRequest => {
  const request = requests.getStore()
  if (!request) throw new Error('outside a request')
  return request
}

/** What a page throws to lead elsewhere. */
class Redirect extends Error {
  readonly path: string

  constructor(path: string) {
    super(`redirect to ${path}`)
    this.path = path
  }
}

/** What a proxy passes on, by its response. */
const passedOn = new WeakMap<Response, Headers>()

const MODULES = {
  'next/headers': {
    headers: async () => current().headers,
    cookies: async () => ({
      get(name: string) {
        const value = current().jar.get(name)
        return value === undefined ? undefined : { value }
      },
      set(name: string, value: string, { path, maxAge, sameSite, ...only }: CookieOptions) {
        current().jar.set(name, value)
        const marks = `${only.secure ? '; Secure' : ''}${only.httpOnly ? '; HttpOnly' : ''}`
        current().setCookie.push(
          `${name}=${value}; Path=${path}; Max-Age=${maxAge}${marks}; SameSite=${sameSite}`,
        )
      },
    }),
  },
  'next/navigation': {
    redirect(path: string) {
      throw new Redirect(path)
    },
  },
  'next/server': {
    NextResponse: {
      next({ request: { headers } }: { request: { headers: Headers } }) {
        const response = new Response(null)
        passedOn.set(response, headers)
        return response
      },
    },
  },
}

for (const [name, functions] of Object.entries(MODULES)) vi.doMock(name, () => functions)
export const { forNext } = await import('../../extension/next.ts')

export const mountNext: Mount = async extension => {
  const { visits, ...functions } = forNext(extension)
  const headersOf = ({ headers }: Request) => [...headers].flat()
  const answer = webApp<Request>({ ...functions, headersOf } as WebFunctions<Request>)
  return await served(request =>
    throughProxy(request, visits, page => answer(page, page.method, new URL(page.url).pathname)),
  )
}
Object.assign(mountNext, { failsWithoutCookies: true, supposesReading: true, decidesBefore: true })

/** @param page is given the request without what came from outside */
export async function throughProxy(
  request: Request,
  proxy: (request: Request) => Promise<Response>,
  page: (request: Request) => Promise<Response>,
): Promise<Response> {
  const said = await proxy(request)
  const headers = passedOn.get(said)
  if (!headers) return said
  const { response, setCookie } = await onPage(headers, () =>
    page(new Request(request.url, { method: request.method, headers })),
  )
  const answer = new Headers(response.headers)
  for (const [name, value] of said.headers) if (name !== 'set-cookie') answer.set(name, value)
  for (const line of [...setCookie, ...said.headers.getSetCookie()]) answer.append('set-cookie', line)
  return new Response(response.body, { status: response.status, headers: answer })
}

/** A page, with the headers of its request: those of the proxy, or where no proxy runs, those from outside. */
export async function onPage(headers: Headers, page: () => Promise<Response>) {
  const pairs = (headers.get('cookie') ?? '').split('; ').map(pair => pair.split('=') as [string, string])
  const request: PageRequest = { headers, jar: new Map(pairs), setCookie: [] }
  const response = await requests.run(request, async () => {
    try {
      return await page()
    } catch (thrown) {
      if (thrown instanceof Redirect)
        return new Response(null, { status: 307, headers: { location: thrown.path } })
      request.setCookie.length = 0
      return new Response(null, { status: 500 })
    }
  })
  return { response, setCookie: request.setCookie }
}
