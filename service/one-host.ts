/** Whether a request names one host: of two, Node takes the first, and whatever stands in between may take the other. */
import type { IncomingMessage } from 'node:http'

export function namesOneHost({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length <= 1
}
