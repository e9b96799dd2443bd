/** A small HTTP server of a test's own. */
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Served extends AsyncDisposable {
  /** Where it stands, without a slash at its end. */
  origin: string
}

/** Closing it ends open connections as well. */
export async function serve(answer: RequestListener): Promise<Served> {
  const server = createServer(answer)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
