/** Bytes on a bare socket, past everything that an HTTP client would mend or refuse. */
import { connect } from 'node:net'

/** A text to send, Latin-1 as it is, or what to wait for before the next. */
export type Step = string | ((received: () => string) => Promise<unknown>)

/** @returns all that comes back until the end */
export function onSocket(address: string, ...steps: Step[]): Promise<string> {
  const { hostname, port } = new URL(address)
  return new Promise((resolve, reject) => {
    let received = ''
    const take = async () => {
      for (const step of steps) {
        if (typeof step === 'string') await new Promise(sent => socket.write(step, 'latin1', sent))
        else await step(() => received)
      }
    }
    const socket = connect({ host: hostname, port: Number(port) }, () => take().catch(reject))
    socket.setEncoding('latin1').on('data', chunk => {
      received += chunk
    })
    // What was answered before the rest could be sent is an answer.
    socket.on('error', () => {}).on('close', () => resolve(received))
  })
}
