/** A request exactly as written, past what `fetch` would tidy, refuse or hide. */
import { request } from 'node:http'

export interface RawAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

/** @param path sent as it is, dots and percent signs included */
export function rawRequest(
  base: string,
  path: string,
  {
    method = 'GET',
    headers = {},
    body = '',
    localAddress,
  }: {
    method?: string
    headers?: Record<string, string>
    body?: string
    /** Where it comes from: any address of 127.0.0.0/8 is this machine on Linux. */
    localAddress?: string
  } = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(base)
  return new Promise((resolve, reject) => {
    // Node frames the body of a DELETE only when told its length.
    const framed = body === '' ? headers : { ...headers, 'content-length': `${Buffer.byteLength(body)}` }
    const from = localAddress === undefined ? {} : { localAddress }
    const call = request(
      { host: hostname, port, path, method, headers: framed, agent: false, ...from },
      response => {
        const chunks: Buffer[] = []
        response.on('data', chunk => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
          }),
        )
      },
    )
    call.on('error', reject)
    call.end(body)
  })
}
