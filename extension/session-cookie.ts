/**
 * The visit as it travels with its visitor: sealed, so that nobody can read, change or make one, and bound to this web-app,
 * this app id and this environment.
 *
 * It ends with the session that it was made from, to the second, and holds no token of the service.
 */
import { EncryptJWT, errors, jwtDecrypt } from 'jose'
import { Temporal } from 'temporal-polyfill'
import type { Clock } from '../shared/clock.ts'
import type { Environment } from '../shared/contract/session.ts'
import { ExtensionError } from './errors.ts'

export interface SealParts {
  /** The first seals; all open. */
  secrets: readonly [string, ...string[]]
  appId: string
  environment: Environment
  cookieName: string
  clock: Clock
}

export interface Sealer<Content> {
  /** @throws {ExtensionError} COOKIE_TOO_LARGE */
  seal(content: Content, expiresAt: Temporal.Instant): Promise<string>
  /** @throws {ExtensionError} COOKIE_INVALID, EXPIRED */
  open(sealed: string): Promise<{ content: Content; expiresAt: Temporal.Instant }>
  /** Set-Cookie's value. */
  cookie(sealed: string, expiresAt: Temporal.Instant): string
  /** Set-Cookie's value that takes the cookie away. */
  noCookie(): string
}

/** What browsers keep of one cookie, its name and attributes with it: 4,096 bytes, less some for what is counted otherwise. */
export const LONGEST_COOKIE = 4_050
const ALGORITHMS = { alg: 'dir', enc: 'A256GCM' } as const
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Lax'

export function createSealer<Content>({
  secrets,
  appId,
  environment,
  cookieName,
  clock,
}: SealParts): Sealer<Content> {
  const keys = Promise.all(secrets.map(secret => keyOf(secret, `${environment} ${appId}`)))
  // Nobody waits for it yet; whoever does gets the failure.
  keys.catch(() => undefined)

  const cookie: Sealer<Content>['cookie'] = (sealed, expiresAt) => {
    const seconds = Math.max(0, Math.floor(clock.now().until(expiresAt).total('seconds')))
    return `${cookieName}=${sealed}; Max-Age=${seconds}; ${ATTRIBUTES}`
  }

  return {
    async seal(content, expiresAt) {
      const [{ id, key }] = (await keys) as [Key]
      const sealed = await new EncryptJWT({ content })
        .setProtectedHeader({ ...ALGORITHMS, kid: id })
        // Whole seconds: never after the session's own end.
        .setExpirationTime(Math.floor(expiresAt.epochMilliseconds / 1_000))
        .encrypt(key)
      const bytes = cookie(sealed, expiresAt).length
      if (bytes > LONGEST_COOKIE)
        throw new ExtensionError(
          'COOKIE_TOO_LARGE',
          `the visit takes ${bytes} bytes of a cookie’s ${LONGEST_COOKIE}; return less from onVisit, such as the id of a record`,
        )
      return sealed
    },
    async open(sealed) {
      try {
        const { payload } = await jwtDecrypt<{ content: Content }>(
          sealed,
          async ({ kid }) => {
            const known = (await keys).find(({ id }) => id === kid)
            if (!known) throw new errors.JWEDecryptionFailed('sealed with another secret')
            return known.key
          },
          {
            keyManagementAlgorithms: [ALGORITHMS.alg],
            contentEncryptionAlgorithms: [ALGORITHMS.enc],
            requiredClaims: ['exp', 'content'],
            currentDate: new Date(clock.now().epochMilliseconds),
          },
        )
        return {
          content: payload.content,
          expiresAt: Temporal.Instant.fromEpochMilliseconds((payload.exp ?? 0) * 1_000),
        }
      } catch (cause) {
        if (cause instanceof errors.JWTExpired)
          throw new ExtensionError('EXPIRED', 'the visit is over; open this page from the app again')
        // The cause would quote claims of a visit; its kind says enough.
        throw new ExtensionError(
          'COOKIE_INVALID',
          'the visit was not sealed by this web-app, or was changed since',
        )
      }
    },
    cookie,
    noCookie: () => `${cookieName}=; Max-Age=0; ${ATTRIBUTES}`,
  }
}

interface Key {
  id: string
  key: Uint8Array
}

/** A secret used for two environments gives two keys: what one sealed opens nothing in the other. */
async function keyOf(secret: string, purpose: string): Promise<Key> {
  const text = new TextEncoder()
  const base = await crypto.subtle.importKey('raw', text.encode(secret), 'HKDF', false, ['deriveBits'])
  const derive = async (what: string, bits: number) =>
    new Uint8Array(
      await crypto.subtle.deriveBits(
        {
          name: 'HKDF',
          hash: 'SHA-256',
          salt: text.encode('schoolbell visit'),
          info: text.encode(`${what} ${purpose}`),
        },
        base,
        bits,
      ),
    )
  return { id: hex(await derive('id', 48)), key: await derive('key', 256) }
}

const hex = (bytes: Uint8Array) => Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
