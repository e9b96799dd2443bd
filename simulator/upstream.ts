/** A request to the web-app, until its answer begins, and the limits of what is passed on. */
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Late, TooLarge } from './failure.ts'
import type { Target } from './target.ts'

export interface PassOnLimits {
  /** Until the web-app begins to answer. Milliseconds. */
  answerWithinMs: number
  requestBytes: number
  answerBytes: number
  /** At once. */
  requests: number
}

export const LIMITS: PassOnLimits = {
  answerWithinMs: 30_000,
  requestBytes: 64 * 1024 * 1024,
  answerBytes: 256 * 1024 * 1024,
  requests: 100,
}

interface Asked {
  request: IncomingMessage
  target: Target
  path: string
  method: string
  raw: string[]
  signal: AbortSignal
}

export class Upstream {
  readonly #limits: PassOnLimits
  readonly #http = new HttpAgent({ keepAlive: true, timeout: 30_000 })
  readonly #https = new HttpsAgent({ keepAlive: true, timeout: 30_000 })

  constructor(limits: PassOnLimits) {
    this.#limits = limits
  }

  /** The web-app's answer, once it begins. The connection goes to the pinned address, whatever the path looks like. */
  async ask({ request, target, path, method, raw, signal }: Asked): Promise<IncomingMessage> {
    const { answerWithinMs, requestBytes } = this.#limits
    const { isSecure, hostname, port, lookup } = target
    if (Number(request.headers['content-length'] ?? 0) > requestBytes) throw new TooLarge()
    const call = (isSecure ? httpsRequest : httpRequest)({
      hostname,
      port,
      path,
      method,
      headers: raw,
      setHost: false,
      lookup,
      agent: isSecure ? this.#https : this.#http,
      signal,
      maxHeaderSize: 64 * 1024,
    })
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => call.destroy(new Late()), answerWithinMs)
      call.once('response', response => {
        clearTimeout(late)
        resolve(response)
      })
      call.once('error', error => {
        clearTimeout(late)
        reject(error)
      })
      // What broke while it was sent is an error of the call.
      pipeline(request, counted({ bytes: 0 }, requestBytes), call).catch(error => call.destroy(error))
    })
  }

  close(): void {
    this.#http.destroy()
    this.#https.destroy()
  }
}

/** Counts what passes. @param most bytes; more of them are an error */
export function counted(counter: { bytes: number }, most: number): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      counter.bytes += chunk.length
      done(counter.bytes > most ? new TooLarge() : null, chunk)
    },
  })
}
