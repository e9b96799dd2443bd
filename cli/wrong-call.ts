/** Commander's messages about wrong usage without the values they quote: one may be a key in the wrong place. */
import type { Command } from 'commander'
import { callOf } from './called-as.ts'
import { missingArgument } from './needed.ts'

const UNKNOWN_OPTION = /^error: unknown option '(--[^=']+|-[^-])/
const MISSING_ARGUMENT = /^error: missing required argument '(\w+)'/
const SUGGESTION = /\n\((Did you mean [^\n]*\?)\)/
const WRONG_WORDS = /^error: (unknown (option|command)|too many arguments|option .* needs a value)/
const NO_VALUE = /(option '.*') argument missing/
const WRONG_ARGUMENT = /command-argument value( '.*') is invalid for argument '(\w+)'/s
const TOO_MANY_ARGUMENTS = /^(error: too many arguments[^:]*): .*\n$/s
/** The names of commands are short. */
const UNKNOWN_COMMAND = /^(error: unknown command) '([^']{4})[^']{14,}'/
/** The value of a URL option: it may be a key, or a URL with a password. */
const REFUSED_ADDRESS =
  /(option '[^']*-url\b[^']*' (?:argument|value)) (?:'(.*)'( from env '[A-Z_]+' is invalid)|'(.*)'( is invalid))/s
/** In other URLs: user name, password and query. */
const CREDENTIALS = /\/\/[^/\s']*@/g
const QUERY = /([?#])[^\s']+(?=')/g

/** @param text Commander's message */
export function withoutValues(text: string, command: Command): string {
  const [, argument] = MISSING_ARGUMENT.exec(text) ?? []
  if (argument !== undefined) return `error: ${missingArgument(command, argument)}\n`
  const [, flag] = UNKNOWN_OPTION.exec(text) ?? []
  if (flag === undefined) return withHelp(withoutArguments(text), command)
  const file = secretFileOf(flag, command)
  if (file !== undefined) return `error: unknown option '${flag}'\n(${NO_ARGUMENT}: ${file})\n`
  return withHelp(`error: unknown option '${flag}'${SUGGESTION.exec(text)?.[0] ?? ''}\n`, command)
}

/** Where the words of the call are wrong, and not only a value, the second line says where all of them stand. */
function withHelp(text: string, command: Command): string {
  if (!WRONG_WORDS.test(text)) return text
  const [, found = ''] = SUGGESTION.exec(text) ?? []
  // The line says this anyway.
  const suggestion = isAddressForOption(text, command)
    ? 'Use --entrance-url for the address.'
    : found === 'Did you mean help?'
      ? ''
      : found
  return `${text.replace(SUGGESTION, '').trimEnd()}\n(${suggestion && `${suggestion} `}See ${callOf(command)} --help)\n`
}

const isAddressForOption = (text: string, { options, args }: Command) =>
  text.startsWith('error: too many arguments') &&
  args.some(one => /^https?:/.test(one)) &&
  options.some(({ long }) => long === '--entrance-url')

const withoutArguments = (text: string) =>
  text
    .replace(NO_VALUE, '$1 needs a value')
    .replace(WRONG_ARGUMENT, (_, value, name) => `argument <${name}>${value} is invalid`)
    .replace(TOO_MANY_ARGUMENTS, '$1.\n')
    .replace(UNKNOWN_COMMAND, "$1 '$2…'")
    .replace(
      REFUSED_ADDRESS,
      (_, option, ofVariable, fromVariable, value, rest) =>
        `${option}${shownAddress(ofVariable ?? value)}${fromVariable ?? rest}`,
    )
    .replaceAll(CREDENTIALS, '//…@')
    .replaceAll(QUERY, '$1…')

/** A URL without user name, password and query; empty for any other text. */
function shownAddress(value: string): string {
  const url = URL.parse(value)
  if (!url || !/^https?:$/.test(url.protocol)) return ''
  const user = url.username + url.password === '' ? '' : '…@'
  return ` '${url.protocol}//${user}${url.host}${url.pathname}${url.search && '?…'}'`
}

const NO_ARGUMENT =
  'Do not pass a secret as an argument: every user of this machine could see it. It is read from the environment or from a file'

/** The file flag for a secret's name: `--access-key-file` for `--access-key`, `--token-file` for `--session-token`. */
function secretFileOf(flag: string, { options }: Command): string | undefined {
  const name = `-${flag.slice(2)}`
  return options
    .flatMap(({ long }) => long ?? [])
    .find(long => {
      const secret = /^-(-.+)-file$/.exec(long)?.[1]
      return secret !== undefined && (name.endsWith(secret) || secret.endsWith(name))
    })
}
