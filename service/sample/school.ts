/**
 * The sample school: Tern Bay Academy and its pre-school, an invented school in Hong Kong, as one seed.
 *
 * The same `now` gives the same value. News and popup messages are dated from `now` backwards; the attendance term,
 * the people and the credentials stay the same always.
 */
import { join } from 'node:path'
import type { Temporal } from 'temporal-polyfill'
import { ENVIRONMENTS } from '../../shared/contract/session.ts'
import { PACKAGE_ROOT } from '../../shared/package-root.ts'
import type { Seed, SeedGroup, SeedSession } from '../seed.ts'
import { attendance } from './attendance.ts'
import { media } from './media.ts'
import { news } from './news.ts'
import { people, SESSION_USERS, STUDENT_GROUPS } from './people.ts'
import { popups } from './popups.ts'

/** Folder that the paths in the sample's `media` are relative to. */
export const SAMPLE_MEDIA_DIR = join(PACKAGE_ROOT, 'service', 'sample', 'media')

export function sampleSchool(now: Temporal.PlainDateTime): Seed {
  return {
    school: { 'en-US': 'Tern Bay Academy', 'zh-HK': '燕鷗灣書院' },
    appId: 'sample-school',
    accessKeys: [{ label: 'Attendance display in the staff room', key: 'sample-access-key' }],
    units: [
      { unitId: 1, name: 'Academy 書院' },
      { unitId: 2, name: 'Pre-school 幼稚園' },
    ],
    years: [
      { yearId: 2025, name: '2025–26' },
      { yearId: 2026, name: '2026–27' },
    ],
    groups: groups(),
    users: people(),
    sessions: sessions(),
    attendance: attendance(),
    media: media(),
    popups: popups(now),
    news: news(now),
    more: { enabled: true, entranceUrl: 'http://127.0.0.1:4030/' },
  }
}

function groups(): SeedGroup[] {
  const { rowing, science, morningStar } = STUDENT_GROUPS
  return [
    { unitId: 1, yearId: 2026, groupName: '1A - Rowing', students: rowing },
    { unitId: 1, yearId: 2026, groupName: '2B / Science', students: science },
    { unitId: 2, yearId: 2026, groupName: '晨星班', students: morningStar },
    // Last year's group of the same name: its students have moved up to 2B.
    { unitId: 1, yearId: 2025, groupName: '1A - Rowing', students: science.slice(0, 12) },
  ]
}

/** The three tokens in both environments, which know nothing of each other, and one that has expired. */
function sessions(): SeedSession[] {
  const lasting = { createdAt: '2026-09-01T00:00:00.000Z', expireAt: '2099-12-31T15:59:59.000Z' }
  const { Guardian, Student, Staff } = SESSION_USERS
  return [
    ...ENVIRONMENTS.flatMap(environment => [
      { token: 'sample-guardian', environment, userId: Guardian, ...lasting },
      { token: 'sample-student', environment, userId: Student, ...lasting },
      { token: 'sample-staff', environment, userId: Staff, ...lasting },
    ]),
    {
      token: 'sample-expired',
      environment: 'staging',
      userId: Guardian,
      createdAt: '2026-08-31T00:00:00.000Z',
      expireAt: '2026-09-01T00:00:00.000Z',
    },
  ]
}
