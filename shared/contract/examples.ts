/** One answer of each call, of an invented school: for documents, mock servers and first tests. */
import type { AttendanceList } from './attendance.ts'
import type { NewsContent } from './news.ts'
import type { PopupContent } from './popup.ts'
import type { SessionUser } from './session.ts'
import type { Language } from './site.ts'

export const EXAMPLE_POPUPS: Record<Language, PopupContent> = {
  'en-US': popups(
    [
      'Typhoon Signal No. 8: all classes suspended',
      '<p>The school is closed today. <strong>Please stay at home.</strong></p>',
    ],
    ['Open day on Saturday', '<p>Come and see our classrooms, from 10:00 to 16:00.</p>'],
  ),
  'zh-HK': popups(
    ['八號烈風或暴風信號生效：全校停課', '<p>學校今日停課。<strong>請留在家中。</strong></p>'],
    ['星期六開放日', '<p>歡迎參觀課室，時間為上午十時至下午四時。</p>'],
  ),
}

export const EXAMPLE_NEWS: Record<Language, NewsContent> = {
  'en-US': news(
    ['Rowers win two medals at the harbour regatta', '<p>Our crews came first and third.</p>'],
    ['Library opens on Saturdays', '<p>From this month on, from 9:00 to 13:00.</p>'],
  ),
  'zh-HK': news(
    ['海港賽艇錦標賽奪得兩面獎牌', '<p>本校隊伍分別獲得冠軍及季軍。</p>'],
    ['圖書館逢星期六開放', '<p>由本月起，逢星期六上午九時至下午一時開放。</p>'],
  ),
}

export const EXAMPLE_ATTENDANCE: AttendanceList = [
  {
    _id: 2001,
    refNo: 'S2001',
    firstName: 'Hoi-ching',
    lastName: 'Sheung',
    imageUrl: 'https://media.school.example/2001.jpg',
    attendanceEntry: {
      _id: 90_001,
      status: 'Present',
      user: 2001,
      entryDate: '2026-09-01T00:12:40.000Z',
      note: '',
    },
  },
  {
    _id: 2002,
    refNo: 'S2002',
    firstName: 'Long-hin',
    lastName: 'Ping',
    imageUrl: 'https://media.school.example/2002.jpg',
    attendanceEntry: {
      _id: 90_002,
      status: 'Excused',
      user: 2002,
      entryDate: '2026-09-01T00:15:03.000Z',
      note: 'Sick leave',
      approvedBy: { _id: 3001, firstName: 'Miriam', lastName: 'Fairweather' },
      approvedAt: '2026-09-01T01:30:00.000Z',
    },
  },
  {
    _id: 2003,
    refNo: 'S2003',
    firstName: 'Imogen',
    lastName: 'Thornbury',
    imageUrl: 'https://media.school.example/2003.jpg',
  },
]

export const EXAMPLE_USER: SessionUser = {
  userId: 1001,
  appId: 'sample-school',
  createdAt: '2026-09-01T00:00:00.000Z',
  expireAt: '2099-12-31T16:00:00.000Z',
  firstName: 'Yuk-lan',
  lastName: 'Sheung',
  fullName: 'Yuk-lan Sheung',
  chineseName: '常玉蘭',
  refNo: 'G1001',
  email: 'yuk-lan.sheung@school.example',
  imageUrl: 'https://media.school.example/1001.jpg',
  role: 'Guardian',
}

type Texts = readonly [title: string, body: string]

function popups(signal: Texts, openDay: Texts): PopupContent {
  return [
    {
      msgTitle: signal[0],
      msgBody: signal[1],
      displayDate: '20260917061500',
      iconId: '4',
      needConfirm: 'confirm',
    },
    { msgTitle: openDay[0], msgBody: openDay[1], displayDate: '20260916090000', iconId: '10' },
  ]
}

function news(regatta: Texts, library: Texts): NewsContent {
  return {
    newsList: [
      {
        newsId: 'NEWS-4171',
        newsTitle: regatta[0],
        newsContent: regatta[1],
        newsDate: '20260915',
        newsDateTime: '20260915163000',
        mobileScreenImageUrl: 'https://media.school.example/regatta-1024.jpg',
        thumbnailUrl: 'https://media.school.example/regatta-200.jpg',
        attachments: [
          {
            fileType: 'image/jpeg',
            fileSize: 483_211,
            url: 'https://media.school.example/regatta.jpg',
            thumbnailUrl: 'https://media.school.example/regatta-200.jpg',
            mobileScreenImageUrl: 'https://media.school.example/regatta-1024.jpg',
            imageWidth: 2400,
            imageHeight: 1600,
            imageDateTime: '2026-09-13T02:41:07Z',
          },
          {
            fileType: 'application/pdf',
            fileSize: 92_140,
            url: 'https://media.school.example/results.pdf',
            thumbnailUrl: 'https://media.school.example/results-200.png',
            mobileScreenImageUrl: 'https://media.school.example/results-1024.png',
          },
        ],
      },
      {
        newsId: 'NEWS-4168',
        newsTitle: library[0],
        newsContent: library[1],
        newsDate: '20260902',
        newsDateTime: '20260902080000',
        attachments: [],
      },
    ],
    delNewsIds: ['NEWS-4170'],
  }
}
