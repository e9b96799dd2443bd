/** A request and a response of Node, for tests without a socket. */
import type { IncomingMessage, ServerResponse } from 'node:http'

/** @param set headers of the response that were set before its head */
export function nodeExchange(
  given: Record<string, string>,
  method = 'GET',
  set: Record<string, string> = {},
) {
  const request = {
    method,
    headers: Object.fromEntries(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value])),
    rawHeaders: Object.entries(given).flat(),
  }
  const headers = new Map(Object.entries(set))
  const heads: unknown[][] = []
  const response = {
    once: () => undefined,
    getHeader: (name: string) => headers.get(name),
    getHeaderNames: () => [...headers.keys()],
    removeHeader: (name: string) => void headers.delete(name),
    writeHead: (...head: unknown[]) => {
      heads.push(head)
      return response
    },
    end: (body: unknown) => void heads.at(-1)?.push(body),
  }
  return {
    request: request as typeof request & IncomingMessage,
    response: response as unknown as ServerResponse,
    /** What the head was written with, and the body. */
    heads,
    headers,
  }
}
