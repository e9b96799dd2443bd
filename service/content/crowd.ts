/**
 * Answers to a crowd: who asks for popups at an address that was understood before gets what is kept, past the framework,
 * which would spend most of such a call on understanding it anew. Whatever is not quite so goes the whole way.
 */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { PopupQuestion } from '../../shared/server/popup-question.ts'
import { areEqual } from '../request-log/same-headers.ts'
import type { Content } from './content.ts'
import { sendPlainAgain } from './reply.ts'

export interface CrowdParts {
  /** The answer to a question where the store need not be read for it. */
  kept(question: PopupQuestion): Content | undefined
  /** Whether all that happens to answers just now is that they are sent and noted. */
  isPlain(): boolean
  note(answered: PlainlyAnswered): void
  elapsedMs(): number
}

/** A call that was answered past the framework, with D00000. */
export interface PlainlyAnswered {
  request: IncomingMessage
  response: ServerResponse
  txID: string
  content: Content
  ms: number
}

export interface Crowd {
  /** What a call at this address asks for. */
  understood(url: string, question: PopupQuestion): void
  /** Takes a crowd's calls before the framework sees them. */
  standBefore(server: Server): void
}

/** An address has endless spellings, and somebody may try them all. */
const [MOST_ADDRESSES, LONGEST_ADDRESS] = [200, 500]

export function crowd({ kept, isPlain, note, elapsedMs }: CrowdParts): Crowd {
  const questions = new Map<string, PopupQuestion>()
  const areSimple = simpleHeaders()

  const answer = (request: IncomingMessage, response: ServerResponse): boolean => {
    const question = questions.get(request.url ?? '')
    if (!question || request.method !== 'GET' || !isPlain() || !areSimple(request)) return false
    const started = elapsedMs()
    const content = keptSafely(question)
    if (!content) return false
    const txID = randomUUID()
    if (!sendPlainAgain(response, txID, content)) return false
    note({ request, response, txID, content, ms: elapsedMs() - started })
    return true
  }
  /** A store that cannot be asked is told of by who goes the whole way. */
  const keptSafely = (question: PopupQuestion) => {
    try {
      return kept(question)
    } catch {
      return undefined
    }
  }
  return {
    understood(url, question) {
      if (url.length > LONGEST_ADDRESS) return
      if (questions.size >= MOST_ADDRESSES) questions.clear()
      questions.set(url, question)
    },
    standBefore(server) {
      const [goTheWholeWay] = server.listeners('request') as [Listener]
      server.off('request', goTheWholeWay)
      server.on('request', (request, response) => {
        if (!answer(request, response)) goTheWholeWay.call(server, request, response)
      })
    },
  }
}

type Listener = (this: Server, request: IncomingMessage, response: ServerResponse) => void

/** Whether nothing in a call's headers makes its answer another one, or brings a body. */
function simpleHeaders(): (request: IncomingMessage) => boolean {
  let last: readonly string[] = []
  return ({ rawHeaders }) => {
    if (areEqual(rawHeaders, last)) return true
    if (rawHeaders.some((text, place) => place % 2 === 0 && MATTER.has(text.toLowerCase()))) return false
    last = rawHeaders
    return true
  }
}

const MATTER: ReadonlySet<string> = new Set(['if-none-match', 'content-length', 'transfer-encoding'])
