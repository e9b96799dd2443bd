/** Client of the session API: resolves a session token to its user (interface, Endpoint 4). */

import { Temporal } from 'temporal-polyfill'
import Type from 'typebox'
import { ENTRANCE_HEADERS } from '../contract/entrance-headers.ts'
import { EXACT } from '../contract/formats.ts'
import { type ReturnCode, SUCCESS } from '../contract/return-code.ts'
import { SessionUser } from '../contract/session.ts'
import { accept } from './accept.ts'
import { checkOf } from './check.ts'
import { acceptEnvelope, isEnvelope } from './envelope.ts'
import { refuseEmpty, refuseNoAddress, refuseNoLimits } from './given.ts'
import { addressOf } from './limited-fetch.ts'
import { isSuccess, statusError } from './reply.ts'
import { endpoint, getJson, type RequestLimits } from './request.ts'

export interface SessionClientOptions extends RequestLimits {
  /** Base URL of staging or production, as in `http://127.0.0.1:4010/session/staging`. */
  sessionUrl: string | URL
  appId: string
}

export interface SessionClient {
  /** @param token a secret; sent in X-Session-Token only */
  resolve(token: string, signal?: AbortSignal): Promise<SessionUser>
}

/** HTTP statuses for a token that is not accepted. The interface names none. */
const REFUSING_STATUSES: readonly number[] = [400, 401, 403, 404, 410, 422, 431]
/** The only return code that says what else is wrong. */
const TIMEOUT = 'D20003' satisfies ReturnCode

/**
 * Whether an answer refuses its token, so that another one may be accepted: web-apps and the conformance suite read it alike.
 *
 * @param returnCode of an envelope, which some services give in place of a user
 */
export const refusesToken = (status: number, returnCode: string | undefined): boolean =>
  isSuccess(status) ? ![undefined, SUCCESS, TIMEOUT].includes(returnCode) : REFUSING_STATUSES.includes(status)

/** @returns undefined if it is no ISO 8601 timestamp, or has no time zone, so that nobody can know when the session ends */
export function readExpiry(expireAt: unknown): Temporal.Instant | undefined {
  try {
    return typeof expireAt === 'string' ? Temporal.Instant.from(expireAt) : undefined
  } catch {
    return undefined
  }
}

/** Who the user is, and for how long. All other fields are shown to people only. */
const Decisive = Type.Pick(SessionUser, ['userId', 'appId', 'role', 'expireAt'])
const decisiveCheck = checkOf(Decisive)
/** Web-apps know their users by it as well. */
const refNoCheck = checkOf(Type.Object({ refNo: Type.Number(EXACT) }))
const TEXT_FIELDS = Object.keys(SessionUser.properties).filter(name => !(name in Decisive.properties))

/**
 * A client of one environment's sessions.
 *
 * `resolve` throws a `TransportError` with the HTTP status when the token is refused (401), a `ServiceError` when that is said with a
 * return code, and a `ContractError` for a
 * response without a valid `userId`, `appId`, `role` or `expireAt`, or with a number that has lost digits. Every other field that is not a text is `''` (null, missing)
 * or its text (a number). It does not check the user: compare `appId` and `expireAt` yourself.
 *
 * @throws {RangeError} `sessionUrl` is not an http or https URL, or `appId` is empty
 */
export function createSessionClient({ sessionUrl, appId, ...limits }: SessionClientOptions): SessionClient {
  refuseNoAddress('sessionUrl', sessionUrl)
  refuseEmpty({ appId })
  refuseNoLimits(limits)
  return {
    async resolve(token, signal) {
      if (typeof token !== 'string') throw new RangeError('token must be a string')
      const url = endpoint(sessionUrl, 'v2', 'grd', 'external-session')
      const headers = { [ENTRANCE_HEADERS.sessionToken]: token, [ENTRANCE_HEADERS.appId]: appId }
      const answer = await getJson(url, headers, limits, signal)
      if (!isSuccess(answer.status)) throw statusError(addressOf(url), answer)
      if (isEnvelope(answer.json)) acceptEnvelope(addressOf(url), answer, answer.json)
      return readUser(answer.json, addressOf(url))
    },
  }
}

function readUser(json: unknown, address: string): SessionUser {
  const user: Record<string, unknown> = accept(decisiveCheck, json, address)
  if (typeof user.refNo === 'number') accept(refNoCheck, json, address)
  const texts = TEXT_FIELDS.map(name => [name, scalarText(user[name])] as const)
  return { ...user, ...Object.fromEntries(texts) } as SessionUser
}

const scalarText = (value: unknown) => (value === undefined || typeof value === 'object' ? '' : String(value))
