/** Parsers for option values; each error names the value and the expected form. */

import { type Command, InvalidArgumentError, Option } from 'commander'
import {
  isLanguage,
  isSiteId,
  LANGUAGES,
  type Language,
  SITE_IDS,
  type SiteId,
} from '../shared/contract/site.ts'
import { isZone } from '../shared/contract/wire-time.ts'
import { LONGEST_TIMER_MS } from '../shared/longest-timer.ts'
import { withoutEnd } from '../shared/text/without-end.ts'

/** An option that also reads `SCHOOLBELL_…`: `--service-url` is `SCHOOLBELL_SERVICE_URL`. */
export function option(flags: string, description?: string): Option {
  const made = new Option(flags, description)
  return made.env(`SCHOOLBELL_${made.name().replaceAll('-', '_').toUpperCase()}`)
}

export const requiredOption = <Value>(
  flags: string,
  description: string,
  parse: (text: string) => Value,
): Option => option(flags, `${description} (required)`).argParser(parse).makeOptionMandatory()

export const timeoutOption = (): Option =>
  option('--timeout <ms>', 'longest call (default: 10000)').argParser(milliseconds)

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

/** For a former name, on the line or in the environment: the command ends with one sentence that says what is so now. */
export function addGone(command: Command, gone: Option, now: string): Command {
  const end = (name: string) => () => command.error(`error: ${name} is gone: ${now}`)
  return command
    .addOption(gone.hideHelp())
    .on(`option:${gone.name()}`, end(`${gone.long}`))
    .on(`optionEnv:${gone.name()}`, end(`${gone.envVar}`))
}

export function notEmpty(text: string): string {
  if (text.trim() !== '') return text
  throw new InvalidArgumentError('It must not be empty.')
}

/** Ends the command. For options that are needed in some cases only, or that have another source. */
export const endAsMissing = (command: Command, flags: string, otherwise = ''): never =>
  command.error(`error: required option '${flags}' not specified${otherwise}`)

export function portNumber(text: string): number {
  return wholeNumber(text, 0, 65_535, 'a port from 0 (any free one) to 65535')
}

/** Milliseconds that a timer can hold. */
export function milliseconds(text: string): number {
  return wholeNumber(text, 1, LONGEST_TIMER_MS, `a number of milliseconds from 1 to ${LONGEST_TIMER_MS}`)
}

export function bytes(text: string): number {
  return wholeNumber(text, 1, Number.MAX_SAFE_INTEGER, 'a number of bytes above 0')
}

/** From 1 to a million. */
export function count(text: string): number {
  return wholeNumber(text, 1, 1_000_000, 'a number from 1 to 1000000')
}

/** Seconds up to an hour, as milliseconds. */
export function seconds(text: string): number {
  return wholeNumber(text, 1, 3_600, 'a number of seconds from 1 to 3600') * 1000
}

/** A zone of the IANA database. */
export function zoneName(text: string): string {
  if (isZone(text)) return text
  throw new InvalidArgumentError('It must be a time zone, as in Asia/Hong_Kong.')
}

/** @param example what such an address looks like */
export function httpUrlAs(example: string): (text: string) => string {
  return text => {
    const url = URL.canParse(text) ? new URL(text) : undefined
    if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
      const meant = HOST.test(text) ? `http://${text}` : example
      throw new InvalidArgumentError(`It must be a URL with http:// or https://, as in ${meant}.`)
    }
    if (url.username || url.password || url.search || url.hash) {
      throw new InvalidArgumentError('It must not hold a user name, password, query or fragment.')
    }
    return withoutEnd(text, '/')
  }
}

/** A URL without its scheme: this machine, or a host with its port. Anything else could be a secret in the wrong place. */
const HOST = /^(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|[\w-]+(?:\.[\w-]+)+(?=:\d))(?::\d{1,5})?(?:\/[\w./-]*)?$/

/** URL of the content API. */
export const httpUrl = httpUrlAs('http://127.0.0.1:4010/cms')
export const syncUrl = httpUrlAs('http://127.0.0.1:4010/sync')
export const sessionUrl = httpUrlAs('http://127.0.0.1:4010/session/staging')

/** Origins separated by commas, added to earlier ones; `*` is any origin. */
export function origins(text: string, before: string[] = []): string[] {
  const added = text.split(',').map(origin => origin.trim())
  const wrong = added.find(origin => origin !== '*' && URL.parse(origin)?.origin !== origin)
  if (wrong === undefined) return [...before, ...added]
  throw new InvalidArgumentError(`"${wrong}" is not an origin; example: https://school.example.`)
}

/** Hosts separated by commas, `host` or `host:port`, added to earlier ones. */
export function hosts(text: string, before: string[] = []): string[] {
  const added = text.split(',').map(host => host.trim())
  const wrong = added.find(host => URL.parse(`https://${host}`)?.pathname !== '/' || /[/?#@\s]/.test(host))
  if (wrong === undefined) return [...before, ...added]
  throw new InvalidArgumentError(`"${wrong}" is not a host; example: 127.0.0.1:8080.`)
}

/** `academy` or `academy,pre-school`. */
export function siteIds(text: string): SiteId[] {
  return list(text, isSiteId, SITE_IDS)
}

/** `en-US` or `en-US,zh-HK`. */
export function languages(text: string): Language[] {
  return list(text, isLanguage, LANGUAGES)
}

function list<Item extends string>(
  text: string,
  isItem: (value: unknown) => value is Item,
  known: readonly Item[],
): Item[] {
  const items = text.split(',').map(item => item.trim())
  const wrong = items.find(item => !isItem(item))
  if (wrong !== undefined) {
    throw new InvalidArgumentError(
      `"${wrong}" must be one of ${known.join(', ')}; separate several with commas.`,
    )
  }
  return [...new Set(items.filter(isItem))]
}

/** Positive, zero or negative. */
export function integer(text: string): number {
  const number = Number(text)
  if (/^-?\d+$/.test(text) && Number.isSafeInteger(number)) return number
  throw new InvalidArgumentError('It must be a whole number.')
}

/** The number of something in a list that another sub-command prints. */
export const listedNumber =
  (lister: string) =>
  (text: string): number => {
    if (/^[1-9]\d{0,14}$/.test(text)) return Number(text)
    throw new InvalidArgumentError(`It must be a number that the sub-command ${lister} prints.`)
  }

export const listedNumbers =
  (lister: string) =>
  (text: string, before: number[] | undefined): number[] => [...(before ?? []), listedNumber(lister)(text)]

export function wholeNumber(text: string, least: number, most: number, what: string): number {
  const number = Number(text)
  if (!/^\d+$/.test(text) || number < least || number > most)
    throw new InvalidArgumentError(`It must be ${what}.`)
  return number
}
