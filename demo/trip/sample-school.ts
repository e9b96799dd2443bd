/** The sample school's families and trips. A school keeps both itself: the app tells only who the visitor is. */
import type { Temporal } from 'temporal-polyfill'
import { people, STUDENT_GROUPS } from '../../service/sample/people.ts'
import type { Language } from '../../shared/contract/site.ts'
import { SCHOOL_ZONE } from './wording.ts'

export interface Student {
  refNo: string
  name: string
  /** May be empty. */
  chineseName: string
  groupName: string
}

export interface Trip extends Pick<SampleTrip, 'tripId' | 'places' | 'fee' | 'groups' | 'texts'> {
  /** Epoch milliseconds. */
  leaves: number
  returns: number
  /** Start of the last day for sign-up and withdrawal. */
  closes: number
}

const PEOPLE = people()
const [ROWING, SCIENCE, MORNING_STAR] = ['1A - Rowing', '2B / Science', '晨星班'] as const
const CLASSES = { rowing: ROWING, science: SCIENCE, morningStar: MORNING_STAR }

export const STUDENTS: Student[] = Object.entries(CLASSES).flatMap(([group, groupName]) =>
  PEOPLE.filter(({ userId }) => STUDENT_GROUPS[group as keyof typeof CLASSES].includes(userId)).map(
    ({ refNo, firstName, lastName, chineseName }) => ({
      ...{ refNo, groupName, chineseName },
      name: `${firstName} ${lastName}`,
    }),
  ),
)

/** The children of a guardian, or the student; empty for anybody else. */
export function studentsOf(refNo: string): Student[] {
  const ids = PEOPLE.find(person => person.refNo === refNo)?.children ?? []
  const refNos = PEOPLE.filter(({ userId }) => ids.includes(userId)).map(child => child.refNo)
  return STUDENTS.filter(student => student.refNo === refNo || refNos.includes(student.refNo))
}

export const isClosed = ({ closes }: Trip, now: number): boolean => now >= closes + 86_400_000

/** Their days are counted from today, so that a demo always has future trips. */
export function tripsAt(now: Temporal.Instant): Trip[] {
  const today = now.toZonedDateTimeISO(SCHOOL_ZONE).startOfDay()
  const at = (days: number, time = '00:00') => today.add({ days }).withPlainTime(time).epochMilliseconds
  return SAMPLE_TRIPS.map(({ inDays, closesInDays, from, to, nights = 0, ...trip }) => ({
    ...trip,
    leaves: at(inDays, from),
    returns: at(inDays + nights, to),
    closes: at(closesInDays),
  }))
}

interface SampleTrip {
  tripId: string
  inDays: number
  closesInDays: number
  /** `hh:mm`. */
  from: string
  to: string
  nights?: number
  places: number
  /** Hong Kong dollars. */
  fee: number
  groups: string[]
  texts: Record<Language, { title: string; about: string; meeting: string; bring: string }>
  /** Notes of slips on paper, by the student's reference number. */
  slips: Record<string, string>
}

/** Each is in another state: closed, one place left, full, open. */
export const SAMPLE_TRIPS: readonly SampleTrip[] = [
  {
    tripId: 'lighthouse-night',
    inDays: 5,
    closesInDays: -1,
    from: '16:00',
    to: '10:30',
    nights: 1,
    places: 12,
    fee: 180,
    groups: [ROWING],
    texts: {
      'en-US': {
        title: 'A night at the lighthouse',
        about:
          'Supper on the rocks, the lamp room after dark, and a night in the keeper’s house. Two teachers and the house parent stay with the class.',
        meeting: 'School Pier',
        bring: 'Sleeping bag, torch, warm jacket, toothbrush',
      },
      'zh-HK': {
        title: '燈塔夜宿',
        about: '在岩岸共進晚餐，入夜後參觀燈室，並於守塔人小屋留宿一晚。兩位老師及一位舍監全程陪同。',
        meeting: '書院碼頭',
        bring: '睡袋、電筒、保暖外套、牙刷',
      },
    },
    slips: { TB260001: 'Sleepwalks now and then', TB260002: '', TB260004: '', TB260009: '', TB260013: '' },
  },
  {
    tripId: 'farm-morning',
    inDays: 13,
    closesInDays: 6,
    from: '09:00',
    to: '12:00',
    places: 4,
    fee: 45,
    groups: [MORNING_STAR],
    texts: {
      'en-US': {
        title: 'A morning on the farm',
        about:
          'The class feeds the goats, digs up sweet potatoes and eats them baked. One adult goes with every three children.',
        meeting: 'Pre-school front door',
        bring: 'Hat, rubber boots, a small rucksack with a drink',
      },
      'zh-HK': {
        title: '農莊半日遊',
        about: '餵羊、掘番薯，再一起品嘗剛烤好的番薯。每三位幼兒由一位成人照顧。',
        meeting: '幼稚園正門',
        bring: '帽子、水鞋、小背包及飲品',
      },
    },
    slips: { TB260031: '對花生敏感，請勿進食含花生食物。', TB260032: 'Hay fever', TB260040: '' },
  },
  {
    tripId: 'light-and-sound',
    inDays: 16,
    closesInDays: 9,
    from: '08:45',
    to: '15:30',
    places: 6,
    fee: 30,
    groups: [ROWING, SCIENCE],
    texts: {
      'en-US': {
        title: 'Light and sound at the science hall',
        about:
          'Lenses, echoes and a room in which one hears one’s own heart. In the afternoon each pair builds a small loudspeaker and takes it home.',
        meeting: 'Lower gate, under the banyan',
        bring: 'Packed lunch, pencil case',
      },
      'zh-HK': {
        title: '參觀科學館：光與聲',
        about: '透鏡、回聲，以及一間能聽見自己心跳的靜室。下午兩人一組製作小喇叭，並可帶回家。',
        meeting: '下層正門榕樹旁',
        bring: '午餐飯盒、筆袋',
      },
    },
    slips: {
      TB260003: 'Vegetarian',
      TB260006: '',
      TB260016: '容易暈車浪',
      TB260017: '',
      TB260018: '',
      TB260024: '',
    },
  },
  {
    tripId: 'tern-island',
    inDays: 20,
    closesInDays: 13,
    from: '08:00',
    to: '14:15',
    places: 24,
    fee: 60,
    groups: [ROWING, SCIENCE],
    texts: {
      'en-US': {
        title: 'Tern Island with the bird wardens',
        about:
          'By ferry to the nesting cliffs, with telescopes for all. The wardens show how a bird is ringed, and what the ring tells years later.',
        meeting: 'School Pier',
        bring: 'Windproof jacket, sun cream, lunch, field notebook',
      },
      'zh-HK': {
        title: '燕鷗島觀鳥考察',
        about: '乘渡輪前往崖邊鳥巢，人人均有望遠鏡。護鳥員將示範為雀鳥繫上腳環，並講解腳環的用途。',
        meeting: '書院碼頭',
        bring: '防風外套、防曬用品、午餐、考察筆記簿',
      },
    },
    slips: { TB260015: 'Carries an inhaler', TB260004: '', TB260012: '', TB260022: '' },
  },
]
