/** A school with a handful of everything, so that a test can say exactly what the service must answer. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Seed } from '../../console/index.ts'
import {
  createService,
  type Service,
  type ServiceAddresses,
  type ServiceOptions,
} from '../../console/index.ts'
import { type HeldClock, heldClock } from './held-clock.ts'
import { type Scratch, scratch } from './scratch.ts'

export const APP_ID = 'small-school'
export const ACCESS_KEY = 'key-7f3a91c2-small'
export const STAGING_TOKEN = 'token-5e81d0aa-staging'
export const PRODUCTION_TOKEN = 'token-c94b22f7-production'
/** Expires at noon of 20 November 2026 in Hong Kong. */
export const SHORT_TOKEN = 'token-1d6c7e33-short'
/** Half past nine in Hong Kong. */
export const NOW = '2026-11-20T01:30:00Z'

/** One pixel each, whole and valid. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const JPEG = Buffer.from(
  '/9j/2wBDAP//////////////////////////////////////////////////////////////////////////////////////2wBD' +
    'Af//////////////////////////////////////////////////////////////////////////////////////wAARCAABAAED' +
    'ASIAAhEBAxEB/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/xAAUAQEAAAAAAAAAAAAAAAAAAAAA' +
    '/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACEQMRAD8AAA//2Q==',
  'base64',
)
const PDF = Buffer.from(
  '%PDF-1.1\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
)
/** One silent frame: MPEG-1 layer III, 128 kbit/s, 44.1 kHz. */
export const MP3 = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x00]), Buffer.alloc(413)])

const FILES = { 'gate.png': PNG, 'hall.jpg': JPEG, 'letter.pdf': PDF, 'bell.mp3': MP3, 'small.png': PNG }

const both = <Text>(en: Text, zh: Text) => ({ 'en-US': en, 'zh-HK': zh })
const pictures = { thumbnail: 'small.png', screen: 'hall.jpg' }

export const SMALL_SCHOOL: Seed = {
  school: both('Larkwater School', '雲雀水學校'),
  appId: APP_ID,
  accessKeys: [{ label: 'timetable', key: ACCESS_KEY }],
  units: [
    { unitId: 1, name: 'Academy' },
    { unitId: 2, name: 'Pre-school' },
  ],
  years: [
    { yearId: 2025, name: '2025–26' },
    { yearId: 2026, name: '2026–27' },
  ],
  groups: [
    { unitId: 1, yearId: 2026, groupName: '1A - Rowing', students: [22, 20, 21] },
    { unitId: 1, yearId: 2026, groupName: '2B/Choir & Strings', students: [20] },
    { unitId: 1, yearId: 2026, groupName: '100% Science?', students: [21] },
    { unitId: 2, yearId: 2026, groupName: '晨星班', students: [] },
  ],
  users: [
    person(10, 'Guardian', 'Marisol', 'Quillfeather', '', { children: [20] }),
    person(20, 'Student', 'Tobiah', 'Quillfeather', '羽桐', { avatar: 'gate' }),
    person(21, 'Student', 'Ondine', 'Marrowby', '麥安汀'),
    person(22, 'Student', 'Perrin', 'Saltmarsh', '鹽白靈'),
    person(30, 'Staff', 'Isaura', 'Penhallow', '潘以雪'),
  ],
  sessions: [
    session('staging', STAGING_TOKEN, 10, '2026-12-31T00:00:00Z'),
    session('production', PRODUCTION_TOKEN, 30, '2026-12-31T08:00:00+08:00'),
    session('staging', SHORT_TOKEN, 20, '2026-11-20T04:00:00Z'),
  ],
  attendance: [
    {
      userId: 20,
      date: '2026-09-01',
      status: 'Late',
      entryDate: '2026-09-01T00:41:00Z',
      note: 'Ferry delayed',
      approvedBy: 30,
      approvedAt: '2026-09-01T02:00:00Z',
    },
    { userId: 21, date: '2026-09-01', status: 'Present', entryDate: '2026-09-01T00:10:00Z', note: '' },
  ],
  media: [
    { name: 'gate', fileType: 'image/png', file: 'gate.png', ...pictures, imageWidth: 1, imageHeight: 1 },
    {
      name: 'hall',
      fileType: 'image/jpeg',
      file: 'hall.jpg',
      ...pictures,
      imageWidth: 1,
      imageHeight: 1,
      imageDateTime: '2026-05-04T03:02:01Z',
    },
    { name: 'letter', fileType: 'application/pdf', file: 'letter.pdf', ...pictures },
    { name: 'bell', fileType: 'audio/mp3', file: 'bell.mp3', ...pictures },
  ],
  popups: [
    {
      sites: ['academy'],
      displayDate: '20261118080000',
      onWebsite: true,
      iconId: '1',
      texts: both(
        { msgTitle: 'Library closed', msgBody: '<p>Closed.</p>' },
        { msgTitle: '圖書館暫停開放', msgBody: '<p>暫停。</p>' },
      ),
    },
    {
      sites: ['academy', 'pre-school'],
      displayDate: '20261120070000',
      onWebsite: true,
      iconId: '5',
      needConfirm: 'Accept',
      texts: both(
        { msgTitle: 'Classes suspended', msgBody: '<p><img src="media:gate"> Stay at home.</p>' },
        { msgTitle: '停課', msgBody: '<p><img src="media:gate"> 請留在家中。</p>' },
      ),
    },
    {
      sites: ['academy'],
      displayDate: '20261120080000',
      onWebsite: false,
      texts: both({ msgTitle: 'App only', msgBody: '' }, { msgTitle: '只限應用程式', msgBody: '' }),
    },
  ],
  news: [
    entry('N-1', ['academy'], '20261101090000', 'First', '第一'),
    {
      ...entry('N-2', ['academy', 'pre-school'], '20261110090000', 'Second', '第二'),
      cover: 'hall',
      attachments: ['gate', 'hall', 'letter', 'bell'],
    },
    {
      ...entry('N-3', ['academy'], '20261115090000', 'Third', ''),
      texts: both(
        { newsTitle: 'Third', newsContent: '<p>See media:gate: <a href="media:letter">letter</a></p>' },
        { newsTitle: '', newsContent: '' },
      ),
    },
    { ...entry('N-4', ['academy'], '20261102090000', 'Gone', '已刪除'), deletedAt: '20261116120000' },
    entry('N-5', ['pre-school'], '20261112090000', 'Little ones', '小朋友'),
  ],
  more: { enabled: true, entranceUrl: 'http://127.0.0.1:4030/' },
}

