/** Whether a request has exactly one `Host`: of two, Node takes the first, and a proxy may have taken the other. */
import type { IncomingMessage } from 'node:http'

export function namesOneHost({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length <= 1
}
