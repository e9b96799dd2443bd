/** The proxy that the environment names, for all calls of a sub-command that calls out. Node does the rest. */
import http from 'node:http'

/** `HTTPS_PROXY` or another variable cannot be used. */
class ProxyError extends Error {
  override name = 'ProxyError'
  readonly code = 'PROXY_INVALID'
}

/** For a proxy, these would be its own machine. */
const THIS_MACHINE = 'localhost,127.0.0.1,[::1]'

type Environment = Readonly<Record<string, string | undefined>>

/** @returns restores what was before @throws {ProxyError} */
export function useProxyOfEnvironment(env: Environment = process.env): () => void {
  const named = ['http_proxy', 'https_proxy'].flatMap(
    name => [name, name.toUpperCase()].find(key => env[key]) ?? [],
  )
  if (named.length === 0) return () => undefined
  for (const name of named) refuseOther(name, env[name] ?? '')
  if (typeof http.setGlobalProxyFromEnv !== 'function')
    throw new ProxyError(`${named[0]}: a proxy needs Node 24.14 or newer; this is ${process.version}`)
  const except = env.no_proxy || env.NO_PROXY
  return http.setGlobalProxyFromEnv({
    ...env,
    no_proxy: except ? `${except},${THIS_MACHINE}` : THIS_MACHINE,
  })
}

/** Node takes others silently for none. The value is not quoted: it may hold a password. */
function refuseOther(name: string, value: string): void {
  const url = URL.parse(value)
  if (url && /^https?:$/.test(url.protocol) && isDecodable(url)) return
  throw new ProxyError(
    `${name}: is not the http or https address of a proxy, as in http://proxy:3128 (in a password, write % as %25)`,
  )
}

function isDecodable({ username, password }: URL): boolean {
  try {
    return decodeURIComponent(username + password) !== undefined
  } catch {
    return false
  }
}
