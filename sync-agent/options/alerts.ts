/** Where alerts go. An address is itself a secret: of it, only the kind and the host are ever shown. */

export const ALERT_KINDS = ['json', 'slack', 'ntfy', 'ping'] as const
export type AlertKind = (typeof ALERT_KINDS)[number]

export interface AlertTarget {
  kind: AlertKind
  url: URL
  /** For people and the store, as in `slack hooks.slack.com`; a second one of the same kind and host has a number. */
  name: string
}

const ADDRESS = /^(?:(slack|ntfy|ping)\+)?(https?:\/\/\S+)$/i

/** What the path names, where an address without one is wrong. */
const PATHS: Readonly<Partial<Record<AlertKind, string>>> = {
  slack: 'no webhook, as in slack+https://hooks.slack.com/services/…',
  ntfy: 'no topic, as in ntfy+https://ntfy.sh/…',
  ping: 'no check, as in ping+https://hc-ping.com/…',
}

/** @param refuse makes the error; its text holds no address */
export function checkAlerts(addresses: readonly string[], refuse: (reason: string) => Error): AlertTarget[] {
  const names = new Map<string, number>()
  return addresses.map((address, index) => {
    const [, prefix = 'json', rest = ''] = ADDRESS.exec(address) ?? []
    const kind = prefix.toLowerCase() as AlertKind
    const url = URL.parse(rest)
    const fail = (what: string) => refuse(`address ${index + 1} of ${addresses.length} ${what}`)
    if (!url)
      throw fail(
        'must begin with https://, slack+https://, ntfy+https:// or ping+https://, name a host, and have no spaces',
      )
    if (url.username || url.password)
      throw fail(
        'must not hold a user name or password, which would not be sent; ntfy takes a token as …/topic?auth=…',
      )
    if (url.hash) throw fail('has a fragment, which is never sent')
    if (url.pathname === '/' && PATHS[kind]) throw fail(`names ${PATHS[kind]}`)
    const place = `${kind} ${url.host}`
    const number = (names.get(place) ?? 0) + 1
    names.set(place, number)
    return { kind, url, name: number === 1 ? place : `${place} ${number}` }
  })
}
