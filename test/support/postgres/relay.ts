/** Between an agent and its PostgreSQL server: a network that is cut or falls silent, and a server that has TLS no more, or alone. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

const SSL_REQUEST = 80_877_103

export interface Relay extends AsyncDisposable {
  db: string
  /** Cuts all connections, and takes none. */
  close(): void
  open(): Promise<void>
}

/** Between an agent and its database, at a port that stays the same. */
export async function relayTo(
  db: string,
  change: (socket: Socket, onwards: Socket) => void = pass,
): Promise<Relay> {
  const target = Number(URL.parse(db)?.port)
  const sockets = new Set<Socket>()
  const made = (): Server =>
    createServer(socket => {
      const onwards = connect(target, '127.0.0.1')
      for (const end of [socket, onwards]) {
        sockets.add(end)
        end.on('error', () => undefined).on('close', () => [socket, onwards].map(each => each.destroy()))
      }
      change(socket, onwards)
    })
  let server = made().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  return {
    db: db.replace(`:${target}/`, `:${port}/`),
    close,
    async open() {
      server = made().listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
    [Symbol.asyncDispose]: async () => close(),
  }
}

/** From the moment of its silence it keeps back what the database answers: on the connections that are open, and on new ones if wished. */
export async function silentRelay(db: string, { forNew = false } = {}) {
  let isSilent = false
  const relay = await relayTo(db, (socket, onwards) => {
    const isHeard = isSilent && !forNew
    socket.pipe(onwards)
    onwards.on('data', data => (isSilent && !isHeard) || socket.write(data))
  })
  const silence = () => {
    isSilent = true
  }
  return { ...relay, silence }
}

export const pass = (socket: Socket, onwards: Socket) => void socket.pipe(onwards).pipe(socket)

/** As a server without TLS answers the question for it: 8 bytes, of which the last name it. */
export function refuseTls(socket: Socket, onwards: Socket): void {
  socket.once('data', first => {
    if (first.length === 8 && first.readUInt32BE(4) === SSL_REQUEST) {
      socket.write('N')
    } else onwards.write(first)
    pass(socket, onwards)
  })
}

/** As a server that lets in nobody without TLS: it says so and ends the connection. */
export function demandTls(socket: Socket, onwards: Socket): void {
  socket.once('data', first => {
    if (first.readUInt32BE(4) !== SSL_REQUEST) {
      const fault = Buffer.from('SFATAL\0C28000\0Mno pg_hba.conf entry for this host, no encryption\0\0')
      const head = Buffer.from('E....')
      head.writeUInt32BE(4 + fault.length, 1)
      socket.end(Buffer.concat([head, fault]))
      return
    }
    onwards.write(first)
    pass(socket, onwards)
  })
}

/** Once it forgets, what an agent says over a connection that is open ends it, as with a firewall that has started anew. */
export async function forgetfulRelay(db: string) {
  let starts = 0
  const relay = await relayTo(db, (socket, onwards) => {
    const start = starts
    socket.on('data', data => (start === starts ? onwards.write(data) : socket.destroy()))
    onwards.pipe(socket)
  })
  const forget = () => {
    starts += 1
  }
  return { ...relay, forget }
}
