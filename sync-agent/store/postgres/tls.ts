/** TLS as libpq's sslmode means it, which is not how pg reads the word: there, `require` checks names and certificates. */
import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'
import { pathFault } from '../../../shared/files/path-fault.ts'
import { StoreError } from '../../../shared/sqlite/open.ts'

/** `allow` is taken for `prefer`. */
export const TLS_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const
export type TlsMode = (typeof TLS_MODES)[number]
export const isTlsMode = (mode: string): mode is TlsMode => TLS_MODES.some(known => known === mode)

export interface TlsSettings {
  mode: TlsMode
  /** Certificates of authorities; `system`, or nothing with `verify-full`: those that Node trusts. */
  sslrootcert?: string
  sslcert?: string
  sslkey?: string
}

/** @throws {StoreError} a file cannot be read, or one is missing */
export function tlsOptions({ mode, sslrootcert, sslcert, sslkey }: TlsSettings): false | ConnectionOptions {
  if (mode === 'disable') return false
  const isOwnAuthority = sslrootcert !== undefined && sslrootcert !== 'system'
  const files = {
    ...(isOwnAuthority && { ca: contentOf(sslrootcert) }),
    ...(sslcert !== undefined && { cert: contentOf(sslcert) }),
    ...(sslkey !== undefined && { key: contentOf(sslkey) }),
  }
  if (mode === 'verify-full' || sslrootcert === 'system') return files
  if (mode === 'verify-ca' && !isOwnAuthority) {
    throw new StoreError(
      'STORE_ADDRESS',
      'sslmode verify-ca needs sslrootcert, the file of the authority that signed the certificate; with a public one, use verify-full',
    )
  }
  const checksAuthority = mode === 'verify-ca' || (mode === 'require' && isOwnAuthority)
  // The name is not compared, as in libpq.
  return checksAuthority
    ? { ...files, checkServerIdentity: () => undefined }
    : { ...files, rejectUnauthorized: false }
}

/**
 * A server in one's own network may have no TLS, or its standby may: with sslmode prefer, each refusal tells.
 *
 * @returns what to try instead; undefined: nothing
 */
export function otherTls(settings: TlsSettings, refusal: unknown): false | ConnectionOptions | undefined {
  if (settings.mode !== 'prefer' && settings.mode !== 'allow') return undefined
  const message = refusal instanceof Error ? refusal.message : ''
  if (message.includes('does not support SSL')) return false
  if (message.includes('no encryption')) return tlsOptions(settings)
  return undefined
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new StoreError(
      'STORE_UNUSABLE',
      `${file}, for the database’s TLS, cannot be used: ${pathFault(error)}`,
    )
  }
}
