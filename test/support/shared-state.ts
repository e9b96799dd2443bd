/**
 * Loaded before each test file. The files of a worker share its process and its modules: what one of them changes is put back
 * behind it, and it fails where it has left something that the next one would notice.
 *
 * What modules keep between files is harmless: `shared/server/negotiation.ts` and `service/media/posters.ts` remember what
 * they would make again, `shared/client/msw/answers.ts` counts txIDs, `service/lab/faults/held.ts` and the `WeakMap`s forget with their
 * service. In test/support, `browser.ts` keeps one browser with its listeners to signals, `built.ts` what it has found, `call.ts` whose turn it is, and
 * `free-port.ts` its last port.
 */
import { afterAll, expect, vi } from 'vitest'
import './temporal-values.ts'

/** libvips sets it when sharp is loaded, which stays loaded. */
const KEPT = ['VIPSHOME']

/** Functions and classes, as `fetch` and `Date`. */
const globals = () =>
  Object.entries(Object.getOwnPropertyDescriptors(globalThis)).flatMap(([name, { value }]) =>
    typeof value === 'function' ? [[name, value] as const] : [],
  )

const folder = process.cwd()
const environment = { ...process.env }
const functions = globals()

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  const file = expect.getState().testPath
  const now = new Map<string, unknown>(globals())
  const replaced = functions.filter(([name, value]) => now.get(name) !== value)
  const variables = Object.keys({ ...environment, ...process.env }).filter(
    name => process.env[name] !== environment[name] && !KEPT.includes(name),
  )

  for (const name of variables) delete process.env[name]
  Object.assign(process.env, environment)
  Object.assign(globalThis, Object.fromEntries(replaced))
  // The names alone: a value may be a secret.
  const left = { folder: process.cwd(), variables, 'replaced globals': replaced.map(([name]) => name) }
  process.chdir(folder)
  expect(left, `left behind by ${file}`).toEqual({ folder, variables: [], 'replaced globals': [] })
})
