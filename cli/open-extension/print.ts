/** What is printed of a phone: the first request of a visit with its response, or a line for each request. */
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import type { AppLanguage } from '../../shared/contract/entrance-headers.ts'
import { PACKAGE_ROOT } from '../../shared/package-root.ts'
import { formatJson } from '../../shared/text/json.ts'
import { plainLine } from '../../shared/text/table.ts'
import type { Exchange, RecordedHeader } from '../../simulator/exchanges.ts'
import {
  droppedWords,
  entranceLostTo,
  forgottenWords,
  type HintCode,
  hintWords,
  lostWords,
} from '../../simulator/hint-words.ts'
import type { OpenPhone } from './phone.ts'
import { type SessionPlace, tooLong, whyRefused } from './why-refused.ts'

/** Limits of the printed body. */
const BODY_LINES = 40
const BODY_CHARACTERS = 4_000

interface Printing {
  asJson: boolean
  /** Where the entrance URL comes from. */
  setIn: 'settings' | 'option'
  lang: AppLanguage
}

/** Opens the phone's link as a browser does, up to the first response. @returns the exit code */
export async function printFirstAnswer(phone: OpenPhone, { asJson, setIn, lang }: Printing): Promise<number> {
  const { status: seen, text } = await firstAnswer(phone.link)
  const exchange = phone.exchanges().find(({ kind }) => kind === 'entrance')
  const hint = exchange?.failure ?? (exchange && tooLong(exchange)) ?? hintIn(text, seen)
  const sessions = phone.sessions?.()
  const why = exchange && remedyFor(exchange, sessions)
  if (asJson) {
    const { sent = [], received = [], status, redirect, cookies = [] } = exchange ?? {}
    console.log(
      formatJson({
        url: phone.entranceUrl,
        request: { method: 'GET', headers: sent },
        ...(status !== undefined && {
          answer: { status, headers: received, cookies, ...(redirect && { redirect }), body: text },
        }),
        ...(hint && { failure: hint }),
        ...(sessions?.asked && { sessionUrl: sessions.sessionUrl }),
        ...(why && { remedy: why }),
      }),
    )
  } else {
    console.log(inWords(phone, exchange, text))
    if (hint) {
      const [title, what] = hintWords({ code: hint.code, about: hint.detail, setIn }, lang)
      console.log(plainLine(`${title}. ${what}`))
    }
    if (why) console.log(`\n${plainLine(why)}`)
  }
  return exchange?.status !== undefined && exchange.status < 400 ? 0 : 1
}

/** Of an entrance that led nowhere, or was refused. */
function remedyFor(exchange: Exchange, sessions: SessionPlace | undefined): string | undefined {
  const lostTo = entranceLostTo(exchange)
  return lostTo === undefined ? sessions && whyRefused(exchange, sessions) : lostWords(lostTo, 'en')
}

async function firstAnswer(link: string): Promise<{ status: number; text: string }> {
  const opened = await got(link)
  const { location, 'set-cookie': [admission = ''] = [] } = opened.headers
  return location === undefined ? opened : await got(location, { cookie: admission.split(';')[0] ?? '' })
}

/** Not `fetch`: it would send headers that show that this is not a navigation. */
async function got(url: string, cookie: { cookie?: string } = {}) {
  const headers = { accept: 'text/html,*/*', 'user-agent': 'schoolbell', ...cookie }
  const [response]: IncomingMessage[] = await once(get(url, { headers, agent: false }), 'response')
  if (!response) throw new Error(`${url} has not answered`)
  return { status: response.statusCode ?? 0, headers: response.headers, text: await textOf(response) }
}

/** The reason when nothing was sent. */
function hintIn(text: string, status: number): { code: HintCode; detail: string } | undefined {
  const [, code, about = ''] = (status === 502 && /data-hint="(\w+)" data-about="([^"]*)"/.exec(text)) || []
  const detail = about.replace(/&#(\d+);/g, (_, character) => String.fromCharCode(Number(character)))
  return code === undefined ? undefined : { code: code as HintCode, detail }
}

function inWords(phone: OpenPhone, exchange: Exchange | undefined, body: string): string {
  if (!exchange) return `GET ${phone.entranceUrl}`
  const { sent, received, status, failure } = exchange
  const asked = [`GET ${phone.entranceUrl}`, ...sent.map(headerLine)]
  if (status === undefined) return asked.join('\n')
  const beginning = failure ? '' : body.slice(0, BODY_CHARACTERS).split('\n').slice(0, BODY_LINES).join('\n')
  const rest = body.length > beginning.length && !failure ? ['…'] : []
  // Without control characters that would move the cursor.
  const shown = beginning.split('\n').map(line => plainLine(line))
  return [...asked, '', `${status}`, ...received.map(headerLine), '', ...shown, ...rest].join('\n')
}

function headerLine(header: RecordedHeader): string {
  const value = 'value' in header ? header.value : `(${header.hidden} characters, not shown)`
  return plainLine(`${header.name}: ${value}`)
}

/** @returns a function that prints the phone's new exchanges */
export function watchExchanges(
  print: (line: string) => void = console.log,
): (phone: Pick<OpenPhone, 'exchanges' | 'sessions'>) => void {
  const printed = new Set<number>()
  let isForgettingSaid = false
  return ({ exchanges, sessions }) => {
    for (const exchange of exchanges()) {
      const { exchangeId, status, failure } = exchange
      if (printed.has(exchangeId) || (status === undefined && !failure)) continue
      printed.add(exchangeId)
      print(plainLine(lineOf(exchange)))
      const long = tooLong(exchange)
      if (long) print(hintWords({ code: long.code, about: long.detail }, 'en').join('. '))
      if (exchange.dropped.length > 0) print(plainLine(droppedWords(exchange.dropped, 'en')))
      const why = remedyFor(exchange, sessions?.())
      if (why) print(plainLine(why))
      if (isForgettingSaid || !isRefusedWithoutCookies(exchange)) continue
      isForgettingSaid = true
      print(plainLine(`${forgottenWords(exchange.forgotten, 'en')} ${LOSE_COOKIES}`))
    }
  }
}

/** A page that a person sees: not what a browser or a script asks for on its own. */
const isRefusedWithoutCookies = ({ kind, status = 0, failure, forgotten }: Exchange) =>
  forgotten.length > 0 &&
  (kind === 'navigation' || kind === 'form') &&
  (status >= 400 || failure !== undefined)

const LOSE_COOKIES = `See “Web views that lose cookies” in ${join(PACKAGE_ROOT, 'docs', 'web-app', 'fix.md')}`

function lineOf({ kind, method, path, status, failure, redirect, ms, forgotten }: Exchange): string {
  const verdict = failure ? `${status ?? ''} ${failure.code} ${failure.detail}`.trim() : `${status}`
  const where = redirect && !failure ? ` to ${redirect.to}` : ''
  const what = kind === 'entrance' ? '  with the app’s headers' : ''
  const without = forgotten.length > 0 ? '  cookies forgotten' : ''
  return `${method.padEnd(5)}${path}  ${verdict}${where}${ms === undefined ? '' : `  ${ms} ms`}${what}${without}`
}
