/** Values of the options of `schoolbell open-extension`. */
import { readFileSync } from 'node:fs'
import { InvalidArgumentError } from 'commander'
import { APP_LANGUAGES, type AppLanguage } from '../../shared/contract/entrance-headers.ts'
import { codeOf } from '../../shared/error-code.ts'
import { OptionError, wholeNumber } from '../options.ts'

/** One of these words, or a user id. */
const idOr = <Word extends string>(...words: Word[]) => {
  const userId = wholeNumber(0, Number.MAX_SAFE_INTEGER, `${words.join(', ')} or a user id`)
  return (text: string): Word | number => words.find(word => word === text) ?? userId(text)
}

export const userOrId = idOr('guardian', 'student', 'staff')
export const childOrId = idOr('all', 'none')
export const minutes = wholeNumber(0, 10_080, 'a number of minutes from 0 to 10080')

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
