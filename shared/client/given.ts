/** Checks a client's options when the client is made, so that an unset variable is found early. */

/** The message never quotes the value: it may hold a password. @throws {RangeError} naming the option */
export function refuseNoAddress(name: string, url: string | URL): void {
  const { protocol } = URL.parse(url) ?? {}
  if (protocol !== 'http:' && protocol !== 'https:')
    throw new RangeError(`${name} must be an http or https URL, as http://127.0.0.1:4010/…`)
}

/** The message never quotes the values: one may be a secret. @throws {RangeError} naming the option */
export function refuseEmpty(options: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(options)) {
    if (typeof value !== 'string') throw new RangeError(`${name} must be a string`)
    if (value === '') throw new RangeError(`${name} is empty; check that its variable is set`)
  }
}
