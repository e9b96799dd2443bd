/** Options, and parsers for their values; each error names the value and the expected form. */
import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { Command, InvalidArgumentError, Option } from 'commander'
import { LANGUAGES, SITE_IDS } from '../shared/contract/site.ts'
import { isZone } from '../shared/contract/wire-time.ts'
import { LONGEST_TIMER_MS } from '../shared/longest-timer.ts'
import { withoutEnd } from '../shared/text/without-end.ts'

/** An option that also reads `SCHOOLBELL_…`: `--service-url` is `SCHOOLBELL_SERVICE_URL`. */
export function option<Value>(
  flags: string,
  description?: string,
  parse?: (text: string, before: Value) => Value,
): Option {
  const made = new Option(flags, description)
  made.env(`SCHOOLBELL_${made.name().replaceAll('-', '_').toUpperCase()}`)
  return parse ? made.argParser(parse) : made
}

/** A command whose options read their variables. One without, or with another one, is added with `addOption`. */
export class EnvironmentCommand extends Command {
  override createOption(flags: string, description?: string): Option {
    return option(flags, description)
  }
}

export function addOptions(command: Command, ...options: readonly Option[]): Command {
  for (const one of options) command.addOption(one)
  return command
}

/** For a command with sub-commands: `sync --db FILE status` is `sync status --db FILE`. */
export function passOptionsOn(command: Command): Command {
  return command.hook('preAction', (_command, called) => {
    const given = command.options.filter(
      one => called !== command && command.getOptionValueSource(one.attributeName()) === 'cli',
    )
    for (const one of given) {
      const name = one.attributeName()
      if (!called.options.some(({ long }) => long === one.long))
        called.error(`error: unknown option '${one.long}'`)
      if (called.getOptionValueSource(name) !== 'cli')
        called.setOptionValueWithSource(name, command.getOptionValue(name), 'cli')
    }
  })
}

/** The first of these options that stands on the line: it is meant, while a variable may be meant for another command. */
export const firstOnLine = (command: Command, names: readonly string[]): string | undefined =>
  command.options.find(
    one => names.includes(one.attributeName()) && command.getOptionValueSource(one.attributeName()) === 'cli',
  )?.long

/** Wrong usage that shows only when the work begins. */
export class OptionError extends Error {
  override name = 'OptionError'
  readonly code = 'OPTION_INVALID'
}

/** Ends the command. For options that are needed in some cases only, or that have another source. */
export const endAsMissing = (command: Command, flags: string, otherwise = ''): never =>
  command.error(`error: required option '${flags}' not specified${otherwise}`)

/**
 * Refuses a file to write before the work that fills it.
 *
 * @param name of the option or argument, as in `--output`
 */
export function refuseNowhere(command: Command, name: string, file: string): void {
  const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  if (isFolder(file)) command.error(`error: ${name}: ${file} is a folder; give the name of a file`)
  const folder = dirname(file)
  if (!isFolder(folder)) command.error(`error: ${name}: there is no folder ${folder}; make it first`)
}

export function notEmpty(text: string): string {
  if (text.trim() !== '') return text
  throw new InvalidArgumentError('It must not be empty.')
}

export const wholeNumber = (least: number, most: number, what: string) => (text: string) => {
  const number = Number(text)
  if (/^\d+$/.test(text) && number >= least && number <= most) return number
  throw new InvalidArgumentError(`It must be ${what}.`)
}

export const portNumber = wholeNumber(0, 65_535, 'a port from 0 (any free one) to 65535')
/** Of the reference service, whichever command starts it. */
export const servicePortOption = (flags: string, description: string): Option =>
  new Option(flags, description).env('SCHOOLBELL_SERVICE_PORT').argParser(portNumber).default(4010)

