/** The half of a sign-in that is no cookie: pages at other ports of this machine are sent the cookie, and never this. */
import { keep, kept } from './kept.ts'

const NAME = 'session-key'
/** For this page alone, where the browser stores nothing. */
let own = ''

export function keepKey(key: string | undefined): void {
  own = key ?? ''
  keep(NAME, key ?? null)
}

/** Read each time: somebody may have signed in in another tab. */
export function keyHeader(): Record<string, string> {
  const key = kept(NAME) ?? own
  return key === '' ? {} : { 'x-console-key': key }
}

/** Somebody signs in in another tab. */
export function watchKey(changed: () => void): void {
  addEventListener('storage', ({ key, newValue }: StorageEvent) => {
    if (key?.endsWith(`:${NAME}`) && newValue !== null) changed()
  })
}
