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

// Promise: integrate/foreign
it('unspoiled it fails nothing, and shows every rule but those of served files', async () => {
  const { cases, failures } = await failuresOf(mockSchool())
  expect(failures).toEqual([])
  const notShown = cases.filter(({ result }) => result === 'not shown')
  expect(new Set(notShown.map(({ detail }) => detail))).toEqual(
    new Set(['a run that may fetch pictures and files would show it']),
  )
})

type Plant = (school: MockSchool) => void

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

/** Of each kind some: what else can be wrong is in test/conformance/defects.ts. */
const DEFECTS: readonly [what: string, foundBy: string, plant: Plant][] = [
  [
    'a wrong token gets 200 and an empty object',
    'session/token-unknown',
    ({ answers }) => Object.assign(answers.session.tokenWrong, { status: 200, body: '{}' }),
  ],
  [
    'any group gets the same list',
    'attendance/of-group',
    ({ answers }) => Object.assign(answers.attendance.groupWrong, LIST),
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
    'content comes beside a failure',
    'popups/failure-without-content',
    ({ answers }) => replaceIn(answers.popups.siteEmpty, /}$/, ',"content":{"siteId":""}}'),
  ],
  [
    'all successes have one txID',
    'news/txid-unique',
    ({ answers }) => replaceIn(answers.news.success, '{{uuid}}', '0001'),
  ],
  ['a size is a text', 'news/file-size', attachment(0, { fileSize: '34567' })],
  ['a record is of another day', 'attendance/entry-of-day', record({ entryDate: '2026-09-05T00:35:00Z' })],
  ['a role is not one of the three', 'session/role', user({ role: 'Parent' })],
]

it.each(DEFECTS)('%s: found by %s', async (_what, foundBy, plant) => {
  const school = mockSchool()
  const before = JSON.stringify(school)
  plant(school)
  expect(JSON.stringify(school)).not.toBe(before)
  const [part] = foundBy.split('/')
  expect((await failuresOf(school, part)).failures).toEqual([foundBy])
})
