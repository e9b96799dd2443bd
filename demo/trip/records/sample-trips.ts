/** The sample school's trips in both languages, each in another state: open, nearly full, full, closed, one place left. */
import type { Language } from '../../../shared/contract/site.ts'
import type { TripText } from './trips.ts'

export interface SampleTrip {
  tripId: string
  /** Days from the creation of the records. */
  inDays: number
  closesInDays: number
  /** `hh:mm`. */
  from: string
  to: string
  nights?: number
  places: number
  fee: number
  onWater?: boolean
  groups: readonly ('rowing' | 'science' | 'morningStar')[]
  texts: Record<Language, TripText>
  slips: readonly Slip[]
}

/** Sign-ups without a guardian come from paper slips. */
interface Slip {
  student: string
  guardian?: string
  signedBy?: string
  note?: string
}

export const PAPER_SLIP = { signedBy: '', consent: '' } as const

const onPaper = (...students: string[]): Slip[] => students.map(student => ({ student }))

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
    groups: ['rowing'],
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
    slips: [
      {
        student: 'TB260001',
        guardian: 'GDN-2001',
        signedBy: 'Yuk-lan Sheung 常玉蘭',
        note: 'Sleepwalks now and then; please give her a lower bunk.',
      },
      ...onPaper('TB260002', 'TB260004', 'TB260005', 'TB260009', 'TB260011', 'TB260013'),
    ],
  },
  {
    tripId: 'first-regatta',
    inDays: 10,
    closesInDays: 4,
    from: '07:30',
    to: '12:45',
    places: 12,
    fee: 0,
    onWater: true,
    groups: ['rowing'],
    texts: {
      'en-US': {
        title: 'First regatta on the far shore',
        about:
          'The class rows across the bay in fours and races once, gently, in front of the fishing village. A coach’s launch goes beside every boat.',
        meeting: 'Boathouse, lower gate',
        bring: 'Swimwear under the PE kit, towel, dry clothes, water bottle',
      },
      'zh-HK': {
        title: '對岸划艇初賽',
        about: '全班分四人艇划過海灣，在漁村前作一場友誼賽。每艇均有教練船隨行照應。',
        meeting: '下層正門艇庫',
        bring: '體育服（內穿泳衣）、毛巾、替換衣物、水樽',
      },
    },
    slips: [
      {
        student: 'TB260002',
        guardian: 'GDN-2002',
        signedBy: 'Kwok-keung Ping 平國強',
        note: '諳泳，可游 100 米。',
      },
      { student: 'TB260007', note: 'Cannot swim yet' },
      { student: 'TB260010', note: '+852 0000 0142 is the number to ring during the day' },
      ...onPaper('TB260004', 'TB260005', 'TB260006', 'TB260008', 'TB260012', 'TB260014'),
    ],
  },
  {
    tripId: 'farm-morning',
    inDays: 13,
    closesInDays: 6,
    from: '09:00',
    to: '12:00',
    places: 10,
    fee: 45,
    groups: ['morningStar'],
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
    slips: [
      {
        student: 'TB260031',
        guardian: 'GDN-2004',
        signedBy: 'Mei-fong Kam 甘美芳',
        note: '對花生敏感，請勿進食含花生食物。',
      },
      { student: 'TB260032', note: 'Hay fever; has his drops with him' },
      ...onPaper('TB260029', 'TB260030', 'TB260033', 'TB260034', 'TB260036', 'TB260038', 'TB260040'),
    ],
  },
  {
    tripId: 'light-and-sound',
    inDays: 16,
    closesInDays: 9,
    from: '08:45',
    to: '15:30',
    places: 12,
    fee: 30,
    groups: ['rowing', 'science'],
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
    slips: [
      { student: 'TB260003', guardian: 'GDN-2003', signedBy: 'Adaeze Thornbury', note: 'Vegetarian' },
      { student: 'TB260016', note: '容易暈車浪' },
      ...onPaper('TB260006', 'TB260008', 'TB260017', 'TB260018', 'TB260019', 'TB260020', 'TB260021'),
      ...onPaper('TB260023', 'TB260024', 'TB260026'),
    ],
  },
  {
    tripId: 'tern-island',
    inDays: 20,
    closesInDays: 13,
    from: '08:00',
    to: '14:15',
    places: 24,
    fee: 60,
    groups: ['rowing', 'science'],
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
    slips: [
      { student: 'TB260015', guardian: 'GDN-2003', signedBy: 'Adaeze Thornbury', note: 'Carries an inhaler' },
      ...onPaper('TB260004', 'TB260012', 'TB260017', 'TB260022', 'TB260025'),
    ],
  },
]
