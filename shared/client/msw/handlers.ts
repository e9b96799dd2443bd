/**
 * The school information system as handlers for MSW: the four calls with the rules of the interface, by the schemas and the
 * code of the reference service. Where the interface says nothing, a mock does what that service does.
 */
import { type HttpHandler, HttpResponse, http } from 'msw'
import type { Static } from 'typebox'
import type { AttendanceList } from '../../contract/attendance.ts'
import { ENTRANCE_HEADERS } from '../../contract/entrance-headers.ts'
import { EXAMPLE_ATTENDANCE, EXAMPLE_NEWS, EXAMPLE_POPUPS, EXAMPLE_USER } from '../../contract/examples.ts'
import type { NewsContent, NewsEntry } from '../../contract/news.ts'
import {
  AttendanceParameters,
  NewsParameters,
  newsIdsOf,
  PopupParameters,
} from '../../contract/parameters.ts'
import type { PopupContent } from '../../contract/popup.ts'
import { returnCodeOf } from '../../contract/return-code.ts'
import type { SessionUser } from '../../contract/session.ts'
import type { Language } from '../../contract/site.ts'
import { type InvalidParameter, parameterReader } from '../parameters.ts'
import { allowed, failed, refused, succeeded } from './answers.ts'
import { addressOf, handlerOf, type MockedAddresses } from './calls.ts'
import { refuseOtherSchool } from './mistakes.ts'

export type ContentQuestion = Static<typeof PopupParameters>
export type AttendanceQuestion = Static<typeof AttendanceParameters>

/** What the school has entered. Default of each field: an example. */
export interface MockedSchool extends MockedAddresses {
  /** For both websites, in both languages; or by website and language. */
  popups?: PopupContent | ((question: ContentQuestion) => PopupContent)
  /** Those changed since are answered: an entry counts as changed at its `newsDateTime`. */
  news?: readonly NewsEntry[] | ((question: ContentQuestion) => readonly NewsEntry[])
  /** Identifiers of deleted entries with the time of the deletion, `YYYYMMDDhhmmss`. */
  deletedNews?: Readonly<Record<string, string>>
  /**
   * For every group and day, or by them: undefined when there is no such group. Default: `1A - Rowing` of unit 1 and year 2026,
   * with records of 1 September 2026.
   */
  attendance?: AttendanceList | ((question: AttendanceQuestion) => AttendanceList | undefined)
  /** By session token. One whose `expireAt` is over is refused. Default: `sample-guardian`. */
  users?: Readonly<Record<string, SessionUser>>
  /** Default `sample-school`. */
  appId?: string
  /** Default `sample-access-key`. */
  accessKey?: string
}

/**
 * The handlers of the four calls.
 *
 * @throws {TypeError} unknown option, or one of the wrong type
 *
 * @example
 * const server = setupServer(...schoolHandlers())
 */
export function schoolHandlers(school: MockedSchool = {}): HttpHandler[] {
  refuseOtherSchool(school)
  return handlersOf(school)
}

function handlersOf({
  popups = ({ lang }) => EXAMPLE_POPUPS[lang],
  news = EXAMPLE_ENTRIES,
  deletedNews = EXAMPLE_DELETED,
  attendance = exampleList,
  appId = EXAMPLE_USER.appId,
  accessKey = 'sample-access-key',
  users = { 'sample-guardian': { ...EXAMPLE_USER, appId } },
  ...addresses
}: MockedSchool): HttpHandler[] {
  return [
    handlerOf('popups', addresses, ({ request }) =>
      contentFor(readPopups(parametersOf(request)), question => resolved(popups, question)),
    ),
    handlerOf('news', addresses, ({ request }) =>
      contentFor(readNews(parametersOf(request)), question => newsFor(question, news, deletedNews)),
    ),
    // happy-dom sends a CORS preflight.
    http.options(addressOf('popups', addresses), allowed),
    http.options(addressOf('news', addresses), allowed),
    handlerOf('attendance', addresses, ({ request: { headers, url }, params }) => {
      if (!isDecodable(url)) return refused(400, 'The address cannot be decoded')
      if (headers.get(ENTRANCE_HEADERS.appId) !== appId || headers.get('x-access-key') !== accessKey)
        return refused(401, 'X-App-Id and X-Access-Key must be given and belong together')
      const read = readAttendance(params)
      if ('error' in read) return refused(400, read.error.message)
      const list = resolved(attendance, read.value)
      return list ? HttpResponse.json(list) : refused(404, 'There is no such group')
    }),
    handlerOf('session', addresses, ({ request: { headers } }) => {
      const token = headers.get(ENTRANCE_HEADERS.sessionToken)
      const askedFor = headers.get(ENTRANCE_HEADERS.appId)
      if (!token) return refused(400, 'X-Session-Token must be given')
      if (!askedFor) return refused(400, 'X-App-Id must be given')
      const user = Object.hasOwn(users, token) ? users[token] : undefined
      const isValid = user?.appId === askedFor && Date.parse(user.expireAt) > Date.now()
      return isValid ? HttpResponse.json(user) : refused(401, 'The session is not valid')
    }),
  ]
}

const EXAMPLE_ENTRIES = ({ lang }: { lang: Language }) => EXAMPLE_NEWS[lang].newsList
const EXAMPLE_DELETED = { 'NEWS-4170': '20260914000000' }

function exampleList({ unitId, yearId, groupName, date }: AttendanceQuestion): AttendanceList | undefined {
  if (unitId !== 1 || yearId !== 2026 || groupName !== '1A - Rowing') return undefined
  if (date === '2026-09-01') return EXAMPLE_ATTENDANCE
  return EXAMPLE_ATTENDANCE.map(({ attendanceEntry: _, ...student }) => student)
}

const readPopups = parameterReader(PopupParameters)
const readNews = parameterReader(NewsParameters)
const readAttendance = parameterReader(AttendanceParameters)

/** False for a group's name with a percent sign that is not encoded, which MSW would pass on unchanged. */
function isDecodable(url: string): boolean {
  try {
    return decodeURIComponent(new URL(url).pathname) !== ''
  } catch {
    return false
  }
}

/** A parameter that is given twice is an array, which no schema accepts. */
function parametersOf({ url }: Request): Record<string, string | string[]> {
  const { searchParams } = new URL(url)
  const named = [...new Set(searchParams.keys())].map(name => [name, searchParams.getAll(name)] as const)
  return Object.fromEntries(
    named.map(([name, values]) => [name, values.length > 1 ? values : `${values[0]}`]),
  )
}

const contentFor = <Question>(
  read: { value: Question } | { error: InvalidParameter },
  answer: (question: Question) => object,
) => ('error' in read ? failed(returnCodeOf(read.error)) : succeeded(answer(read.value)))

/** What was published or deleted after `lastSyncTime`, and the entries of `newsIDs`. */
function newsFor(
  question: Static<typeof NewsParameters>,
  news: NonNullable<MockedSchool['news']>,
  deletedNews: Readonly<Record<string, string>>,
): NewsContent {
  const entries = resolved(news, question)
  const wanted = newsIdsOf(question.newsIDs)
  const isAsked = (id: string, at: string) => at > question.lastSyncTime || wanted.includes(id)
  return {
    newsList: entries.filter(({ newsId, newsDateTime }) => isAsked(newsId, newsDateTime)),
    delNewsIds: Object.entries(deletedNews).flatMap(([id, at]) => (isAsked(id, at) ? [id] : [])),
  }
}

const resolved = <Question, Data>(data: Data | ((question: Question) => Data), question: Question): Data =>
  data instanceof Function ? data(question) : data
