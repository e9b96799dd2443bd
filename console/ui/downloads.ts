/** Downloads from the API: the browser follows such a link without the session key, so the link gets a ticket first. */
import type { Api } from './api.ts'

/** Follows links with `download` to addresses of the API. */
export function followDownloads(root: EventTarget, api: Pick<Api, 'post'>, failed: () => void): void {
  root.addEventListener('click', event => {
    const link = event.composedPath().find(target => target instanceof HTMLAnchorElement)
    if (!link?.hasAttribute('download') || !link.pathname.startsWith('/console/api/')) return
    event.preventDefault()
    const { href, download: name } = link
    api
      .post<{ ticket: string }>('/download-tickets')
      .then(({ ticket }) => download(href, name, ticket), failed)
  })
}

function download(href: string, name: string, ticket: string): void {
  const address = new URL(href)
  address.searchParams.set('ticket', ticket)
  const link = document.createElement('a')
  link.href = address.href
  link.download = name
  link.click()
}
