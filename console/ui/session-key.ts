/**
 * The half of a sign-in that is no cookie: pages at other ports of this machine are sent the cookie, and never this.
 *
 * What the browser itself asks for, following a link to a file, goes without it: such a link is given a ticket first.
 */
import type { Api } from './api.ts'
import { keep, kept } from './kept.ts'

const NAME = 'session-key'
/** Where the browser keeps nothing, for this page alone. */
let own = ''

export function keepKey(key: string | undefined): void {
  own = key ?? ''
  keep(NAME, key ?? null)
}

/** Read anew each time: somebody may have signed in in another tab. */
export function keyHeader(): Record<string, string> {
  const key = kept(NAME) ?? own
  return key === '' ? {} : { 'x-console-key': key }
}

/** Somebody signs in in another tab. @returns ends it */
export function watchKey(tell: () => void): () => void {
  const look = ({ key, newValue }: StorageEvent) => {
    if (key?.endsWith(`:${NAME}`) && newValue !== null) tell()
  }
  addEventListener('storage', look)
  return () => removeEventListener('storage', look)
}

/** Links with `download` to what the API has. */
export function followDownloads(root: EventTarget, api: Pick<Api, 'post'>, failed: () => void): void {
  root.addEventListener('click', event => {
    const link = event.composedPath().find(target => target instanceof HTMLAnchorElement)
    if (!link?.hasAttribute('download') || !link.pathname.startsWith('/console/api/')) return
    event.preventDefault()
    const { href, download } = link
    api
      .post<{ ticket: string }>('/download-tickets')
      .then(({ ticket }) => begin(href, download, ticket), failed)
  })
}

function begin(href: string, name: string, ticket: string): void {
  const address = new URL(href)
  address.searchParams.set('ticket', ticket)
  const link = document.createElement('a')
  link.href = address.href
  link.download = name
  link.click()
}
