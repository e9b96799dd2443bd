/** The four calls and where a mock answers them. */
import { type HttpHandler, type HttpResponseResolver, http } from 'msw'
import { withoutEnd } from '../../text/without-end.ts'
import { refuseOtherAddresses, refuseOtherCall } from './mistakes.ts'

const CALLS = ['popups', 'news', 'attendance', 'session'] as const
export type Call = (typeof CALLS)[number]

/** Base addresses as the clients of this package take them. Default: any. */
export interface MockedAddresses {
  /** As in `https://school.example/cms`. */
  serviceUrl?: string
  /** As in `https://school.example/sync`. */
  syncUrl?: string
  /** As in `https://school.example/session/staging`. */
  sessionUrl?: string
}

/** MSW also matches an address with a trailing slash, which a service does not have. @throws {TypeError} unknown call, or invalid address */
export function handlerOf(
  call: Call,
  at: MockedAddresses | undefined,
  answer: HttpResponseResolver,
): HttpHandler {
  refuseOtherCall(call, CALLS)
  if (at !== undefined) refuseOtherAddresses(at)
  return http.get(addressOf(call, at), info =>
    new URL(info.request.url).pathname.endsWith('/') ? undefined : answer(info),
  )
}

export function addressOf(call: Call, { serviceUrl, syncUrl, sessionUrl }: MockedAddresses = {}): string {
  switch (call) {
    case 'popups':
      return below(serviceUrl, 'api/v1/popupmsg/check')
    case 'news':
      return below(serviceUrl, 'api/v1/news/check')
    case 'attendance':
      return below(syncUrl, 'units/:unitId/years/:yearId/groups/:groupName/attendance-lists/:date')
    case 'session':
      return below(sessionUrl, 'v2/grd/external-session')
    default:
      return call satisfies never
  }
}

const below = (base = '*', path: string) => `${withoutEnd(base, '/')}/${path}`
