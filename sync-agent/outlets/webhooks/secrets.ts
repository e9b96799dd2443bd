/**
 * The secrets of webhooks. The store contains none, because other programs may read it and there are backups of it. Each
 * secret is made from a salt in the store and a key in a file, which only its owner can read: `news.db.webhook-key` beside
 * the store, or the file that the options name.
 */

import { createHmac, randomBytes } from 'node:crypto'
import { chownSync, linkSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { codeOf } from '../../../shared/error-code.ts'
import { isPostgres } from '../../is-postgres.ts'
import type { SecretRecord } from '../../store/destination-types.ts'
import { SECRET_PREFIX } from './signature.ts'

/** Signing is not possible: the key is missing or wrong. */
export class WebhookKeyError extends Error {
  override name = 'WebhookKeyError'
  readonly code = 'WEBHOOK_KEY'
}

export interface Secrets {
  /**
   * A new secret, and the part that is stored. Makes the key if there is none.
   *
   * @param others of other webhooks: there must be a key, and at least one of these must be made with it
   * @throws {WebhookKeyError}
   */
  make(others: readonly SecretRecord[]): { secret: string; record: SecretRecord; keyFile: string }
  /** Whether a secret is made with the key that was read last. */
  isMade(record: SecretRecord): boolean
  /** @param records newest first @throws {WebhookKeyError} the newest secret cannot be made; a receiver may know only this one */
  of(records: readonly SecretRecord[]): string[]
}

const BYTES = 32

/**
 * @param db the store; symbolic links to its file use the same key
 * @param file the key's, which a store in PostgreSQL needs
 */
export function openSecrets(db: string, file?: string): Secrets {
  let key: Buffer | undefined
  const isMadeWith = (known: Buffer, { salt, keyCheck }: SecretRecord) => checkOf(known, salt) === keyCheck
  const madeWith = (known: Buffer, records: readonly SecretRecord[]) =>
    records.filter(record => isMadeWith(known, record)).map(({ salt }) => secretOf(known, salt))
  return {
    make(others) {
      const path = file ?? keyPath(db)
      const found = readKey(path)
      if (others.length > 0 && !others.some(record => found && isMadeWith(found, record))) {
        throw new WebhookKeyError(
          `${path} is ${found ? 'not the key of' : 'missing, which makes'} the other webhooks’ secrets; restore it, or name the right file with --webhook-key. If it is lost, give one of them a new secret first`,
        )
      }
      key = found ?? makeKey(path, file === undefined ? db : dirname(resolve(file)))
      const salt = randomBytes(BYTES).toString('hex')
      const record = { salt, keyCheck: checkOf(key, salt), validUntil: undefined }
      return { secret: secretOf(key, salt), record, keyFile: path }
    },
    isMade: record => key !== undefined && isMadeWith(key, record),
    of(records) {
      const [newest] = records
      if (newest && key && isMadeWith(key, newest)) return madeWith(key, records)
      // The file may have been restored.
      const path = file ?? keyPath(db)
      key = readKey(path)
      if (!key)
        throw new WebhookKeyError(
          `${path} is missing; restore it, name the right one with --webhook-key, or give the webhook a new secret`,
        )
      if (newest && isMadeWith(key, newest)) return madeWith(key, records)
      throw new WebhookKeyError(
        `${path} is another key; restore the right one, or give the webhook a new secret with this one`,
      )
    },
  }
}

const secretOf = (key: Buffer, salt: string) =>
  SECRET_PREFIX + createHmac('sha256', key).update(`secret:${salt}`).digest('base64')

/** Shows whether a key belongs to a salt, without revealing the key. */
const checkOf = (key: Buffer, salt: string) =>
  createHmac('sha256', key).update(`check:${salt}`).digest('hex').slice(0, 16)

function keyPath(db: string): string {
  if (isPostgres(db)) {
    throw new WebhookKeyError(
      'the key of the secrets is not kept in the database: name its file with --webhook-key, the same at every agent',
    )
  }
  try {
    return `${realpathSync(db)}.webhook-key`
  } catch (error) {
    throw new WebhookKeyError(`${db} cannot be found (${codeOf(error)})`)
  }
}

function readKey(path: string): Buffer | undefined {
  let text: string
  try {
    text = readFileSync(path, 'latin1')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    const message = `${path} cannot be read (${codeOf(error)}); the agent's user must own it`
    throw new WebhookKeyError(message, { cause: error })
  }
  const key = Buffer.from(text.trim(), 'hex')
  if (key.length !== BYTES) throw new WebhookKeyError(`${path} is not a key; restore the right one`)
  return key
}

/** @param beside what the agent's user owns */
function makeKey(path: string, beside: string): Buffer {
  const partial = `${path}.${process.pid}`
  try {
    writeFileSync(partial, `${randomBytes(BYTES).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
    // An operator may be root, but the agent must be able to read it.
    if (process.getuid?.() === 0) {
      const { uid, gid } = statSync(beside)
      chownSync(partial, uid, gid)
    }
    // Unlike a rename, a link never replaces a key that another call has made.
    linkSync(partial, path)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw new WebhookKeyError(`${path} cannot be written (${codeOf(error)})`)
  } finally {
    rmSync(partial, { force: true })
  }
  const key = readKey(path)
  if (!key) throw new WebhookKeyError(`${path} cannot be written`)
  return key
}
