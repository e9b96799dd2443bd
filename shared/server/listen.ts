/** Listens on a port; an error is one clear line. */

import type { FastifyInstance } from 'fastify'
import { codeOf } from '../error-code.ts'

export interface ListenOptions {
  host: string
  /** 0 takes a free one. */
  port: number
}

/** The address could not be taken. */
export class ListenError extends Error {
  override name = 'ListenError'
  readonly code: 'PORT_BUSY' | 'PORT_REFUSED'

  constructor(code: ListenError['code'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** Starts listening and returns the address, as in `http://127.0.0.1:4010`. @throws {ListenError} */
export async function listen(server: FastifyInstance, { host, port }: ListenOptions): Promise<string> {
  try {
    await server.listen({ host, port })
  } catch (error) {
    throw listenError(error, { host, port })
  }
  const bound = server.addresses().find(address => typeof address !== 'string')
  const name = host.includes(':') ? `[${host}]` : host
  return `http://${name}:${bound?.port ?? port}`
}

/** Names the cause and the remedy for an error of Node's `listen`. */
export function listenError(cause: unknown, { host, port }: ListenOptions): ListenError {
  const reason = codeOf(cause)
  if (reason === 'EADDRINUSE') {
    const message = `port ${port} on ${host} is in use; stop what listens there or choose another port`
    return new ListenError('PORT_BUSY', message, { cause })
  }
  const refused = (message: string) => new ListenError('PORT_REFUSED', message, { cause })
  if (reason === 'EACCES')
    return refused(`this user may not listen on port ${port}; choose another port, above 1023`)
  if (NOT_HERE.includes(reason)) return refused(`${host} is no address of this machine; choose another host`)
  return refused(`cannot listen on ${host} port ${port}: ${cause instanceof Error ? cause.message : cause}`)
}

const NOT_HERE = ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN']

/** Whether a host name or address can be reached from this machine only. IPv6 may have its brackets, as in a URL. */
export function isLoopback(host: string): boolean {
  return /^(localhost|::1|\[::1\])$/.test(host) || /^127(\.\d{1,3}){3}$/.test(host)
}
