/**
 * A school's service that is none of this project's: Mockoon, a mock server as published, fills these answers from these data. Each test changes one
 * thing in them, as an implementor who missed one rule.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import {
  BuildEnvironment,
  BuildHTTPRoute,
  BuildRouteResponse,
  type Environment,
  type ResponseRule,
  type Route,
} from '@mockoon/commons'
import { MockoonServer } from '@mockoon/commons-server'
import type { ConformanceOptions } from '../../conformance/index.ts'

export type Fields = Record<string, unknown>
type Language = 'en-US' | 'zh-HK'

/** What the answers are filled from. */
export interface SchoolData {
  popups: { site: string; lang: Language; message: Fields }[]
  /** `at` is when it was published, in the digits of lastSyncTime. */
  news: { lang: Language; at: number; entry: Fields & { attachments: Fields[] } }[]
  deleted: { at: number; newsId: string }[]
  students: (Fields & { attendanceEntry?: Fields })[]
  user: Fields
}

export interface MockAnswer {
  /** All must hold. */
  when: ResponseRule[]
  status: number
  /** A Handlebars template. */
  body: string
}

/** The first answer whose rules hold is sent; the last one has none. */
export interface SchoolAnswers {
  popups: { siteEmpty: MockAnswer; siteMissing: MockAnswer; siteUnknown: MockAnswer; success: MockAnswer }
  news: {
    siteEmpty: MockAnswer
    siteMissing: MockAnswer
    siteUnknown: MockAnswer
    timeEmpty: MockAnswer
    success: MockAnswer
  }
  attendance: {
    keyMissing: MockAnswer
    keyWrong: MockAnswer
    appMissing: MockAnswer
    appWrong: MockAnswer
    unitWrong: MockAnswer
    yearWrong: MockAnswer
    groupWrong: MockAnswer
    otherDay: MockAnswer
    success: MockAnswer
  }
  session: { tokenMissing: MockAnswer; tokenWrong: MockAnswer; success: MockAnswer }
}

export interface MockSchool {
  data: SchoolData
  answers: SchoolAnswers
}

const KEY = 'key-of-the-mock'
const TOKEN = 'token-of-the-mock'
const APP_ID = 'mock-school'

/** Where a mock school listens, for a run. */
export const placesAt = (base: string) =>
  ({
    serviceUrl: `${base}/cms`,
    syncUrl: `${base}/sync`,
    sessionUrl: `${base}/session`,
    appId: APP_ID,
    accessKey: KEY,
    sessionToken: TOKEN,
    unit: 3,
    year: 12,
    group: 'Form 1 - Blue',
    date: '2026-09-01',
    media: false,
  }) satisfies ConformanceOptions

/** One that keeps every rule. */
export function mockSchool(): MockSchool {
  return { data: schoolData(), answers: schoolAnswers() }
}

export interface RunningSchool extends AsyncDisposable {
  base: string
}

export async function startMockSchool(school: MockSchool): Promise<RunningSchool> {
  const mockoon = new MockoonServer(environmentOf(school), { enableAdminApi: false })
  const faults: unknown[] = []
  // It also objects to the content-type of a GET, which has no body, and answers all the same.
  mockoon.on('error', (code, fault) => code === 'ROUTE_SERVING_ERROR' && faults.push(fault))
  const server = createServer(mockoon.createRequestListener())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    base: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      if (faults.length > 0) throw new Error('the mock could not fill an answer', { cause: faults })
    },
  }
}

