/** A noted call as a line for the shell; secrets as variables to be set before it is run. */
import type { RequestRecord } from '../../../api/requests.ts'

const SECRETS: Record<string, string> = {
  'x-access-key': '$ACCESS_KEY',
  'x-session-token': '$SESSION_TOKEN',
  'x-sso-response': '$SSO_RESPONSE',
  authorization: '$AUTHORIZATION',
  'proxy-authorization': '$PROXY_AUTHORIZATION',
  cookie: '$COOKIE',
}
/** Curl writes these itself. */
const OWN = ['host', 'connection', 'content-length', 'transfer-encoding', 'expect', 'accept-encoding']

/** @param origin where the service is reached */
export function asCurl({ method, path, query, request }: RequestRecord, origin: string): string {
  const headers = request.headers
    .filter(([name]) => !OWN.includes(name.toLowerCase()))
    .map(([name, value]) => {
      const secret = SECRETS[name.toLowerCase()]
      if (secret) return `-H "${name}: ${secret}"`
      // A colon without a value would take the header away.
      return `-H ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`
    })
  const body = bodyOf(request)
  const verb = method === 'GET' && body.length === 0 ? [] : method === 'HEAD' ? ['--head'] : ['-X', method]
  const url = /^https?:/.test(path) ? path : origin + path
  const address = quoted(query === '' ? url : `${url}?${query}`)
  // As it stands: brackets and braces are no pattern of several addresses.
  return ['curl', '-g', ...verb, ...headers, ...body, address].join(' ')
}

/** What is not kept whole has to come from a file. */
function bodyOf({ headers, body, bytes, lost }: RequestRecord['request']): string[] {
  if (bytes === 0) return []
  // Curl would call it a form.
  const untyped = headers.some(([name]) => name.toLowerCase() === 'content-type')
    ? []
    : ["-H 'Content-Type:'"]
  const isWhole = body !== undefined && lost === 'nothing'
  return [...untyped, ...(isWhole ? ['--data-raw', quoted(body)] : ['--data-binary', '@FILE'])]
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
