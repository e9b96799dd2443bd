/** A program of its own that answers at a free port, and prints first where. */
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export function listening(server: Server, path = ''): void {
  server.listen(0, '127.0.0.1', () =>
    console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`),
  )
}