function schoolData(): SchoolData {
  const languages = ['en-US', 'zh-HK'] as const
  const title = (letter: string, lang: Language) =>
    `schoolbell ${letter} ${lang === 'zh-HK' ? '中文' : 'English'}`
  return {
    popups: languages.flatMap(lang => [
      {
        site: 'academy',
        lang,
        message: {
          msgTitle: title('A', lang),
          msgBody: lang === 'zh-HK' ? '<p>請留意。</p>' : '<p>Please note.</p>',
          displayDate: '20261101080000',
          iconId: '10',
          needConfirm: 'confirm',
        },
      },
      {
        site: 'pre-school',
        lang,
        message: { msgTitle: title('B', lang), msgBody: '<p>B</p>', displayDate: '20261102080000' },
      },
    ]),
    news: languages.flatMap(lang =>
      ['C', 'D', 'E', 'G'].map((letter, index) => ({
        lang,
        at: Number(`2026110${index + 1}090000`),
        entry: {
          newsId: `N-10${index}`,
          newsTitle: title(letter, lang),
          newsContent: '<p>Text.</p>',
          newsDate: `2026110${index + 1}`,
          newsDateTime: `2026110${index + 1}090000`,
          ...(letter === 'C' && {
            mobileScreenImageUrl: 'https://school.invalid/cover-1024.jpg',
            thumbnailUrl: 'https://school.invalid/cover-200.jpg',
          }),
          attachments: letter === 'C' ? [photo(), letterToParents()] : [],
        },
      })),
    ),
    deleted: [{ at: 20_261_103_120_000, newsId: 'N-200' }],
    students: [71, 72, 73].map(userId => ({
      _id: userId,
      refNo: `R${userId}`,
      firstName: 'First',
      lastName: 'Last',
      imageUrl: 'https://school.invalid/avatar.png',
      ...(userId !== 73 && {
        attendanceEntry: {
          _id: userId + 900,
          status: 'Late',
          user: userId,
          entryDate: '2026-09-01T00:35:00.000Z',
          note: '',
          approvedBy: { _id: 5, firstName: 'First', lastName: 'Last' },
          approvedAt: '2026-09-01T02:00:00.000Z',
        },
      }),
    })),
    user: {
      userId: 40,
      appId: APP_ID,
      createdAt: '2026-11-01T01:00:00.000Z',
      expireAt: '2099-11-01T02:00:00.000Z',
      firstName: 'First',
      lastName: 'Last',
      fullName: 'First Last',
      chineseName: '',
      refNo: 'R40',
      email: 'guardian@school.invalid',
      imageUrl: 'https://school.invalid/guardian.png',
      role: 'Guardian',
    },
  }
}

const served = (name: string) => ({
  url: `https://school.invalid/${name}`,
  thumbnailUrl: `https://school.invalid/200/${name}`,
  mobileScreenImageUrl: `https://school.invalid/1024/${name}`,
})
const photo = (): Fields => ({
  fileType: 'image/jpeg',
  fileSize: 34_567,
  ...served('photo.jpg'),
  imageWidth: 1600,
  imageHeight: 1200,
  imageDateTime: '2026-10-31T07:00:00.000Z',
})
const letterToParents = (): Fields => ({
  fileType: 'application/pdf',
  fileSize: 2345,
  ...served('letter.pdf'),
})

type Target = 'query' | 'header' | 'params'
const is = (target: Target, modifier: string, value: string): ResponseRule => ({
  target,
  modifier,
  operator: 'equals',
  value,
  invert: false,
})
const isNot = (target: Target, modifier: string, value: string): ResponseRule => ({
  ...is(target, modifier, value),
  invert: true,
})
/** Or empty. */
const isMissing = (target: Target, modifier: string): ResponseRule => ({
  ...is(target, modifier, ''),
  operator: 'null',
})

const refused = (code: string, message: string) =>
  `{"txID":"{{uuid}}","code":"${code}","message":"${message}"}`
/** @param content a Handlebars expression */
const succeeded = (content: string) =>
  `{"txID":"{{uuid}}","code":"D00000","message":"successful return","content":${content}}`
/** @param expression parts of a JMESPath expression about one of the data, in Handlebars */
const found = (data: keyof SchoolData, ...expression: string[]) =>
  `{{{stringify (jmesPath (dataRaw '${data}') (concat ${expression.join(' ')}))}}} `
const answer = (when: ResponseRule[], body: string, status = 200): MockAnswer => ({ when, status, body })

