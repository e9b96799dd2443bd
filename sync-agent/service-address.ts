/** When two addresses are the same service. */
import { addressOf } from '../shared/client/limited-fetch.ts'
import { withoutEnd } from '../shared/text/without-end.ts'

/** One spelling of an address: host in lower case, no default port, no slash at its end. */
export const serviceAddress = (url: string | URL): string => withoutEnd(addressOf(new URL(url)), '/')

/** Whether `next` is the same address with https in place of http. @param known both as by {@link serviceAddress} */
export const isSecured = (known: string, next: string): boolean =>
  known.startsWith('http:') && known.replace('http:', 'https:') === next
