/** Content security policies as browsers read them, as far as the widget's files need them. */

/** Directives with their sources. */
export type Policy = ReadonlyMap<string, readonly string[]>

export type Kind = 'script' | 'connect' | 'img' | 'style' | 'media'

/** The first one that a policy has counts. */
const DIRECTIVES: Readonly<Record<Kind, readonly string[]>> = {
  script: ['script-src-elem', 'script-src', 'default-src'],
  connect: ['connect-src', 'default-src'],
  img: ['img-src', 'default-src'],
  style: ['style-src-elem', 'style-src', 'default-src'],
  media: ['media-src', 'default-src'],
}

/** @param header one header or `meta` element; commas separate policies, each of which must allow what is loaded */
export const parsePolicies = (header: string): Policy[] =>
  header
    .split(',')
    .map(parsePolicy)
    .filter(({ size }) => size > 0)

function parsePolicy(text: string): Policy {
  const directives = new Map<string, string[]>()
  for (const part of text.split(';')) {
    const [name = '', ...sources] = part.trim().split(/\s+/)
    // A second one of the same name does not count.
    if (name !== '' && !directives.has(name.toLowerCase())) directives.set(name.toLowerCase(), sources)
  }
  return directives
}

/** The directive that decides, and its sources; undefined: the policy says nothing of this kind. */
export function deciding(policy: Policy, kind: Kind) {
  const directive = DIRECTIVES[kind].find(name => policy.has(name))
  return directive === undefined ? undefined : { directive, sources: policy.get(directive) ?? [] }
}

/** @param page its own address, for `'self'` and for sources without a scheme */
export const matches = (sources: readonly string[], url: URL, page: URL): boolean =>
  sources.some(source => matchesOne(source.toLowerCase(), source, url, page))

const HOST_SOURCE = /^(?:([a-z][a-z\d+.-]*):\/\/)?(\*|(?:\*\.)?[\w.-]+|\[[\da-f:]+\])(?::(\d+|\*))?(\/.*)?$/i

function matchesOne(keyword: string, source: string, url: URL, page: URL): boolean {
  if (keyword === "'self'") return isSameOrUpgraded(url, page)
  if (keyword === '*') return /^https?:$/.test(url.protocol)
  if (/^[a-z][a-z\d+.-]*:$/.test(keyword)) return isSchemeOf(keyword, url)
  const [, scheme, host = '', port, path] = HOST_SOURCE.exec(source) ?? []
  return (
    host !== '' &&
    isSchemeOf(scheme === undefined ? page.protocol : `${scheme.toLowerCase()}:`, url) &&
    isHostOf(host.toLowerCase(), url.hostname) &&
    isPortOf(port, url) &&
    isPathOf(path, url.pathname)
  )
}

const isSameOrUpgraded = (url: URL, page: URL) =>
  url.origin === page.origin ||
  (page.protocol === 'http:' && url.protocol === 'https:' && url.hostname === page.hostname && !url.port)

/** `http:` allows `https:` as well. */
const isSchemeOf = (scheme: string, { protocol }: URL) =>
  protocol === scheme || (scheme === 'http:' && protocol === 'https:')

const isHostOf = (host: string, name: string) =>
  host.startsWith('*') ? name.endsWith(host.slice(1)) : name === host

const isPortOf = (port: string | undefined, url: URL) =>
  port === '*' || portOf(url) === (port ?? portOf(url, '')) || (port === '80' && portOf(url) === '443')

/** @param own what counts as its port in place of the URL's */
const portOf = ({ protocol, port }: URL, own = port) => own || (protocol === 'https:' ? '443' : '80')

const isPathOf = (path: string | undefined, pathname: string) =>
  path === undefined || path === '/' || (path.endsWith('/') ? pathname.startsWith(path) : pathname === path)