/** As a number in JMESPath. */
const SINCE = '"`" (queryParam \'lastSyncTime\') "`"'

function schoolAnswers(): SchoolAnswers {
  const site = () => ({
    siteEmpty: answer([is('query', 'siteId', '')], refused('D20001', 'siteId should not be empty')),
    siteMissing: answer([isMissing('query', 'siteId')], refused('D20001', 'siteId should not be empty')),
    siteUnknown: answer(
      [isNot('query', 'siteId', 'academy'), isNot('query', 'siteId', 'pre-school')],
      refused('D20004', 'siteID does not exist'),
    ),
  })
  const unauthorised = '{"error":"unauthorised"}'
  return {
    popups: {
      ...site(),
      success: answer(
        [],
        succeeded(
          found(
            'popups',
            `"[?site=='" (queryParam 'siteId') "' && lang=='" (queryParam 'lang' 'en-US') "'].message"`,
          ),
        ),
      ),
    },
    news: {
      ...site(),
      timeEmpty: answer(
        [isMissing('query', 'lastSyncTime')],
        refused('D20001', 'lastSyncTime should not be empty'),
      ),
      success: answer(
        [],
        succeeded(
          `{"newsList":${found(
            'news',
            `"[?lang=='" (queryParam 'lang' 'en-US') "' && (at > " ${SINCE}`,
            `" || contains('" (queryParam 'newsIDs' '') "', entry.newsId))].entry"`,
          )},"delNewsIds":${found('deleted', `"[?at > " ${SINCE} "].newsId"`)}}`,
        ),
      ),
    },
    attendance: {
      keyMissing: answer([isMissing('header', 'x-access-key')], unauthorised, 401),
      keyWrong: answer([isNot('header', 'x-access-key', KEY)], unauthorised, 401),
      appMissing: answer([isMissing('header', 'x-app-id')], unauthorised, 403),
      appWrong: answer([isNot('header', 'x-app-id', APP_ID)], unauthorised, 403),
      unitWrong: answer([isNot('params', 'unit', '3')], '{"error":"no such unit"}', 404),
      yearWrong: answer([isNot('params', 'year', '12')], '{"error":"no such year"}', 404),
      groupWrong: answer([isNot('params', 'group', 'Form 1 - Blue')], '{"error":"no such group"}', 404),
      otherDay: answer([isNot('params', 'date', '2026-09-01')], '[]'),
      success: answer([], `{{{stringify (dataRaw 'students')}}}`),
    },
    session: {
      tokenMissing: answer([isMissing('header', 'x-session-token')], unauthorised, 401),
      tokenWrong: answer([isNot('header', 'x-session-token', TOKEN)], unauthorised, 401),
      success: answer([], `{{{stringify (dataRaw 'user')}}}`),
    },
  }
}

function environmentOf({ data, answers }: MockSchool): Environment {
  const routes = [
    route('cms/api/v1/popupmsg/check', answers.popups),
    route('cms/api/v1/news/check', answers.news),
    route('sync/units/:unit/years/:year/groups/:group/attendance-lists/:date', answers.attendance),
    route('session/v2/grd/external-session', answers.session),
  ]
  return {
    ...BuildEnvironment({ hasDefaultRoute: false, hasContentTypeHeader: true, hasCorsHeaders: false }),
    data: Object.entries(data).map(([name, value]) => ({
      uuid: name,
      id: name,
      name,
      documentation: '',
      value: JSON.stringify(value),
    })),
    routes,
    rootChildren: routes.map(({ uuid }) => ({ type: 'route', uuid })),
  }
}

function route(endpoint: string, answers: Record<string, MockAnswer>): Route {
  const all = Object.values(answers)
  return {
    ...BuildHTTPRoute(false),
    endpoint,
    responses: all.map(({ when, status, body }, index) => ({
      ...BuildRouteResponse(),
      rules: when,
      rulesOperator: 'AND',
      statusCode: status,
      body,
      default: index === all.length - 1,
    })),
  }
}
