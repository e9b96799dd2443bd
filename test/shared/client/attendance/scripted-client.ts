/** An attendance client over a network that a test scripts: it answers each call by its day and its number. */
import { type AttendanceClientOptions, createAttendanceClient } from '../../../../shared/client/index.ts'

export const GROUP = { unitId: 1, yearId: 2026, groupName: '1A' }
export const SEPTEMBER = { ...GROUP, from: '2026-09-01', to: '2026-09-30' }
export const OPTIONS: AttendanceClientOptions = {
  syncUrl: 'http://sync.example',
  appId: 'app',
  accessKey: 'sesame/of the school',
}

export const list = () => Response.json([])
export const refused = (status: number) => () => new Response(null, { status })
export const tooMany = () => new Response(null, { status: 429, headers: { 'retry-after': '20' } })
export const silent = () => {
  throw new TypeError('fetch failed')
}

/** @param answer what comes for a day; calls count from 1 */
export function clientOf(
  answer: (day: string, call: number, signal?: AbortSignal | null) => unknown,
  limits: { timeoutMs?: number } = {},
) {
  const asked: string[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const day = `${input}`.slice(-10)
    return (await answer(day, asked.push(day), init?.signal)) as Response
  }
  return { client: createAttendanceClient({ ...OPTIONS, ...limits, fetch }), asked }
}
