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
    const reason = codeOf(error)
    if (reason === 'EADDRINUSE') {
      const message = `port ${port} on ${host} is in use; stop what listens there or choose another port`
      throw new ListenError('PORT_BUSY', message, { cause: error })
    }
    const message = `cannot listen on ${host} port ${port}: ${error instanceof Error ? error.message : error}`
    throw new ListenError('PORT_REFUSED', message, { cause: error })
  }
  const bound = server.addresses().find(address => typeof address !== 'string')
  const name = host.includes(':') ? `[${host}]` : host
  return `http://${name}:${bound?.port ?? port}`
}

/** Whether a host name or address can be reached from this machine only. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}
