/**
 * Loaded before each test file. The files of a worker share its process and its modules: what one of them changes is put back
 * behind it, and it fails where it has left something that the next one would notice.
 *
 * What modules keep between files is harmless: `shared/server/negotiation.ts` and `service/media/posters.ts` remember what
 * they would make again, `shared/client/msw/answers.ts` counts txIDs, `service/lab/faults/held.ts` and the `WeakMap`s forget with their
 * service. In test/support, `browser.ts` keeps one browser, `built.ts` what it has found, `call.ts` whose turn it is, and
 * `free-port.ts` its last port.
 */
import { afterAll, expect, vi } from 'vitest'

/** What a file finds, and has to leave. */
const state = () => ({
  folder: process.cwd(),
  'listeners to signals': ['SIGINT', 'SIGTERM'].map(signal => process.listenerCount(signal)),
  'listeners to output': [process.stdout, process.stderr].map(output => output.listenerCount('error')),
})

/** Functions and classes, as `fetch` and `Date`. */
const globals = () =>
  Object.entries(Object.getOwnPropertyDescriptors(globalThis)).flatMap(([name, { value }]) =>
    typeof value === 'function' ? [[name, value] as const] : [],
  )

const before = state()
const environment = { ...process.env }
const functions = globals()

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  const file = expect.getState().testPath
  const after = state()
  const now = new Map<string, unknown>(globals())
  const replaced = functions.filter(([name, value]) => now.get(name) !== value)
  const variables = Object.keys({ ...environment, ...process.env }).filter(
    name => process.env[name] !== environment[name],
  )

  for (const name of variables) delete process.env[name]
  Object.assign(process.env, environment)
  Object.assign(globalThis, Object.fromEntries(replaced))
  process.chdir(before.folder)
  // The names alone: a value may be a secret.
  const left = { ...after, variables, 'replaced globals': replaced.map(([name]) => name) }
  expect(left, `left behind by ${file}`).toEqual({ ...before, variables: [], 'replaced globals': [] })
})
