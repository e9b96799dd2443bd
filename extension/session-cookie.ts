/**
 * Seals a visit into a cookie, so that nobody else can read, change or make one. A sealed visit is bound to this web-app,
 * this app id and this environment.
 *
 * It expires with its session, to the second, and holds no token of the service.
 */
import { base64url, decodeProtectedHeader, EncryptJWT, errors, jwtDecrypt } from 'jose'
import { Temporal } from 'temporal-polyfill'
import type { Clock } from '../shared/clock.ts'
import type { Environment } from '../shared/contract/session.ts'
import { withoutEnd } from '../shared/text/without-end.ts'
import { ExtensionError } from './errors.ts'

export interface SealParts {
  /** The first one seals; all can open. */
  secrets: readonly [string, ...string[]]
  appId: string
  environment: Environment
  cookieName: string
  clock: Clock
}

export interface Sealer<Content> {
  /** @param expiresAt a whole second. @throws {ExtensionError} EXPIRED, COOKIE_TOO_LARGE */
  seal(content: Content, expiresAt: Temporal.Instant): Promise<Sealed<Content>>
  /** @throws {ExtensionError} COOKIE_INVALID, EXPIRED */
  open(sealed: string): Promise<{ content: Content; expiresAt: Temporal.Instant }>
  /** Set-Cookie value that removes the cookie. */
  noCookie(): string
}

export interface Sealed<Content> {
  sealed: string
  /** Set-Cookie value. */
  setCookie: string
  /** As it will be read back from `sealed`. */
  content: Content
}

/** Browsers store 4,096 bytes for a cookie with its name and attributes; some bytes are left free because browsers count differently. */
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
  const purpose = [environment, appId, cookieName]
  const keys = Promise.all(secrets.map(secret => keyOf(secret, purpose)))
  // Avoids an unhandled rejection; seal and open still get the error.
  keys.catch(() => undefined)

  return {
    async seal(content, expiresAt) {
      const [{ id, key }] = (await keys) as [Key]
      const text = JSON.stringify(content)
      const sealed = await new EncryptJWT({ content: JSON.parse(text) })
        .setProtectedHeader({ ...ALGORITHMS, kid: id })
        .setExpirationTime(expiresAt.epochMilliseconds / 1_000)
        .encrypt(key)
      // Rounded down: the browser must not keep the cookie longer than the visit lasts.
      const milliseconds = expiresAt.epochMilliseconds - clock.now().epochMilliseconds
      if (milliseconds <= 0) throw expired()
      const seconds = Math.floor(milliseconds / 1_000)
      const setCookie = `${cookieName}=${sealed}; Max-Age=${seconds}; ${ATTRIBUTES}`
      if (setCookie.length > LONGEST_COOKIE) throw tooLarge(setCookie.length, content)
      return { sealed, setCookie, content: JSON.parse(text) }
    },
    async open(sealed) {
      if (!isCanonical(sealed)) throw invalid()
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
        // The errors of jose quote the claims of a visit, so they are not used as the cause.
        throw cause instanceof errors.JWTExpired ? expired() : invalid()
      }
    },
    noCookie: () => `${cookieName}=; Max-Age=0; ${ATTRIBUTES}`,
  }
}

/** Whether a text has the form of a sealed visit, whoever has sealed it. */
export function isSealed(text: string): boolean {
  try {
    const { alg, enc, kid } = decodeProtectedHeader(text)
    return alg === ALGORITHMS.alg && enc === ALGORITHMS.enc && typeof kid === 'string'
  } catch {
    return false
  }
}

/**
 * The pairs of a Cookie header. Trims spaces and tabs only: trim() removes more characters, and another host could set a cookie
 * whose name begins with one.
 */
export const cookiePairs = (header: string | null | undefined): string[] =>
  (header ?? '').split(';').map(pair => withoutEnd(pair.replace(/^[ \t]+/, ''), ' \t'))

const expired = () =>
  new ExtensionError('EXPIRED', 'the visit has expired; open this page from the app again')
const invalid = () =>
  new ExtensionError('COOKIE_INVALID', 'the visit was not sealed by this web-app, or was changed afterwards')

function tooLarge(bytes: number, content: unknown): ExtensionError {
  const parts = Object.entries(content as object).map(
    ([name, part]) => `${name} ${new TextEncoder().encode(JSON.stringify(part)).length}`,
  )
  const message = `the visit takes ${bytes} bytes, but a cookie can hold ${LONGEST_COOKIE} (as JSON: ${parts.join(', ')})`
  return new ExtensionError('COOKIE_TOO_LARGE', `${message}; return less from onVisit, such as a record's id`)
}

/** Base64 can encode the same bytes in several ways; only the sealed form is accepted. */
function isCanonical(sealed: string): boolean {
  if (sealed.length > LONGEST_COOKIE) return false
  try {
    return sealed.split('.').every(part => base64url.encode(base64url.decode(part)) === part)
  } catch {
    return false
  }
}

interface Key {
  id: string
  key: Uint8Array
}

/** A secret used for two environments gives two keys: a visit of one is not valid in the other. */
async function keyOf(secret: string, purpose: readonly string[]): Promise<Key> {
  const text = new TextEncoder()
  const base = await crypto.subtle.importKey('raw', text.encode(secret), 'HKDF', false, ['deriveBits'])
  const derive = async (what: string, bits: number) => {
    const info = text.encode(JSON.stringify([what, ...purpose]))
    const salt = text.encode('schoolbell visit 1')
    const parameters = { name: 'HKDF', hash: 'SHA-256', salt, info }
    return new Uint8Array(await crypto.subtle.deriveBits(parameters, base, bits))
  }
  return { id: hex(await derive('id', 48)), key: await derive('key', 256) }
}

const hex = (bytes: Uint8Array) => Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
