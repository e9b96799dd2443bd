/** The data that the guide names is enough to see every rule of popups and news, and to find what a service gets wrong about them. */
import { readFileSync } from 'node:fs'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runConformance } from '../../conformance/index.ts'
import { createService, type Service, type ServiceAddresses } from '../../console/index.ts'
import { heldClock } from '../support/held-clock.ts'
import { pdfFile, photograph } from '../support/media-files.ts'
import { news } from './spoil.ts'
import { type Spoiling, startSpoilingProxy } from './spoiling-proxy.ts'

const clock = heldClock('2026-11-20T09:00:00+08:00')
let service: Service
let addresses: ServiceAddresses

beforeAll(async () => {
  service = await createService({ port: 0, seed: 'empty', clock, logger: pino({ level: 'silent' }) })
  addresses = await service.listen()
  await enterData(service)
})
afterAll(() => service.close())

it('every required case is seen and passes', async () => {
  const { summary, cases } = await runConformance({ ...addresses, ...ONLY_CONTENT, strict: true, clock })
  expect(cases.filter(({ result }) => result === 'failed')).toEqual([])
  expect(summary.requiredNotShown).toBe(0)
  expect(summary.passed).toBeGreaterThan(80)
})

it.each<[foundBy: string, says: RegExp, spoiling: Spoiling]>([
  [
    'popups/lang-changes-texts',
    /^"schoolbell A English" is sent with lang=zh-HK$/,
    { ask: url => url.searchParams.delete('lang') },
  ],
  [
    'popups/site-messages',
    /^pre-school gets "schoolbell A English", which is for the other website only$/,
    {
      ask: url => {
        if (url.searchParams.get('siteId') === 'pre-school') url.searchParams.set('siteId', 'academy')
      },
    },
  ],
  [
    'news/deleted-reported',
    /^delNewsIds is empty, and “schoolbell F”, which was deleted before “schoolbell G” was entered, is gone$/,
    { answer: news(content => Object.assign(content, { delNewsIds: [] })) },
  ],
])('%s fails without --strict', async (foundBy, says, spoiling) => {
  await using proxy = await startSpoilingProxy(addresses.base)
  proxy.spoiling = spoiling
  const { cases } = await runConformance({ serviceUrl: `${proxy.base}/cms`, only: [foundBy], clock })
  expect(cases).toMatchObject([{ result: 'failed', detail: expect.stringMatching(says) }])
})

const ONLY_CONTENT = { syncUrl: undefined, sessionUrl: undefined }

/** As a tester reads it: step by step, with the titles of the guide. */
async function enterData({ popups, news, media }: Service): Promise<void> {
  const text = readFileSync('docs/integrate/conformance.md', 'utf8')
  const titles = [...text.matchAll(/“(schoolbell . English)”, “(schoolbell . 中文)”/g)]
  const [academyOnly, preSchoolOnly, withFiles, ...more] = titles
  const last = more.pop()
  const deleted = more.pop()
  expect(titles).toHaveLength(7)

  const message = (title: RegExpExecArray | undefined, sites: ('academy' | 'pre-school')[]) => ({
    sites,
    displayDate: '20261120090000',
    onWebsite: true,
    texts: {
      'en-US': { msgTitle: `${title?.[1]}`, msgBody: '<p>Text.</p>' },
      'zh-HK': { msgTitle: `${title?.[2]}`, msgBody: '<p>內容。</p>' },
    },
  })
  popups.put({ ...message(academyOnly, ['academy']), iconId: '10', needConfirm: 'confirm' })
  popups.put(message(preSchoolOnly, ['pre-school']))

  const taken = { IFD2: { DateTimeOriginal: '2026:11:19 15:00:00', OffsetTimeOriginal: '+08:00' } }
  const photo = await media.add(await photograph('jpeg', { exif: taken }), { name: 'photo.jpg' })
  const letter = await media.add(pdfFile(), { name: 'letter.pdf' })
  let minute = 0
  const enter = (title: RegExpExecArray | undefined, files = {}) => {
    minute += 1
    clock.set(`2026-11-20T09:0${minute}:00+08:00`)
    return news.put({
      newsId: `${minute}`,
      sites: ['academy', 'pre-school'],
      newsDateTime: `20261120090${minute}00`,
      texts: {
        'en-US': { newsTitle: `${title?.[1]}`, newsContent: '<p>Text.</p>' },
        'zh-HK': { newsTitle: `${title?.[2]}`, newsContent: '<p>內容。</p>' },
      },
      attachments: [],
      ...files,
    })
  }
  enter(withFiles, { cover: photo.name, attachments: [photo.name, letter.name] })
  for (const title of more) enter(title)
  enter(deleted)
  news.remove(`${minute}`)
  enter(last)
  clock.set('2026-11-20T09:30:00+08:00')
}
