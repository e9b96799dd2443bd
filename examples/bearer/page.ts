/** A page for web views that lose cookies: it carries its visit itself. */
import { createExtension } from '@schoolbell/extension'
import { forFetch } from '@schoolbell/extension/fetch'

const extension = createExtension({
  appId: 'sample-school',
  sessionUrl: 'http://127.0.0.1:4010/session/staging',
  environment: 'staging',
  secret: process.env.VISIT_SECRET ?? '',
  onVisit: ({ refNo }) => ({ refNo }),
})
const { visits, requireVisit, visitOf } = forFetch(extension)

/** JSON for a script element: a name with `</script>` in it must not end the element. */
const inScript = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

const page = requireVisit(request => {
  const { bearer, user } = visitOf(request)
  const html = `<!doctype html>
<title>Orders</title>
<h1></h1>
<pre></pre>
<script id="visit" type="application/json">${inScript({ bearer, name: user.fullName })}</script>
<script type="module">
  const { bearer, name } = JSON.parse(document.querySelector('#visit').textContent)
  document.querySelector('h1').textContent = name
  const response = await fetch('/orders', { headers: { Authorization: 'Bearer ' + bearer } })
  document.querySelector('pre').textContent = await response.text()
</script>`
  return new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8' } })
})

const orders = requireVisit(request => new Response(`Orders of ${visitOf(request).account.refNo}`))

export const app = visits(request =>
  new URL(request.url).pathname === '/orders' ? orders(request) : page(request),
)
