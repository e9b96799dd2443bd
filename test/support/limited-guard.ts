/** Calls with limits over a guarded `fetch`, as the agent makes them for files and webhooks. */
import { type Call, type Limits, limitedFetch } from '../../shared/client/limited-fetch.ts'
import type { Reply } from '../../shared/client/reply.ts'
import { readText } from '../../shared/client/request.ts'
import { createGuardedFetch, type GuardOptions } from '../../sync-agent/outlets/guarded-fetch.ts'

export type LimitedCall = Limits & { call?: Call; signal?: AbortSignal }

/** @returns a call that reads the whole response, or what `read` reads of its body */
export function limitedGuard(options: GuardOptions) {
  const fetch = createGuardedFetch(options)
  return (
    url: string,
    { call = {}, ...limits }: LimitedCall,
    read: (body: Reply['body']) => unknown = readText,
  ) =>
    limitedFetch(url, call, { ...limits, fetch }, async ({ status, headers, body }) => ({
      ...{ status, headers },
      text: await read(body),
    }))
}
