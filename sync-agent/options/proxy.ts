/** The proxy on the way out, as in the variables HTTP_PROXY, HTTPS_PROXY and NO_PROXY. */
import { BlockList, isIP } from 'node:net'

export interface ProxyOptions {
  /** For `http:` addresses, as in `http://proxy.school.example:3128`; with a user name and password if it needs them. */
  http?: string | undefined
  /** For `https:` addresses. */
  https?: string | undefined
  /** Hosts without a proxy, as in NO_PROXY: `school.example,10.0.0.0/8`; `*`: all. */
  except?: string | undefined
}

/** The proxy for an address; undefined: none. */
export type Proxies = (url: URL) => URL | undefined

/** As curl reads them: the lower-case name counts first, an empty value is none. */
export function proxyFromEnvironment(env: Readonly<Record<string, string | undefined>>): ProxyOptions {
  return {
    http: env.http_proxy || env.HTTP_PROXY || undefined,
    https: env.https_proxy || env.HTTPS_PROXY || undefined,
    except: env.no_proxy || env.NO_PROXY || undefined,
  }
}

/** @param refuse makes the error @returns undefined: no proxy at all */
export function checkProxy(
  { http, https, except = '' }: ProxyOptions,
  refuse: (reason: string) => Error,
): Proxies | undefined {
  const proxies = new Map<string, URL>()
  for (const [name, value] of Object.entries({ http, https })) {
    if (!value) continue
    const proxy = proxyAddress(value)
    // Not quoted: it may hold a password.
    if (!proxy)
      throw refuse(
        `${name}: is not the http or https address of a proxy, as in http://proxy:3128 (in a password, write % as %25)`,
      )
    proxies.set(`${name}:`, proxy)
  }
  if (proxies.size === 0) return undefined
  const isExcepted = exceptions(except)
  return url => (isOwnMachine(url) || isExcepted(url) ? undefined : proxies.get(url.protocol))
}

function proxyAddress(value: string): URL | undefined {
  const url = URL.parse(/^[a-z\d+.-]+:\/\//i.test(value) ? value : `http://${value}`)
  const isProxy = url && /^https?:$/.test(url.protocol) && url.hostname && isDecodable(url)
  return isProxy ? url : undefined
}

/** A `%` of a password must be written as `%25`. */
function isDecodable({ username, password }: URL): boolean {
  try {
    return decodeURIComponent(username + password) !== undefined
  } catch {
    return false
  }
}

const nameOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$|\.$/g, '')

/** For a proxy, this would be its own machine. */
function isOwnMachine(url: URL): boolean {
  const name = nameOf(url)
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1' || name.startsWith('127.')
}

const RANGE = /^([\da-f:.]+)\/(\d{1,3})$/
const HOST = /^(?:\*?\.)?(\[[^\]]+\]|[^:]+)(?::(\d+))?$/

/** A name stands for its sub-domains as well; `host:port` for this port only. */
function exceptions(text: string): (url: URL) => boolean {
  const entries = text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
  if (entries.includes('*')) return () => true
  const ranges = new BlockList()
  const hosts: { host: string; port: string | undefined }[] = []
  for (const entry of entries) {
    const [, network = '', prefix = ''] = RANGE.exec(entry) ?? []
    const version = isIP(network)
    if (version !== 0 && Number(prefix) <= (version === 4 ? 32 : 128)) {
      ranges.addSubnet(network, Number(prefix), version === 4 ? 'ipv4' : 'ipv6')
      continue
    }
    const [, host = '', port] = isIP(entry) ? [entry, entry] : (HOST.exec(entry) ?? [])
    if (host !== '') hosts.push({ host: host.replace(/^\[|\]$/g, ''), port })
  }
  return url => {
    const name = nameOf(url)
    const version = isIP(name)
    if (version !== 0 && ranges.check(name, version === 4 ? 'ipv4' : 'ipv6')) return true
    const ownPort = url.port || (url.protocol === 'https:' ? '443' : '80')
    return hosts.some(
      ({ host, port = ownPort }) =>
        port === ownPort && (name === host || (version === 0 && name.endsWith(`.${host}`))),
    )
  }
}
