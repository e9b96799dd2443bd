/** What the adapter uses of SvelteKit, for tests that run without it. SvelteKit itself is in test/frameworks. */
import { vi } from 'vitest'
import { type Mount, served, type WebFunctions, webApp } from './mount-parts.ts'

export class Redirect {
  status = 303
  location = '/elsewhere'
}
export class HttpError {
  status: number
  body: { message: string }

  constructor(status: number, message: string) {
    this.status = status
    this.body = { message }
  }
}

vi.doMock('@sveltejs/kit', () => ({
  error(status: number, message: string) {
    throw new HttpError(status, message)
  },
  isRedirect: (thrown: unknown) => thrown instanceof Redirect,
  isHttpError: (thrown: unknown) => thrown instanceof HttpError,
}))
export const { forSvelteKit } = await import('../../extension/sveltekit.ts')

export const mountSvelteKit: Mount = async extension => {
  const { visits, ...functions } = forSvelteKit(extension)
  type At = { request: Request; platform: { req: { headers: object; rawHeaders: readonly string[] } } }
  const headersOf = ({ request, platform: { req } }: At) => [
    [...request.headers].flat(),
    req.headers,
    req.rawHeaders,
  ]
  const answer = webApp<At>({ ...functions, headersOf } as WebFunctions<At>)
  return await served((request, { incoming: req }) => {
    const own: string[] = []
    const event = {
      request,
      platform: { req },
      isDataRequest: false,
      cookies: { set: (name: string, value: string) => void own.push(`${name}=${value}; Path=/`) },
    }
    return visits({
      event,
      resolve: () => routed(() => answer(event, request.method, new URL(request.url).pathname), own),
    })
  })
}
Object.assign(mountSvelteKit, { failsWithoutCookies: true, supposesReading: true })

/** As SvelteKit answers for a route: with the event's cookies, but an error without any. */
async function routed(route: () => Promise<Response>, cookies: readonly string[]): Promise<Response> {
  try {
    const { status, headers, body } = await route()
    const all = new Headers(headers)
    for (const line of cookies) all.append('set-cookie', line)
    return new Response(body, { status, headers: all })
  } catch (thrown) {
    return thrown instanceof HttpError
      ? new Response(thrown.body.message, { status: thrown.status })
      : new Response('Internal Error', { status: 500 })
  }
}
