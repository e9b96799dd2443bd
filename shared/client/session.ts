/** Client of the session API: resolves a session token to its user (interface, Endpoint 4). */

import { ENTRANCE_HEADERS } from '../contract/entrance-headers.ts'
import { SessionUser } from '../contract/session.ts'
import { accept } from './accept.ts'
import { checkOf } from './check.ts'
import { refuseEmpty, refuseNoAddress } from './given.ts'
import { addressOf, endpoint, getJson, type RequestLimits, statusError } from './request.ts'

export interface SessionClientOptions extends RequestLimits {
  /** Base URL of staging or production, as in `http://127.0.0.1:4010/session/staging`. */
  sessionUrl: string | URL
  appId: string
}

export interface SessionClient {
  /** @param token a secret; sent in X-Session-Token only */
  resolve(token: string, signal?: AbortSignal): Promise<SessionUser>
}

const userCheck = checkOf(SessionUser)

/**
 * A client of one environment's sessions.
 *
 * `resolve` throws a `TransportError` with the HTTP status when the token is refused (401), and a `ContractError` for a
 * response that does not follow the interface. It does not check the user: compare `appId` and `expireAt` yourself.
 *
 * @throws {RangeError} `sessionUrl` is not an http or https URL, or `appId` is empty
 */
export function createSessionClient({ sessionUrl, appId, ...limits }: SessionClientOptions): SessionClient {
  refuseNoAddress('sessionUrl', sessionUrl)
  refuseEmpty({ appId })
  return {
    async resolve(token, signal) {
      const url = endpoint(sessionUrl, 'v2', 'grd', 'external-session')
      const headers = { [ENTRANCE_HEADERS.sessionToken]: token, [ENTRANCE_HEADERS.appId]: appId }
      const answer = await getJson(url, headers, limits, signal)
      if (answer.status < 200 || answer.status > 299) throw statusError(addressOf(url), answer)
      return accept(userCheck, answer.json, addressOf(url))
    },
  }
}
