/** A service of others keeps every rule; with one defect in it exactly one case fails, the one that names the defect. */
import { expect, it } from 'vitest'
import { caseValues, runConformance } from '../../conformance/index.ts'
import {
  type Fields,
  type MockAnswer,
  type MockSchool,
  mockSchool,
  placesAt,
  startMockSchool,
} from './mock-school.ts'

const REQUIRED = caseValues().flatMap(({ id, level, heavy }) => (level === 'required' && !heavy ? [id] : []))

/** @param part each part has calls of its own, so a defect shows in no other */
async function failuresOf(school: MockSchool, part = '') {
  await using running = await startMockSchool(school)
  const { cases } = await runConformance({
    ...placesAt(running.base),
    only: REQUIRED.filter(id => id.startsWith(part)),
  })
  return { cases, failures: cases.flatMap(({ id, result }) => (result === 'failed' ? [id] : [])) }
}

it('unspoiled it fails nothing, and shows every rule but those of served files', async () => {
  const { cases, failures } = await failuresOf(mockSchool())
  expect(failures).toEqual([])
  const notShown = cases.filter(({ result }) => result === 'not shown')
  expect(new Set(notShown.map(({ detail }) => detail))).toEqual(
    new Set(['a run that may fetch pictures and files would show it']),
  )
})

type Plant = (school: MockSchool) => void

const message =
  (change: Fields): Plant =>
  ({ data }) =>
    void Object.assign(data.popups[0]?.message ?? {}, change)
const entry =
  (change: Fields): Plant =>
  ({ data }) =>
    void Object.assign(data.news[0]?.entry ?? {}, change)
const attachment =
  (index: number, change: Fields): Plant =>
  ({ data }) =>
    void Object.assign(data.news[0]?.entry.attachments[index] ?? {}, change)
const record =
  (change: Fields): Plant =>
  ({ data }) =>
    void Object.assign(data.students[0]?.attendanceEntry ?? {}, change)
const user =
  (change: Fields): Plant =>
  ({ data }) =>
    void Object.assign(data.user, change)

const inEnglish =
  (part: 'popups' | 'news'): Plant =>
  ({ answers }) =>
    replaceIn(answers[part].success, "(queryParam 'lang' 'en-US')", "'en-US'")

function replaceIn(answer: MockAnswer, text: string | RegExp, by: string): void {
  answer.body = answer.body.replace(text, by)
}

const { status, body } = mockSchool().answers.attendance.success
const LIST = { status, body }

const DEFECTS: readonly [what: string, foundBy: string, plant: Plant][] = [
  [
    'a wrong token gets 200 and an empty object',
    'session/token-unknown',
    ({ answers }) => Object.assign(answers.session.tokenWrong, { status: 200, body: '{}' }),
  ],
  [
    'a wrong access key gets 200 and an empty list',
    'attendance/access-key-wrong',
    ({ answers }) => Object.assign(answers.attendance.keyWrong, { status: 200, body: '[]' }),
  ],
  [
    'any school’s identifier gets a list',
    'attendance/app-id-wrong',
    ({ answers }) =>
      Object.assign(answers.attendance.appWrong, {
        ...answers.attendance.success,
        when: answers.attendance.appWrong.when,
      }),
  ],
  [
    'any group gets the same list',
    'attendance/of-group',
    ({ answers }) => Object.assign(answers.attendance.groupWrong, LIST),
  ],
  [
    'any day gets the same list',
    'attendance/of-date',
    ({ answers }) => Object.assign(answers.attendance.otherDay, LIST),
  ],
  [
    'any website gets an answer',
    'news/site-id-refused',
    ({ answers }) => Object.assign(answers.news.siteUnknown, { body: answers.news.success.body }),
  ],
  ['lang is ignored by the messages', 'popups/lang-changes-texts', inEnglish('popups')],
  ['lang is ignored by the news', 'news/lang-changes-texts', inEnglish('news')],
  [
    'both websites get the messages of one',
    'popups/site-messages',
    ({ answers }) => replaceIn(answers.popups.success, "(queryParam 'siteId')", "'academy'"),
  ],
  ['no deletion is ever reported', 'news/deleted-reported', ({ data }) => data.deleted.pop()],
  [
    'deletions are sent whatever the time',
    'news/since-far-ahead',
    ({ data }) => Object.assign(data.deleted[0] ?? {}, { at: 99_999_999_999_999 }),
  ],
  [
    'a deleted entry is listed, too',
    'news/deleted-not-listed',
    ({ data }) => Object.assign(data.deleted[0] ?? {}, { newsId: data.news[0]?.entry.newsId }),
  ],
  [
    'a missing website is called invalid',
    'popups/site-id-missing',
    ({ answers }) => replaceIn(answers.popups.siteMissing, 'D20001', 'D20002'),
  ],
  [
    'content comes beside a failure',
    'popups/failure-without-content',
    ({ answers }) => replaceIn(answers.popups.siteEmpty, /}$/, ',"content":{"siteId":""}}'),
  ],
  [
    'all successes have one txID',
    'news/txid-unique',
    ({ answers }) => replaceIn(answers.news.success, '{{uuid}}', '0001'),
  ],
  [
    'the bytes begin with a mark',
    'popups/json-text',
    ({ answers }) => replaceIn(answers.popups.success, '{', '\ufeff{'),
  ],
  [
    'success has no message',
    'news/message',
    ({ answers }) => replaceIn(answers.news.success, '"message":"successful return",', ''),
  ],
  ['a time is in another form', 'popups/display-date', message({ displayDate: '2026-11-01T08:00:00' })],
  ['a button is spelt in another way', 'popups/need-confirm', message({ needConfirm: 'Confirm' })],
  ['a field that does not apply is null', 'popups/no-null', message({ iconId: null })],
  ['a day is in another form', 'news/news-date', entry({ newsDate: '2026-11-01' })],
  ['a cover has no host', 'news/cover-screen', entry({ mobileScreenImageUrl: '/cover.jpg' })],
  ['a size is a text', 'news/file-size', attachment(0, { fileSize: '34567' })],
  ['a PDF has a width', 'news/picture-fields', attachment(1, { imageWidth: 0 })],
  ['a status is not one of the five', 'attendance/status', record({ status: 'Absent' })],
  ['a record is of another student', 'attendance/entry-user', record({ user: 1 })],
  ['a record is of another day', 'attendance/entry-of-day', record({ entryDate: '2026-09-05T00:35:00Z' })],
  ['a role is not one of the three', 'session/role', user({ role: 'Parent' })],
  ['a user is of another application', 'session/app-id-same', user({ appId: 'other-school' })],
  [
    'a session ends before it begins',
    'session/expires-after-creation',
    user({ expireAt: '2026-10-01T00:00:00Z' }),
  ],
]

it('there are at least sixteen, each for another case', () => {
  expect(DEFECTS.length).toBeGreaterThanOrEqual(16)
  expect(new Set(DEFECTS.map(([, foundBy]) => foundBy)).size).toBe(DEFECTS.length)
})

it.each(DEFECTS)('%s: found by %s', async (_what, foundBy, plant) => {
  const school = mockSchool()
  const before = JSON.stringify(school)
  plant(school)
  expect(JSON.stringify(school)).not.toBe(before)
  const [part] = foundBy.split('/')
  expect((await failuresOf(school, part)).failures).toEqual([foundBy])
})
