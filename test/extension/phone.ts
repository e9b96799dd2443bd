/** A phone as far as a web-app sees it: the app's headers on the one request that More makes, cookies on all others. */
import { type Arrival, entranceHeaders } from '../../shared/contract/entrance-headers.ts'

export const APP_ID = 'sample-school'
const VISIT = '__Host-schoolbell-visit'

export interface Opened {
  status: number
  text: string
  /** What the page answered as JSON. */
  json(): unknown
  headers: Headers
  setCookie: string[]
}

export type Phone = ReturnType<typeof phone>

/** @param send in place of a network: a handler of requests */
export function phone(origin: string, send: (request: Request) => Promise<Response> = fetch) {
  const cookies = new Map<string, string>()

  const open = async (path: string, { headers, ...init }: RequestInit = {}): Promise<Opened> => {
    const cookie = [...cookies].map(pair => pair.join('=')).join('; ')
    const request = new Request(origin + path, {
      ...{ ...init, redirect: 'manual' },
      headers: { ...(cookie && { cookie }), ...(headers as Record<string, string>) },
    })
    const answer = await send(request)
    const setCookie = answer.headers.getSetCookie()
    for (const line of setCookie) {
      const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(line) ?? []
      if (/; Max-Age=0(;|$)/.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    const text = await answer.text()
    return { status: answer.status, text, json: () => JSON.parse(text), headers: answer.headers, setCookie }
  }

  return {
    open,
    /** Taps More. */
    enter: (sessionToken: string, path = '/', more: Partial<Arrival> = {}, init: RequestInit = {}) => {
      const arrival = { appId: APP_ID, sessionToken, language: 'en' as const, ...more }
      return open(path, { ...init, headers: { ...entranceHeaders(arrival), ...init.headers } })
    },
    /** Its cookies, by name. */
    jar: cookies,
    /** The sealed visit that the phone keeps. */
    visit: () => cookies.get(VISIT),
    /** Puts another visit in its place. */
    forge: (sealed: string) => void cookies.set(VISIT, sealed),
  }
}

/** The lines that begin, replace or end a visit. */
export const visitCookies = ({ setCookie }: Opened) => setCookie.filter(line => line.startsWith(`${VISIT}=`))
