/** The responses of a mock: envelopes of the content API, and problem details where the interface does not define errors. */
import { HttpResponse } from 'msw'
import { returnMessage, SUCCESS, type Verdict } from '../../contract/return-code.ts'

let count = 0
const nextTxID = () => `mock-${++count}`

/** The content API is read by the scripts of any website. */
const headers = () => ({ 'access-control-allow-origin': '*', date: new Date().toUTCString() })

export const succeeded = (content: object) =>
  HttpResponse.json(
    { txID: nextTxID(), code: SUCCESS, message: returnMessage(SUCCESS), content },
    { headers: headers() },
  )

/** HTTP status 200: the code is the verdict. */
export const failed = ({ code, message }: Verdict) =>
  HttpResponse.json({ txID: nextTxID(), code, message }, { headers: headers() })

/** Answers a CORS preflight. */
export const allowed = () =>
  new HttpResponse(null, {
    status: 204,
    headers: {
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD, OPTIONS',
      'access-control-allow-headers': '*',
    },
  })

export const refused = (status: number, detail: string) =>
  HttpResponse.json(
    { type: 'about:blank', status, title: 'Refused', detail },
    { status, headers: { 'content-type': 'application/problem+json' } },
  )
