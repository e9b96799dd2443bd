/**
 * Secrets in the headers, the address or the body of a call: masked where they stand, all else is left as it came. A log does
 * not show even their first characters.
 *
 * JSON is read token by token and not parsed, so that one that is cut or broken keeps no secret either.
 */
import { ENVIRONMENTS } from '../../shared/contract/session.ts'
import { LONGEST_HEAD } from './limits.ts'

/** Names and values in turn, without a secret, and not much longer than {@link LONGEST_HEAD}. Not to be done twice. */
export function withoutSecrets(inTurn: readonly string[]): readonly string[] {
  let room = LONGEST_HEAD
  return inTurn.map((text, place) => {
    const shown = cut(place % 2 === 1 ? valueShown(inTurn[place - 1] ?? '', text) : text, room)
    room -= shown.length
    return shown
  })
}

/** An address may be in Referer, in Location, and in headers of proxies. */
const valueShown = (name: string, value: string) =>
  isSecret(name) ? masked(value) : urlWithoutSecrets(value)

/** What a secret is called, in a header, an address or a body: by a word for it anywhere in the name, or by one of these alone. */
const SECRET =
  /token|secret|passw|authorization|session|apikey|accesskey|consolekey|cookie|signature|^(?:key|ticket|signin|jwt|(?:x)?ssoresponse)$/

const isSecret = (name: string): boolean => SECRET.test(plain(decoded(name)))

export function withoutSecretsIn(text: string, type = ''): string {
  if (/^application\/x-www-form-urlencoded/i.test(type)) return formWithoutSecrets(text)
  return /^(?:text|[\w.+-]+\/(?:[\w.+-]+\+)?xml)/i.test(type)
    ? jsonWithoutSecrets(textWithoutSecrets(text))
    : jsonWithoutSecrets(text)
}

/** What a plain text or XML calls by a name: `name=value`, `<name>value`. */
const NAMED = [/(?<![\w.$[\]-])([\w.$[\]-]{1,100})(=)([^\s&;<>]+)/g, /<([\w:.-]{1,100})(>)([^<]+)/g]

const textWithoutSecrets = (text: string): string =>
  NAMED.reduce(
    (shown, form) =>
      shown.replace(form, (all: string, name: string, _between: string, value: string) =>
        isSecret(name) ? all.slice(0, -value.length) + masked(value) : all,
      ),
    text,
  )

/** An address whose session path, query and fragment hold no secret's value, which should have been a header. */
export function urlWithoutSecrets(url: string): string {
  const named = url
    .replace(USER, (_, before, user) => `${before}${masked(user)}@`)
    .replace(SESSION_PATH, (_, before, path) => before + pathWithoutTokens(path))
  const fields = named.search(/[;?#]/) + 1
  return fields === 0 ? named : named.slice(0, fields) + formWithoutSecrets(named.slice(fields), inQuery)
}

/** Name and password before a host. */
const USER = /^(\s*[a-z][a-z\d+.-]*:\/\/)([^\s/?#]*)@/i

const SESSION_PATH = /^([^;?#]*?\/session\/)([^;?#]*)/
/** What the session API's own addresses are made of. */
const SESSION_WORDS: readonly string[] = ['', ...ENVIRONMENTS, 'v2', 'grd', 'external-session']

/** Before the version is an environment, which may be mistyped: it is shown, so that it can be mended. */
const pathWithoutTokens = (path: string) =>
  path
    .split('/')
    .map((part, index, parts) =>
      SESSION_WORDS.includes(part) || parts[index + 1] === 'v2' ? part : inQuery(decoded(part)),
    )
    .join('/')

/** `accessKey`, `access_key` and `ACCESS-KEY` are one name. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}

const inQuery = (value: string) => masked(value).replaceAll(' ', '+')

function formWithoutSecrets(text: string, inPlace = masked): string {
  return text
    .split(/([&;?#])/)
    .map(field => {
      const equals = field.indexOf('=')
      return equals >= 0 && isSecret(field.slice(0, equals))
        ? `${field.slice(0, equals)}=${inPlace(decoded(field.slice(equals + 1)))}`
        : field
    })
    .join('')
}

function decoded(text: string): string {
  const spaced = text.replaceAll('+', ' ')
  try {
    return decodeURIComponent(spaced)
  } catch {
    // One wrong escape hides no other.
    return spaced.replaceAll(/%([0-7][0-9a-f])/gi, (_, code) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
  }
}

/** A text to its end or the end of all, a bracket, a comma or colon, or what else a value is written with. */
const TOKEN = /"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|[{}[\]:,]|[^\s"{}[\]:,]+/g

function jsonWithoutSecrets(text: string): string {
  const shown: string[] = []
  let copied = 0
  let [last, beforeLast] = ['', '']
  /** The secret that is being read: where it begins, and how many brackets are open. */
  let from = -1
  let depth = 0
  const mask = (to: number) => {
    const value = text.slice(from, to)
    shown.push(text.slice(copied, from), JSON.stringify(masked(unquoted(value) ?? value)))
    copied = to
    from = -1
  }
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (from < 0 && last === ':' && SECRET.test(plain(unquoted(beforeLast) ?? ''))) from = index
    if (from >= 0) {
      if (token === '{' || token === '[') depth += 1
      if (token === '}' || token === ']') depth -= 1
      if (depth <= 0) {
        mask(index + token.length)
        depth = 0
      }
    }
    beforeLast = last
    last = token
  }
  if (from >= 0) mask(text.length)
  return shown.join('') + text.slice(copied)
}

/** Undefined when it is no whole text. */
function unquoted(token: string): string | undefined {
  if (!token.startsWith('"')) return undefined
  try {
    return JSON.parse(token)
  } catch {
    return undefined
  }
}

/** In place of a secret's value. */
export const masked = (value: string): string =>
  value === '' ? 'set, empty' : `set, ${value.length} ${value.length === 1 ? 'character' : 'characters'}`

/** The beginning of a text. A copy: a slice would keep the whole text in memory. */
export const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${Buffer.from(text.slice(0, Math.max(0, most))).toString()}…`

/** Equal values in a row become the same one: many calls of one kind then take little memory. */
export function shareInARow<From, To>(
  keyOf: (from: From) => string,
  make: (from: From) => To,
): (from: From) => To {
  let last: { key: string; made: To } | undefined
  return from => {
    const key = keyOf(from)
    if (last?.key !== key) last = { key, made: make(from) }
    return last.made
  }
}
