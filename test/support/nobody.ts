/** An address of this machine at which nothing answers: a port that was only free a moment ago is another's by now, perhaps. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'

export interface Nobody extends Disposable {
  /** As in `http://127.0.0.1:40123`. */
  origin: string
}

/** The port is that of a connection which stays open meanwhile, so nobody can listen there. */
export async function nobodyListens(): Promise<Nobody> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  await Promise.all([once(socket, 'connect'), once(server, 'connection')])
  return {
    origin: `http://127.0.0.1:${socket.localPort}`,
    [Symbol.dispose]() {
      server.close()
      socket.destroy()
    },
  }
}
