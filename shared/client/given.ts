/** Checks a client's options when the client is made, so that an unset variable is found early. */
import type { RequestLimits } from './request.ts'

/** The message never quotes the value: it may hold a password. @throws {RangeError} naming the option */
export function refuseNoAddress(name: string, url: string | URL): void {
  const fault = addressFault(url)
  if (fault) throw new RangeError(`${name} ${fault}`)
}

/** @returns what is wrong with the address of a service, as in `must be …` */
export function addressFault(address: string | URL): string | undefined {
  const url = URL.parse(address)
  if (!url || !/^https?:$/.test(url.protocol))
    return 'must be an http or https URL, as http://127.0.0.1:4010/…'
  if (url.username || url.password)
    return 'must not hold a user name or a password, which would not be sent; let the service accept this machine in another way'
  if (url.search || url.hash) return 'must not have a query or a fragment; paths are added to it'
  return undefined
}

/** @throws {RangeError} naming a limit that is no number above 0, which would end each call at once, or never */
export function refuseNoLimits({ timeoutMs, totalMs, maxBytes }: RequestLimits): void {
  for (const [name, limit] of Object.entries({ timeoutMs, totalMs, maxBytes }))
    if (limit !== undefined && !(limit > 0))
      throw new RangeError(`${name} must be a number above 0, not ${limit}`)
}

/** The message never quotes the values: one may be a secret. @throws {RangeError} naming the option */
export function refuseEmpty(options: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(options)) {
    if (typeof value !== 'string') throw new RangeError(`${name} must be a string`)
    if (value === '') throw new RangeError(`${name} is empty; check that its variable is set`)
  }
}
