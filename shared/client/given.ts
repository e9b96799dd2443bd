/** What a client is made of, looked at when it is made: a variable that was forgotten is named then, and not by a service later. */

/** Without the value: it may hold a password. @throws {RangeError} naming the option */
export function refuseNoAddress(name: string, url: string | URL): void {
  const { protocol } = URL.parse(url) ?? {}
  if (protocol !== 'http:' && protocol !== 'https:')
    throw new RangeError(`${name} is no address, as http://127.0.0.1:4010/… is`)
}

/** Without the values: one may be a secret. @throws {RangeError} naming the option */
export function refuseEmpty(options: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(options)) {
    if (typeof value !== 'string') throw new RangeError(`${name} is no text`)
    if (value === '') throw new RangeError(`${name} is empty; is the variable set that it is read from?`)
  }
}