/** What a timer can hold. */
export const milliseconds = wholeNumber(
  ...([1, LONGEST_TIMER_MS, `a number of milliseconds from 1 to ${LONGEST_TIMER_MS}`] as const),
)
export const bytes = wholeNumber(1, Number.MAX_SAFE_INTEGER, 'a number of bytes above 0')
export const count = wholeNumber(1, 1_000_000, 'a number from 1 to 1000000')
const toAnHour = wholeNumber(1, 3_600, 'a number of seconds from 1 to 3600')
/** As milliseconds. */
export const seconds = (text: string): number => toAnHour(text) * 1000

/** Positive, zero or negative. */
export function integer(text: string): number {
  const number = Number(text)
  if (/^-?\d+$/.test(text) && Number.isSafeInteger(number)) return number
  throw new InvalidArgumentError('It must be a whole number.')
}

/** The number of something in a list that another sub-command prints. */
export const listedNumber = (lister: string) =>
  wholeNumber(1, 999_999_999_999_999, `a number that the sub-command ${lister} prints`)

export const listedNumbers = (lister: string) => (text: string, before: number[] | undefined) => [
  ...(before ?? []),
  listedNumber(lister)(text),
]

/** A zone of the IANA database. */
export function zoneName(text: string): string {
  if (isZone(text)) return text
  throw new InvalidArgumentError('It must be a time zone, as in Asia/Hong_Kong.')
}

/** @param example what such an address looks like */
export const httpUrlAs = (example: string) => (text: string) => {
  const url = URL.parse(text)
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    const meant = HOST.test(text) ? `http://${text}` : example
    throw new InvalidArgumentError(`It must be a URL with http:// or https://, as in ${meant}.`)
  }
  if (url.username || url.password || url.search || url.hash)
    throw new InvalidArgumentError('It must not hold a user name, password, query or fragment.')
  return withoutEnd(text, '/')
}

/** A URL without its scheme: this machine, or a host with its port. Anything else could be a secret in the wrong place. */
const HOST = /^(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|[\w-]+(?:\.[\w-]+)+(?=:\d))(?::\d{1,5})?(?:\/[\w./-]*)?$/

/** URL of the content API. */
export const httpUrl = httpUrlAs('http://127.0.0.1:4010/cms')
export const syncUrl = httpUrlAs('http://127.0.0.1:4010/sync')
export const sessionUrl = httpUrlAs('http://127.0.0.1:4010/session/staging')

/** Parts between commas. */
function partsOf(text: string, isRight: (part: string) => boolean, fault: string): string[] {
  const parts = text.split(',').map(part => part.trim())
  const wrong = parts.find(part => !isRight(part))
  if (wrong === undefined) return parts
  throw new InvalidArgumentError(`"${wrong}" ${fault}.`)
}

/** Added to earlier ones. */
const each =
  (isRight: (part: string) => boolean, what: string) =>
  (text: string, before: string[] = []) => [...before, ...partsOf(text, isRight, `is not ${what}`)]

export const names = each(() => true, '')
/** `*` is any origin. */
export const origins = each(
  origin => origin === '*' || URL.parse(origin)?.origin === origin,
  'an origin; example: https://school.example',
)
/** `host` or `host:port`. */
export const hosts = each(
  host => URL.parse(`https://${host}`)?.pathname === '/' && !/[/?#@\s]/.test(host),
  'a host; example: 127.0.0.1:8080',
)

/** One or more of these, between commas. */
export const someOf =
  <Item extends string>(known: readonly Item[]) =>
  (text: string): Item[] => {
    const fault = `must be one of ${known.join(', ')}; separate several with commas`
    return [...new Set(partsOf(text, part => known.some(item => item === part), fault) as Item[])]
  }

/** The same, in the order in which they are known. */
export const orderedOf =
  <Item extends string>(known: readonly Item[]) =>
  (text: string): Item[] => {
    const chosen = someOf(known)(text)
    return known.filter(item => chosen.includes(item))
  }

export const siteIds = someOf(SITE_IDS)
export const languages = someOf(LANGUAGES)
