/** Before a PostgreSQL server, what PgBouncer is in transaction mode: each transaction gets the connection that was used last. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface Pooler extends AsyncDisposable {
  /** The address of the database through it. */
  db: string
}

/** Connections to the server; the one used last is at the end. */
type Idle = Backend[]

/** @param db of a server that asks for no password, reached without TLS */
export async function poolerBefore(db: string): Promise<Pooler> {
  const target = Number(URL.parse(db)?.port)
  const sockets = new Set<Socket>()
  const noted = (socket: Socket) => {
    sockets.add(socket)
    return socket.on('error', () => undefined)
  }
  const idle: Idle = []
  const server = createServer(client => {
    noted(client).once('data', async startup => {
      const open = () => Backend.open(noted(connect(target, '127.0.0.1')), startup, idle)
      if (idle.length === 0) await open()
      client.write(idle.at(-1)?.greeting ?? '')
      let backend: Promise<Backend> | undefined
      client.on('data', async data => {
        backend ??= (async () => {
          if (idle.length === 0) await open()
          return idle.pop() as Backend
        })()
        const own = await backend
        own.serve(client, data, () => {
          backend = undefined
        })
      })
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    db: db.replace(`:${target}/`, `:${port}/`),
    async [Symbol.asyncDispose]() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

class Backend {
  /** What the server says to a new connection. */
  greeting = Buffer.alloc(0)
  readonly #socket: Socket
  #unread = Buffer.alloc(0)
  #say: (data: Buffer) => void
  #onIdle: () => void = () => undefined

  static async open(socket: Socket, startup: Buffer, idle: Idle): Promise<void> {
    await new Promise<void>(resolve => {
      const backend = new Backend(socket, idle, resolve)
      socket.write(startup)
      return backend
    })
  }

  constructor(socket: Socket, idle: Idle, opened: () => void) {
    this.#socket = socket
    this.#say = data => {
      this.greeting = Buffer.concat([this.greeting, data])
    }
    this.#onIdle = opened
    socket.on('data', data => {
      this.#say(data)
      if (!this.#endsTransaction(data)) return
      idle.push(this)
      this.#onIdle()
    })
  }

  serve(client: Socket, data: Buffer, onIdle: () => void): void {
    this.#say = answer => client.write(answer)
    this.#onIdle = onIdle
    this.#socket.write(data)
  }

  /** Whether the server is ready, and in no transaction. */
  #endsTransaction(data: Buffer): boolean {
    this.#unread = Buffer.concat([this.#unread, data])
    let isIdle = false
    while (this.#unread.length >= 5) {
      const length = 1 + this.#unread.readUInt32BE(1)
      if (this.#unread.length < length) break
      if (this.#unread[0] === 'Z'.charCodeAt(0)) isIdle = this.#unread[5] === 'I'.charCodeAt(0)
      this.#unread = this.#unread.subarray(length)
    }
    return isIdle
  }
}
