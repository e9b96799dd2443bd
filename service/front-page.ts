/** What stands at the service's root: its addresses as others reach them, for whoever opens it in a browser. */
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { ENVIRONMENTS } from '../shared/contract/session.ts'
import type { Operation } from './openapi.ts'
import type { ServiceAddresses } from './service.ts'

export interface FrontPageParts {
  schoolName(): string
  addresses(): ServiceAddresses
}

const STYLE =
  'body{font:1rem/1.6 system-ui,sans-serif;max-width:44rem;margin:3rem auto;padding:0 1rem;color-scheme:light dark}' +
  'dt{font-weight:600;margin-top:1rem}dd{margin:0;overflow-wrap:anywhere}'
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

export async function frontPage(
  server: FastifyInstance,
  { schoolName, addresses }: FrontPageParts,
): Promise<void> {
  server.get('/', { config: { openapi: FRONT_PAGE } }, (_request, reply) => {
    const { base, serviceUrl, syncUrl, sessionUrls } = addresses()
    const list = `${syncUrl}/units/{unitId}/years/{yearId}/groups/{groupName}/attendance-lists/{date}`
    const rows = [
      ['Service address, for the widget and the sync agent', code(serviceUrl)],
      ['Popup messages', link(`${serviceUrl}/api/v1/popupmsg/check?siteId=academy`)],
      ['News', link(`${serviceUrl}/api/v1/news/check?siteId=academy&lastSyncTime=19700101000000`)],
      ['Attendance lists, with an access key', code(list)],
      ...ENVIRONMENTS.map(environment => [
        `Sessions of the ${environment} environment, with a token`,
        code(`${sessionUrls[environment]}/v2/grd/external-session`),
      ]),
      ['Whether the service is up', link(`${base}/healthz`)],
    ]
    return reply
      .headers({ 'content-security-policy': POLICY, 'cache-control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(page(escaped(schoolName()), rows.map(([what, where]) => `<dt>${what}<dd>${where}`).join('\n')))
  })
}

const FRONT_PAGE: Operation = {
  tag: 'About',
  summary: 'The service’s addresses, as a page for people',
  answers: { 200: { description: 'The page', type: 'text/html' } },
}

const page = (name: string, rows: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${name} – schoolbell service</title>
<style>${STYLE}</style>
<h1>${name}</h1>
<p>This is schoolbell’s reference service: the school information system’s whole interface, to build and test against.
<dl>
${rows}
</dl>
</html>
`

const link = (url: string) => `<a href="${escaped(url)}">${escaped(url)}</a>`
const code = (url: string) => `<code>${escaped(url)}</code>`

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}
