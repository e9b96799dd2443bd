/** The small web-app of the adapters' tests in frameworks that make a server out of a folder, run in this process. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Extension, JsonValue } from '../../extension/index.ts'
import { type Mount, onSocket, type WebFunctions, webApp } from '../extension/mount-parts.ts'
import { WORK } from './places.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown
/** A request of Next.js or an event of SvelteKit. */
type At = Request | { request: Request }

interface Test {
  extension: Extension<JsonValue>
  routes: (functions: Omit<WebFunctions<At>, 'headersOf'>) => ReturnType<typeof webApp<At>>
}

/** What under-test.js finds of the test that has sent a request. */
const tests = new AsyncLocalStorage<Test>()
Object.assign(globalThis, { schoolbellTest: tests })

const headersOf = (at: At) => {
  const { headers } = at instanceof Request ? at : at.request
  const node: unknown = Reflect.get(at, 'platform')
  const { headers: own, rawHeaders } = Object(Object(node).req)
  return [[...headers].flat(), own, rawHeaders]
}

const mountOf =
  (handlerOf: () => Promise<Handler>): Mount =>
  async extension => {
    const handler = await handlerOf()
    const test: Test = { extension, routes: functions => webApp<At>({ ...functions, headersOf }) }
    return await onSocket((request, response) => void tests.run(test, () => handler(request, response)))
  }

const once = <Value>(make: () => Promise<Value>) => {
  let made: Promise<Value> | undefined
  return () => (made ??= make())
}

const next = mountOf(
  once(async () => {
    const folder = join(WORK, 'nextjs')
    const make = createRequire(join(folder, 'x.js'))('next')
    const app = make({ dev: false, dir: join(folder, 'suite') })
    await app.prepare()
    return app.getRequestHandler()
  }),
)

const svelteKit = mountOf(
  once(
    async () =>
      (await import(pathToFileURL(join(WORK, 'sveltekit', 'suite', 'build', 'handler.js')).href)).handler,
  ),
)

next.decidesBefore = true
for (const mount of [next, svelteKit])
  Object.assign(mount, { failsWithoutCookies: true, supposesReading: true })

export const MOUNTS: Readonly<Record<string, Mount>> = { 'Next.js 16': next, 'SvelteKit 3': svelteKit }
