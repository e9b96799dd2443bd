/** The two calls of the content API, for rules that apply to both. */
import type { Answer } from '../../ask.ts'
import type { Rule } from '../../case.ts'
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
  json: { place: 'What the service does', says: 'The content API is a JSON API.' },
  txid: {
    place: 'Response envelope, txID',
    says: 'Every response has a text that identifies it uniquely.',
  },
  ruleTwo: {
    place: 'Response envelope, rule 2',
    says: 'With any other code than D00000 the call failed and content is empty.',
  },
  required: {
    place: 'Errors, D20001',
    says: 'D20001 means that a required parameter is missing or empty; the message names it.',
  },
  errorsOne: { place: 'Errors, rule 1', says: 'An empty siteId gives D20001, and the message names siteId.' },
  errorsTwo: {
    place: 'Errors, rule 2',
    says: 'A news call without lastSyncTime gives D20001, and the message names lastSyncTime.',
  },
} as const satisfies Record<string, Rule>

/** A rule about a query parameter. */
export const parameterRule = ({ endpoint }: ContentCall, name: string, says: string): Rule => ({
  place: `${endpoint}, query parameter ${name}`,
  says,
})
