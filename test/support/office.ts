/** The small school and its console’s API, as a program with a console token calls it. */
import type { ServiceOptions } from '../../service/index.ts'
import { type SmallSchool, startSmallSchool } from './small-school.ts'

const TOKEN = 'a-console-token-of-no-other-use-0123456789'

export interface OfficeAnswer<Body> {
  status: number
  body: Body
}

export interface OfficeSchool extends SmallSchool {
  /** @param path below /console/api */
  call<Body = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<OfficeAnswer<Body>>
}

export async function startOfficeSchool(options: ServiceOptions = {}): Promise<OfficeSchool> {
  const school = await startSmallSchool({ consoleToken: TOKEN, ...options })
  return {
    ...school,
    async call<Body>(method: string, path: string, body?: unknown) {
      const answer = await fetch(`${school.addresses.base}/console/api${path}`, {
        method,
        headers: {
          authorization: `Bearer ${TOKEN}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      return { status: answer.status, body: (text && JSON.parse(text)) as Body }
    },
  }
}
