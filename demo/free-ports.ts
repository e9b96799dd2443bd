/** Finds a port for the demo: the wanted one, or the next free one above it. */
import { once } from 'node:events'
import { createServer } from 'node:net'

/** How many ports above the wanted one are tried. */
const REACH = 100

/** @throws {Error} no free port in this range */
export async function freePort(host: string, wanted: number, reserved: ReadonlySet<number>): Promise<number> {
  for (let port = wanted; port < wanted + REACH && port <= 65_535; port += 1) {
    if (!reserved.has(port) && (await isFree(host, port))) return port
  }
  throw new Error(`no free port from ${wanted} on; choose another with --port-base`)
}

async function isFree(host: string, port: number): Promise<boolean> {
  const server = createServer()
  try {
    server.listen({ host, port, exclusive: true })
    await once(server, 'listening')
    return true
  } catch {
    return false
  } finally {
    server.close()
  }
}
