/** The console's API as a program calls it, with a console token. */

export const CONSOLE_TOKEN = 'a-console-token-of-no-other-use-0123456789'

export interface ConsoleAnswer<Body> {
  status: number
  headers: Headers
  body: Body
}

/** @param base as in `http://127.0.0.1:4010`, asked at each call */
export function consoleCalls(base: () => string) {
  const send = async <Body>(
    method: string,
    path: string,
    init: RequestInit,
  ): Promise<ConsoleAnswer<Body>> => {
    const headers = { authorization: `Bearer ${CONSOLE_TOKEN}`, ...init.headers }
    const answer = await fetch(`${base()}/console/api${path}`, {
      method,
      redirect: 'manual',
      ...init,
      headers,
    })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, body: (text && JSON.parse(text)) as Body }
  }
  return {
    call: <Body = Record<string, unknown>>(method: string, path: string, body?: unknown) =>
      send<Body>(
        method,
        path,
        body === undefined
          ? {}
          : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } },
      ),
    /** A file as an upload of the console sends it. */
    upload: <Body>(name: string, bytes: Uint8Array, type = 'application/octet-stream') =>
      send<Body>('PUT', `/media?name=${encodeURIComponent(name)}`, {
        body: new Uint8Array(bytes),
        headers: { 'content-type': type },
      }),
  }
}