function person(
  userId: number,
  role: 'Guardian' | 'Student' | 'Staff',
  firstName: string,
  lastName: string,
  chineseName: string,
  more: { avatar?: string; children?: number[] } = {},
) {
  const email = `${firstName.toLowerCase()}@larkwater.example`
  return { userId, role, refNo: `LW-${userId}`, firstName, lastName, chineseName, email, ...more }
}

function session(environment: 'staging' | 'production', token: string, userId: number, expireAt: string) {
  return { environment, token, userId, createdAt: '2026-11-01T00:00:00Z', expireAt }
}

export function entry(
  newsId: string,
  sites: ('academy' | 'pre-school')[],
  newsDateTime: string,
  en: string,
  zh: string,
): Seed['news'][number] {
  return {
    newsId,
    sites,
    newsDateTime,
    texts: both(
      { newsTitle: en, newsContent: `<p>${en}.</p>` },
      { newsTitle: zh, newsContent: `<p>${zh}。</p>` },
    ),
    attachments: [],
  }
}

/** Writes a seed with its media files into a folder; returns the seed's path. */
export function writeSeed(folder: string, seed: unknown = SMALL_SCHOOL): string {
  for (const [name, bytes] of Object.entries(FILES)) writeFileSync(join(folder, name), bytes)
  const file = join(folder, 'school.json')
  writeFileSync(file, JSON.stringify(seed))
  return file
}

export interface SmallSchool extends AsyncDisposable {
  service: Service
  addresses: ServiceAddresses
  clock: HeldClock
  scratch: Scratch
}

/** The small school's service, listening on a free port, its clock held at {@link NOW}. */
export async function startSmallSchool(options: ServiceOptions = {}): Promise<SmallSchool> {
  const place = scratch()
  const clock = heldClock(NOW)
  const service = await createService({ seed: writeSeed(place.folder), port: 0, clock, ...options })
  const addresses = await service.listen()
  return {
    service,
    addresses,
    clock,
    scratch: place,
    async [Symbol.asyncDispose]() {
      await service.close()
      place[Symbol.dispose]()
    },
  }
}
