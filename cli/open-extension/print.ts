/** Prints the first request of a visit and its response. */
import { get, type IncomingHttpHeaders } from 'node:http'
import { formatJson } from '../../shared/text/json.ts'
import { plainLine } from '../../shared/text/table.ts'
import type { Exchange, RecordedHeader } from '../../simulator/exchanges.ts'
import { entranceLostTo, type HintCode, hintWords, lostWords } from '../../simulator/hint-words.ts'
import { type OpenPhone, tooLong, whyRefused } from './phone.ts'

/** Limits of the printed body. */
const BODY_LINES = 40
const BODY_CHARACTERS = 4_000

/** Opens the phone's link as a browser does, up to the first response. @returns the exit code */
export async function printFirstAnswer(phone: OpenPhone, asJson: boolean): Promise<number> {
  const { status: seen, text } = await firstAnswer(phone.link)
  const exchange = phone.exchanges().find(({ kind }) => kind === 'entrance')
  const isSuccess = exchange?.status !== undefined && exchange.status < 400
  const hint = exchange?.failure ?? (exchange && tooLong(exchange)) ?? hintIn(text, seen)
  const sessions = phone.sessions?.()
  const lostTo = exchange && entranceLostTo(exchange)
  const why =
    lostTo === undefined ? exchange && sessions && whyRefused(exchange, sessions) : lostWords(lostTo, 'en')
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
      const { code, detail } = hint
      const [title, what] = hintWords({ code, about: detail, setIn: phone.setIn }, phone.language)
      console.log(plainLine(`${title}. ${what}`))
    }
    if (why) console.log(`\n${plainLine(why)}`)
  }
  return isSuccess ? 0 : 1
}

interface PrintedAnswer {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

async function firstAnswer(link: string): Promise<PrintedAnswer> {
  const opened = await got(link)
  const { location, 'set-cookie': [admission = ''] = [] } = opened.headers
  if (location === undefined) return opened
  return await got(location, { cookie: admission.split(';')[0] ?? '' })
}

/** Not `fetch`: it would send headers that show that this is not a navigation. */
function got(url: string, cookie: { cookie?: string } = {}): Promise<PrintedAnswer> {
  const headers = { accept: 'text/html,*/*', 'user-agent': 'schoolbell', ...cookie }
  return new Promise((resolve, reject) => {
    get(url, { headers, agent: false }, response => {
      const chunks: Buffer[] = []
      response.on('data', chunk => chunks.push(chunk))
      response.once('error', reject)
      response.once('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
        }),
      )
    }).once('error', reject)
  })
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
  return [...asked, '', `${status}`, ...received.map(headerLine), '', ...shownText(beginning), ...rest].join(
    '\n',
  )
}

function headerLine(header: RecordedHeader): string {
  const value = 'value' in header ? header.value : `(${header.hidden} characters, not shown)`
  return plainLine(`${header.name}: ${value}`)
}

/** Without control characters that would move the cursor. */
const shownText = (text: string) => text.split('\n').map(line => plainLine(line))
