/** The people of the sample school: staff, guardians and students, all invented, with e-mail addresses at `.example`. */
import type { Role } from '../../shared/contract/session.ts'
import type { SeedUser } from '../seed.ts'
import { AVATARS } from './media.ts'

type Row = readonly [firstName: string, lastName: string, chineseName: string]

const STAFF: readonly Row[] = [
  ['Miriam', 'Fairweather', ''],
  ['Chi-hang', 'Lok', '駱志恆'],
  ['Sau-ling', 'Mui', '梅秀玲'],
  ['Tobias', 'Harrowgate', ''],
  ['Wing-sze', 'Kiu', '喬詠詩'],
]

/** The first guardian is the one whose session token is `sample-guardian`; the children are counted from the first student. */
const GUARDIANS: readonly (readonly [...Row, children: readonly number[]])[] = [
  ['Yuk-lan', 'Sheung', '常玉蘭', [0, 27]],
  ['Kwok-keung', 'Ping', '平國強', [1]],
  ['Adaeze', 'Thornbury', '', [2, 14]],
  ['Mei-fong', 'Kam', '甘美芳', [30]],
]

/** 1A - Rowing. The first student is the one whose session token is `sample-student`. */
const ROWING: readonly Row[] = [
  ['Hoi-ching', 'Sheung', '常海晴'],
  ['Long-hin', 'Ping', '平朗軒'],
  ['Imogen', 'Thornbury', ''],
  ['Tsz-kiu', 'Yim', '嚴子喬'],
  ['Pak-yin', 'Fu', '符柏賢'],
  ['Sum-yuet', 'Kwan', '關心悅'],
  ['Rohan', 'Venkatadri', ''],
  ['Ching-lam', 'Tsang', '曾靖琳'],
  ['Ho-yeung', 'Pang', '彭浩揚'],
  ['Cheuk-yiu', 'Ngai', '魏卓瑤'],
  ['Leonie', 'Ashdown', '岑樂怡'],
  ['Yat-hei', 'Mok', '莫逸曦'],
  ['Wai-lam', 'Sit', '薛蔚藍'],
  ['Shing-fung', 'Kong', '江承峰'],
]

/** 2B / Science. */
const SCIENCE: readonly Row[] = [
  ['Caspian', 'Thornbury', ''],
  ['Nga-man', 'Lui', '雷雅雯'],
  ['King-lok', 'Tam', '譚景樂'],
  ['Priyanka', 'Mahadevan', ''],
  ['Chun-kit', 'Yuen', '袁俊傑'],
  ['Hei-tung', 'Shum', '沈曦彤'],
  ['Magnus', 'Oakhanger', '歐文康'],
  ['Lok-sze', 'Hung', '洪樂詩'],
  ['Tin-nok', 'Ko', '高天諾'],
  ['Yee-ching', 'Fok', '霍綺晴'],
  ['Sze-wah', 'To', '杜思華'],
  ['Kai-ming', 'Lau', '劉啟明'],
  ['Amara', 'Winterbourne', ''],
]

/** 晨星班, at the pre-school. */
const MORNING_STAR: readonly Row[] = [
  ['Hoi-yan', 'Sheung', '常海欣'],
  ['Tsun-hei', 'Chung', '鍾浚熙'],
  ['Yan-tung', 'Law', '羅欣桐'],
  ['Cheuk-nam', 'Kam', '甘卓楠'],
  ['Florian', 'Meadowcroft', ''],
  ['Wing-yan', 'Poon', '潘穎恩'],
  ['Chit-yu', 'Siu', '蕭哲宇'],
  ['Nok-yi', 'Tong', '唐諾兒'],
  ['Ka-hin', 'Wai', '韋家軒'],
  ['Clementine', 'Hathersage', '夏可晴'],
  ['Sheung-yu', 'Man', '文尚瑜'],
  ['Yuet-ying', 'Tse', '謝悅盈'],
  ['Hin-wang', 'Ling', '凌顯宏'],
  ['Tsz-yau', 'Suen', '孫子柔'],
]

export const STUDENT_GROUPS = {
  rowing: ids(3001, ROWING),
  science: ids(3001 + ROWING.length, SCIENCE),
  morningStar: ids(3001 + ROWING.length + SCIENCE.length, MORNING_STAR),
}
export const STAFF_IDS = ids(1001, STAFF)

/** Whom the three sample session tokens stand for. */
export const SESSION_USERS: Record<Role, number> = { Guardian: 2001, Student: 3001, Staff: 1001 }

export function people(): SeedUser[] {
  const staff = STAFF.map((row, at) => person('Staff', 1001 + at, row))
  const guardians = GUARDIANS.map(([firstName, lastName, chineseName, children], at) => ({
    ...person('Guardian', 2001 + at, [firstName, lastName, chineseName]),
    children: children.map(child => 3001 + child),
  }))
  const students = [...ROWING, ...SCIENCE, ...MORNING_STAR].map((row, at) =>
    person('Student', 3001 + at, row),
  )
  return [...staff, ...guardians, ...students]
}

const REF_NO: Record<Role, (userId: number) => string> = {
  Staff: userId => `STF-${userId}`,
  Guardian: userId => `GDN-${userId}`,
  Student: userId => `TB26${String(userId - 3000).padStart(4, '0')}`,
}

function person(role: Role, userId: number, [firstName, lastName, chineseName]: Row): SeedUser {
  const host = {
    Staff: 'ternbay.example',
    Guardian: 'families.example',
    Student: 'students.ternbay.example',
  }[role]
  const avatar = AVATARS[userId % AVATARS.length]
  return {
    userId,
    role,
    refNo: REF_NO[role](userId),
    firstName,
    lastName,
    chineseName,
    email: `${firstName}.${lastName}.${userId}@${host}`.toLowerCase(),
    // Every ninth person has not uploaded a picture, as in any school.
    ...(avatar !== undefined && userId % 9 !== 8 ? { avatar } : {}),
  }
}

function ids(first: number, rows: readonly Row[]): number[] {
  return rows.map((_, at) => first + at)
}
