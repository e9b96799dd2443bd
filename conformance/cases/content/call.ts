/** The two calls of the content API, for rules that apply to both. */
import type { Answer } from '../../ask.ts'
import type { Says } from '../../case.ts'
import { messagesOf, newsOf } from '../../envelope.ts'
import { ACADEMY, type Asking, type Parameters, type Visit } from '../../visit.ts'
import { fieldsOf } from '../../words.ts'

export interface ContentCall {
  part: 'popups' | 'news'
  /** As in `Endpoint 1`. */
  endpoint: string
  /** Name of an element, as in `message`. */
  one: string
  many: string
  /** A valid call, except for the given parameters. */
  ask(visit: Visit, changed?: Parameters, asking?: Asking): Promise<Answer>
  /** The same call for all elements. */
  askForAll(visit: Visit, changed?: Parameters, asking?: Asking): Promise<Answer>
  titlesIn(answer: Answer): string[]
  /** Title and body of each element. */
  textsIn(answer: Answer): string[]
}

export const POPUPS: ContentCall = {
  part: 'popups',
  endpoint: 'Endpoint 1',
  one: 'message',
  many: 'messages',
  ask: (visit, changed, asking) => visit.popups({ ...ACADEMY, ...changed }, asking),
  askForAll: (visit, changed, asking) => visit.popups({ ...ACADEMY, ...changed }, asking),
  titlesIn: answer => messagesOf(answer).map(message => `${fieldsOf(message).msgTitle}`),
  textsIn: answer =>
    messagesOf(answer).map(message => `${fieldsOf(message).msgTitle} ${fieldsOf(message).msgBody}`),
}

export const NEWS: ContentCall = {
  part: 'news',
  endpoint: 'Endpoint 2',
  one: 'entry',
  many: 'entries',
  ask: (visit, changed, asking) => visit.news({ ...ACADEMY, lastSyncTime: visit.recent, ...changed }, asking),
  askForAll: (visit, changed, asking) =>
    visit.news({ ...ACADEMY, lastSyncTime: visit.content.since, ...changed }, asking),
  titlesIn: answer => newsOf(answer).newsList.map(entry => `${fieldsOf(entry).newsTitle}`),
  textsIn: answer =>
    newsOf(answer).newsList.map(entry => `${fieldsOf(entry).newsTitle} ${fieldsOf(entry).newsContent}`),
}

export const CONTENT_RULES = {
  json: ['What the service does', 'The content API is a JSON API.'],
  txid: ['Response envelope, txID', 'Every response has a text that identifies it uniquely.'],
  ruleTwo: [
    'Response envelope, rule 2',
    'With any other code than D00000 the call failed and content is empty.',
  ],
  required: [
    'Errors, D20001',
    'D20001 means that a required parameter is missing or empty; the message names it.',
  ],
  errorsOne: ['Errors, rule 1', 'An empty siteId gives D20001, and the message names siteId.'],
  errorsTwo: [
    'Errors, rule 2',
    'A news call without lastSyncTime gives D20001, and the message names lastSyncTime.',
  ],
} as const satisfies Record<string, Says>

/** A rule about a query parameter. */
export const parameterRule = ({ endpoint }: ContentCall, name: string, says: string): Says => [
  `${endpoint}, query parameter ${name}`,
  says,
]
