/** The options of `schoolbell open-extension` that make a phone. */
import { readFileSync } from 'node:fs'
import { InvalidArgumentError } from 'commander'
import { APP_LANGUAGES, type AppLanguage } from '../../shared/contract/entrance-headers.ts'
import type { Environment } from '../../shared/contract/session.ts'
import { codeOf } from '../../shared/error-code.ts'
import { OptionError, wholeNumber } from '../options.ts'

export interface OpenExtensionFlags {
  entranceUrl?: string
  user: keyof typeof ROLE_OF | number
  environment: Environment
  lang: AppLanguage
  child: 'all' | 'none' | number
  forgetCookies?: boolean
  sso?: string
  sessionMinutes: number
  dataDir?: string
  servicePort: number
  tokenFile?: string
  appId?: string
  childRefNo?: string
  port: number
  /** Default: loopback. */
  host?: string
}

export const ROLE_OF = { guardian: 'Guardian', student: 'Student', staff: 'Staff' } as const

/** One of these words, or a user id. */
export const idOr = <Word extends string>(...words: Word[]) => {
  const userId = wholeNumber(0, Number.MAX_SAFE_INTEGER, `${words.join(', ')} or a user id`)
  return (text: string): Word | number => words.find(word => word === text) ?? userId(text)
}

/** Also accepts content languages, because other commands use them under the same flag. */
export function appLanguage(text: string): AppLanguage {
  for (const [app, content] of Object.entries(APP_LANGUAGES))
    if (text === app || text === content) return app as AppLanguage
  throw new InvalidArgumentError('It must be en or zh.')
}

/** May have a path, a query and a fragment. */
export function pageUrl(text: string): string {
  if (/^https?:$/.test(URL.parse(text)?.protocol ?? '')) return text
  throw new InvalidArgumentError('It must be the URL of a page, as in http://127.0.0.1:4030/entrance.')
}

/** The single sign-on response. @throws {OptionError} */
export function readSso(file: string | undefined): Record<string, unknown> | undefined {
  if (file === undefined) return undefined
  const fault = (text: string) => new OptionError(`--sso: ${file} ${text}`)
  let value: unknown
  try {
    value = JSON.parse(readFileSync(file, 'utf8').replace(/^\ufeff/, ''))
  } catch (error) {
    throw fault(
      error instanceof SyntaxError
        ? `is not JSON: ${faultOfJson(error)}`
        : `cannot be read (${codeOf(error)}); give a JSON file with a single sign-on response`,
    )
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw fault('must hold a JSON object')
  return { ...value }
}

/** The parser's own message, without the text that it quotes: the file may hold secrets. */
const faultOfJson = ({ message }: Error) => message.replace(/, (?:\.\.\.)?".*/s, '')
