/** What the relay tells a visitor, onto the socket. */
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { acceptedEncodings, isHeld } from '../../../shared/server/negotiation.ts'
import { TOLD } from '../http/cross-origin.ts'
import type { Rendered, Variant } from './rendered.ts'
import type { Told } from './watch.ts'

/** Where a script tag without `data-service` asks when its script comes from `/widget/`. */
export const POPUP_PATH = '/cms/api/v1/popupmsg/check'

const JSON_TYPE = 'application/json; charset=utf-8'

/** As the service does: any page may ask, whatever the rest of the agent allows. */
export const PUBLIC = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': TOLD,
  'x-content-type-options': 'nosniff',
}

/** Success, or 304 to who has it; a failure is an envelope under HTTP 200 and has no tag. */
export function sendTold({ headers: asked }: IncomingMessage, response: ServerResponse, told: Told): void {
  const { body, entityTag, encoding } = choose(told.rendered, asked['accept-encoding'])
  const headers: OutgoingHttpHeaders = { ...PUBLIC, ...told.headers, vary: 'accept-encoding' }
  if (told.kind !== 'failed') headers.etag = entityTag
  if (told.kind !== 'failed' && isHeld(asked['if-none-match'], entityTag)) {
    response.writeHead(304, headers).end()
    return
  }
  headers['content-type'] = JSON_TYPE
  headers['content-length'] = body.length
  if (encoding) headers['content-encoding'] = encoding
  response.writeHead(200, headers).end(body)
}

function choose(rendered: Rendered, header: string | string[] | undefined): Variant {
  const accepted = acceptedEncodings(header)
  return rendered.find(({ encoding }) => !encoding || accepted.has(encoding)) as Variant
}
