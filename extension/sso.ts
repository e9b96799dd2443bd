/** Reads the single sign-on response of an entrance: Base64 of a JSON object. */
import { isTooDeep } from '../shared/client/accept.ts'
import { ExtensionError } from './errors.ts'

/** Longest accepted header value, in characters of Base64. */
export const SSO_LIMIT = 48 * 1024

/** Standard or URL-safe alphabet, not mixed; with or without padding. Spaces come from folded lines. */
const BASE64 = /^(?:[A-Za-z0-9+/ ]+|[A-Za-z0-9_ -]+)=? ?=?$/

/**
 * Undefined when there is none. Messages and causes never quote the response: it holds personal data.
 *
 * @throws {ExtensionError} SSO_MALFORMED, SSO_TOO_LARGE
 */
export function readSso(value: string): Record<string, unknown> | undefined {
  if (value === '') return undefined
  if (value.length > SSO_LIMIT)
    throw new ExtensionError('SSO_TOO_LARGE', `header X-SSO-Response is longer than ${SSO_LIMIT} characters`)
  const text = utf8(fromBase64(value))
  if (text === undefined) throw malformed('is not Base64 of UTF-8 text')
  const sso = parsed(text)
  if (typeof sso !== 'object' || sso === null || Array.isArray(sso))
    throw malformed('is not Base64 of a JSON object')
  if (isTooDeep(sso) || namesPrototype(sso)) throw malformed('is nested too deep or names a prototype')
  return { ...sso }
}

function fromBase64(value: string): Uint8Array<ArrayBuffer> | undefined {
  if (!BASE64.test(value)) return undefined
  try {
    const binary = atob(value.replaceAll('-', '+').replaceAll('_', '/'))
    return Uint8Array.from(binary, character => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

function utf8(bytes: Uint8Array | undefined): string | undefined {
  try {
    return bytes && new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Code that copies properties one by one would change the prototype of the copy, or a shared prototype. */
function namesPrototype(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const reachesPrototype =
    Object.hasOwn(value, 'constructor') && Object.hasOwn(Object(value.constructor), 'prototype')
  return reachesPrototype || Object.hasOwn(value, '__proto__') || Object.values(value).some(namesPrototype)
}

const malformed = (reason: string) => new ExtensionError('SSO_MALFORMED', `header X-SSO-Response ${reason}`)
