/** An address that stays while what is behind it comes and goes: nobody else can take its port meanwhile. */
import type { AddressInfo, Socket } from 'node:net'
import { connect, createServer } from 'node:net'

export interface Front extends AsyncDisposable {
  /** As in `http://127.0.0.1:40123`. */
  address: string
  /** Leads to that address from now on; to none, and every connection is broken off. */
  leadTo(address: string | undefined): void
}

export async function openFront(): Promise<Front> {
  const clients = new Set<Socket>()
  let port: number | undefined
  const server = createServer({ noDelay: true }, client => {
    clients.add(client)
    client.on('error', () => {}).on('close', () => clients.delete(client))
    if (port === undefined) return client.destroy()
    const behind = connect({ host: '127.0.0.1', port, noDelay: true })
    behind.on('error', () => client.destroy())
    client.on('close', () => behind.destroy())
    client.pipe(behind).pipe(client)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const breakOff = () => {
    for (const client of clients) client.destroy()
  }
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo(address) {
      port = address === undefined ? undefined : Number(new URL(address).port)
      if (port === undefined) breakOff()
    },
    async [Symbol.asyncDispose]() {
      const closed = new Promise(resolve => server.close(resolve))
      breakOff()
      await closed
    },
  }
}
