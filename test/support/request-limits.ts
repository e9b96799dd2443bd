/** How long the server at an address waits for a request, by its own settings. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Server } from 'node:http'

const CHANNEL = 'http.server.request.start'

/** @param url of a server in this process */
export async function requestLimits(url: string): Promise<{ headMs: number; wholeMs: number } | undefined> {
  let limits: { headMs: number; wholeMs: number } | undefined
  const look = (message: unknown) => {
    const { server, request } = message as { server: Server; request: { headers: { host?: string } } }
    if (request.headers.host !== new URL(url).host) return
    limits = { headMs: server.headersTimeout, wholeMs: server.requestTimeout }
  }
  subscribe(CHANNEL, look)
  await fetch(url, { redirect: 'manual' }).then(answer => answer.arrayBuffer())
  unsubscribe(CHANNEL, look)
  return limits
}
