/** Under which names this service is reached: what a Host or an Origin header may say on a console call. */

export interface OwnOrigins {
  /** A page elsewhere may have its own name answered by this address (DNS rebinding): such a name is not among ours. */
  hasHost(host: string | undefined): boolean
  hasOrigin(origin: string): boolean
  /** Whether the browser that sent this Host, and an Origin if any, speaks TLS with us or a proxy of ours. */
  isSecure(host: string | undefined, origin: string | undefined): boolean
  /** Whether this is a secure context for the browser: over TLS, or on its own machine. */
  isSecureContext(host: string | undefined): boolean
}

export interface OriginParts {
  /** The address listened on. */
  host: string
  publicUrl: string | undefined
  /** As in `http://127.0.0.1:4010`; known once the service listens. */
  base(): string
}

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]']

export function ownOrigins({ host, publicUrl, base }: OriginParts): OwnOrigins {
  const listened = host.includes(':') ? `[${host}]` : host
  const publicHost = publicUrl === undefined ? undefined : new URL(publicUrl).host
  const local = () => {
    const port = new URL(base()).port || '80'
    const names = [...LOOPBACK_NAMES, listened.toLowerCase()]
    return names.flatMap(name => (port === '80' ? [name, `${name}:80`] : [`${name}:${port}`]))
  }
  const isPublic = (asked: string) =>
    publicUrl !== undefined && [publicHost, `${publicHost}:${defaultPort(publicUrl)}`].includes(asked)
  const isSecure = (given = '', origin?: string) => {
    if (!publicUrl?.startsWith('https:')) return false
    return origin === undefined ? isPublic(given.toLowerCase()) : origin === publicUrl
  }
  return {
    hasHost(given = '') {
      const asked = given.toLowerCase()
      return local().includes(asked) || isPublic(asked)
    },
    hasOrigin: origin => origin === publicUrl || local().some(name => origin === `http://${name}`),
    isSecure,
    isSecureContext: given => isSecure(given) || /^(localhost|127(\.\d+){3}|\[::1\])(:|$)/i.test(given ?? ''),
  }
}

const defaultPort = (url: string) => (url.startsWith('https:') ? '443' : '80')
