/** What `schoolbell open-extension` can be told. */
import { readFileSync } from 'node:fs'
import { InvalidArgumentError } from 'commander'
import { APP_LANGUAGES, type AppLanguage } from '../../shared/contract/entrance.ts'
import type { Environment, Role } from '../../shared/contract/session.ts'
import { wholeNumber } from '../options.ts'
import { whyUnread } from '../secret.ts'

export interface OpenExtensionFlags {
  entranceUrl?: string
  user: UserChoice
  environment: Environment
  lang: AppLanguage
  child: 'all' | 'none' | number
  sso?: string
  sessionMinutes: number
  dataDir?: string
  servicePort: number
  tokenFile?: string
  appId?: string
  childRefNo?: string
  port: number
  print?: boolean
  json?: boolean
  logLevel: string
}

export type UserChoice = 'guardian' | 'student' | 'staff' | number

export const ROLE_OF = { guardian: 'Guardian', student: 'Student', staff: 'Staff' } as const satisfies Record<
  string,
  Role
>

/** An option that cannot be. */
export class OpenExtensionOptionError extends Error {
  override name = 'OpenExtensionOptionError'
  readonly code = 'OPEN_EXTENSION_OPTION_INVALID'
}

const userId = (text: string, others: string) =>
  wholeNumber(text, 0, Number.MAX_SAFE_INTEGER, `${others} or a user id`)

export function userChoice(text: string): UserChoice {
  return text === 'guardian' || text === 'student' || text === 'staff'
    ? text
    : userId(text, 'guardian, student, staff')
}

export function childChoice(text: string): 'all' | 'none' | number {
  return text === 'all' || text === 'none' ? text : userId(text, 'all, none')
}

export function sessionMinutes(text: string): number {
  return wholeNumber(text, 0, 10_080, 'a number of minutes from 0 to 10080')
}

/** The content languages are taken as well: other commands have them under the same name. */
export function appLanguage(text: string): AppLanguage {
  for (const [app, content] of Object.entries(APP_LANGUAGES))
    if (text === app || text === content) return app as AppLanguage
  throw new InvalidArgumentError('It must be en or zh.')
}

/** With whatever path, query and fragment it has. */
export function pageUrl(text: string): string {
  if (/^https?:$/.test(URL.parse(text)?.protocol ?? '')) return text
  throw new InvalidArgumentError('It must be the address of a page, as in http://127.0.0.1:4030/entrance.')
}

/** The response of a single sign-on. @throws {OpenExtensionOptionError} */
export function readSso(file: string | undefined): Record<string, unknown> | undefined {
  if (file === undefined) return undefined
  const text = readText(
    file,
    error => `sso cannot be read: ${error instanceof Error ? error.message : error}`,
  )
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  } catch {
    // Said below, like every other text that is none.
  }
  throw new OpenExtensionOptionError(`sso: ${file} holds no JSON object`)
}

/** The token of a session that somebody else has issued, never from the command line, which `ps` shows. */
export function readToken(file: string | undefined): string | undefined {
  const token =
    file === undefined
      ? process.env.SCHOOLBELL_SESSION_TOKEN
      : readText(file, error => `tokenFile: ${whyUnread(error)}`)
  const trimmed = token?.trim() ?? ''
  if (trimmed === '' && file !== undefined)
    throw new OpenExtensionOptionError('tokenFile: there is nothing in it')
  if (/[^\x21-\x7e]/.test(trimmed))
    throw new OpenExtensionOptionError('tokenFile: a token is one word of plain characters')
  return trimmed === '' ? undefined : trimmed
}

function readText(file: string, saying: (error: unknown) => string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new OpenExtensionOptionError(saying(error))
  }
}
