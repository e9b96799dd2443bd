/** The address of a WordPress site. */
import { withoutEnd } from '../../../shared/text/without-end.ts'
import { DestinationError } from '../error.ts'

/** With a slash at its end. @throws {DestinationError} */
export function siteAddress(text: string): string {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol))
    throw refusal(`"${text}" is not the address of a site, as in https://school.example`)
  if (url.username || url.password)
    throw refusal(
      'the site’s address must not hold a user or a password; name them with --user and --password-file',
    )
  if (url.search || url.hash)
    throw refusal(
      `${url.origin}${url.pathname} has to be enough of an address: leave out what follows ? or #`,
    )
  if (url.protocol === 'http:' && !isThisMachine(url.hostname))
    throw refusal(
      `${text} is not https: the password would be read on the way; add the site with its https address`,
    )
  if (!url.pathname.endsWith('/')) url.pathname += '/'
  return url.href
}

/** A server may answer for WordPress below any path. @throws {DestinationError} the site's own is another one */
export function refuseOtherPath(address: string, home: string | undefined): void {
  const own = home === undefined ? undefined : URL.parse(home)
  const path = (url: URL) => withoutEnd(url.pathname, '/')
  if (own && path(own) !== path(new URL(address)))
    throw refusal(`${address} is not the site’s own address, which is ${home}; add that one`)
}

const isThisMachine = (host: string) => host === 'localhost' || host === '[::1]' || /^127\./.test(host)

const refusal = (message: string) => new DestinationError('DESTINATION_OPTION_INVALID', message)
