/** The sample school is whole: everything that a newcomer looks for is in it, and every name in it names something. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { Temporal } from 'temporal-polyfill'
import { Errors } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { SAMPLE_MEDIA_DIR, sampleSchool } from '../../service/sample/school.ts'
import { Seed } from '../../service/seed.ts'
import {
  ATTENDANCE_STATUSES,
  ENVIRONMENTS,
  ICON_IDS,
  instantOf,
  LANGUAGES,
  OTHER_TYPES,
  PICTURE_TYPES,
  parseWireDateTime,
  ROLES,
} from '../../shared/contract/index.ts'
import { sanitise } from '../../shared/html/sanitise.ts'

const NOW = Temporal.PlainDateTime.from('2026-11-20T09:30:00')
const school = sampleSchool(NOW)
const academy = school.popups.filter(({ sites, onWebsite }) => onWebsite && sites.includes('academy'))
const published = school.news.filter(({ deletedAt }) => deletedAt === undefined)
const mediaNamed = new Map(school.media.map(media => [media.name, media]))
const byDate = (a: { displayDate: string }, b: { displayDate: string }) =>
  b.displayDate.localeCompare(a.displayDate)
const path = (file: string) => join(SAMPLE_MEDIA_DIR, file)

describe('the sample school', () => {
  it('is a seed, the same one for the same moment', () => {
    expect(Errors(Seed, school)).toEqual([])
    expect(sampleSchool(NOW)).toEqual(school)
  })

  it('has three messages on the academy’s page, the typhoon first, each with another button', () => {
    expect(academy).toHaveLength(3)
    const [newest] = academy.toSorted(byDate)
    expect(['4', '5', '6', '7']).toContain(newest?.iconId)
    expect(new Set(academy.map(({ needConfirm }) => needConfirm))).toEqual(
      new Set(['confirm', 'Accept', undefined]),
    )
    expect(academy.some(({ iconId }) => iconId === '1')).toBe(true)
  })

  it('has messages of every kind for the academy, in its app or on its page', () => {
    const all = school.popups.filter(({ sites }) => sites.includes('academy'))
    expect(all.length).toBeGreaterThanOrEqual(6)
    expect(all.some(({ iconId }) => iconId === undefined)).toBe(true)
    expect(all.filter(({ iconId }) => ICON_IDS.some(id => id === iconId)).length).toBeGreaterThanOrEqual(3)
  })

  it('has one signal in force, and no other message that speaks of today', () => {
    const shown = school.popups.filter(({ onWebsite }) => onWebsite).toSorted(byDate)
    expect(shown[0]?.sites).toEqual(['academy', 'pre-school'])
    for (const lang of LANGUAGES) {
      const [newest = '', ...others] = shown.map(({ texts }) => texts[lang].msgTitle + texts[lang].msgBody)
      const speaksOfToday = /in force|has been issued|\btoday\b|生效|已發出|今日|今晚/
      expect(newest).toMatch(speaksOfToday)
      expect(others.filter(text => speaksOfToday.test(text))).toEqual([])
    }
  })

  it.each(['16', '17', '18', '19', '20', '21', '22'])(
    'names one day for the concert and one for the open evening, in messages and news, on %s November',
    day => {
      const { popups, news } = sampleSchool(Temporal.PlainDateTime.from(`2026-11-${day}T09:30:00`))
      const messages = popups.map(({ texts: { 'en-US': en } }) => en.msgTitle + en.msgBody)
      const entries = news.map(({ texts: { 'en-US': en } }) => en.newsTitle + en.newsContent)
      for (const title of ['Concert evening', 'Open evening']) {
        const days = [messages, entries].map(texts => {
          const text = texts.find(text => text.startsWith(title)) ?? ''
          return /[A-Z][a-z]+day \d+ (November|December)/.exec(text)?.[0]
        })
        expect(days[0]).toBeDefined()
        expect(days[1]).toBe(days[0])
      }
    },
  )

  it('says everything in both languages', () => {
    const texts = [
      ...school.popups.map(({ texts }) => LANGUAGES.map(lang => texts[lang].msgTitle + texts[lang].msgBody)),
      ...school.news.map(({ texts }) =>
        LANGUAGES.map(lang => texts[lang].newsTitle + texts[lang].newsContent),
      ),
    ]
    for (const [english = '', chinese = ''] of texts) {
      expect(english).toMatch(/[a-z]{3}/)
      expect(chinese).toMatch(/\p{Script=Han}{3}/u)
    }
  })

  it('has bodies that a page must not show as they are, as editors paste them', () => {
    const bodies = published.map(({ texts }) => texts['en-US'].newsContent)
    for (const dirt of ['<script', 'onclick=', 'onerror=', '<style', 'mso-', 'position:relative'])
      expect(bodies.filter(body => body.includes(dirt)).length, dirt).toBeGreaterThanOrEqual(1)
    const shown = bodies.map(body => sanitise(body)).join('')
    expect(shown).not.toMatch(/<script|<style|\son\w+=|mso-|position:/)
    expect(shown).toContain('two rulers and a rubber band')
  })

  it.each([
    '2026-11-20T09:30:00',
    '2026-11-21T00:00:30',
    '2026-11-22T23:59:59',
    '2027-01-01T00:03:00',
    '2028-02-29T12:00:00',
  ])('looks alive at %s: fresh news, half a year behind it, nothing ahead', text => {
    const now = Temporal.PlainDateTime.from(text)
    const { popups, news } = sampleSchool(now)
    const minutesOld = (wall: string) => parseWireDateTime(wall).until(now).total('minutes')
    const ages = news.map(({ newsDateTime }) => minutesOld(newsDateTime))
    expect(Math.min(...ages)).toBeLessThan(15)
    expect(Math.max(...ages)).toBeGreaterThan(180 * 1440)
    for (const { displayDate } of popups) expect(minutesOld(displayDate)).toBeGreaterThanOrEqual(0)
    for (const { newsDateTime, deletedAt = newsDateTime } of news) {
      expect(minutesOld(newsDateTime)).toBeGreaterThanOrEqual(minutesOld(deletedAt))
      expect(minutesOld(deletedAt)).toBeGreaterThanOrEqual(0)
    }
  })

  it('gives an entry the same newsId on every day', () => {
    const numbered = (now: string) =>
      sampleSchool(Temporal.PlainDateTime.from(now)).news.map(({ newsId, cover, attachments }) => [
        newsId,
        cover,
        attachments,
      ])
    expect(numbered('2026-11-21T08:00:00')).toEqual(numbered('2026-11-24T17:00:00'))
  })

  it('leaves no day unfilled in a text', () => {
    expect(JSON.stringify([school.popups, school.news])).not.toMatch(/\{(day|saturday)/)
  })

  it('has 2 units, 2 years, 4 groups and at least 40 students, all of whom exist', () => {
    const students = new Set(
      school.users.filter(({ role }) => role === 'Student').map(({ userId }) => userId),
    )
    expect(school.units).toHaveLength(2)
    expect(school.years).toHaveLength(2)
    expect(school.groups).toHaveLength(4)
    expect(students.size).toBeGreaterThanOrEqual(40)
    expect(school.groups.flatMap(group => group.students).filter(id => !students.has(id))).toEqual([])
    expect(school.groups).toContainEqual(
      expect.objectContaining({ unitId: 1, yearId: 2026, groupName: '1A - Rowing' }),
    )
  })

  it('has a term of attendance: every status, notes, approvers, and students without a record', () => {
    const days = new Set(school.attendance.map(({ date }) => date))
    expect(days.size).toBeGreaterThan(50)
    expect(new Set(school.attendance.map(({ status }) => status))).toEqual(new Set(ATTENDANCE_STATUSES))
    expect(school.attendance.some(({ note }) => note !== '')).toBe(true)
    const staff = new Set(school.users.filter(({ role }) => role === 'Staff').map(({ userId }) => userId))
    const approvers = school.attendance.flatMap(({ approvedBy }) => approvedBy ?? [])
    expect(approvers.length).toBeGreaterThan(0)
    expect(approvers.every(id => staff.has(id))).toBe(true)
    const group = school.groups.find(
      ({ groupName, yearId }) => groupName === '1A - Rowing' && yearId === 2026,
    )
    const records = school.attendance.filter(({ userId }) => group?.students.includes(userId))
    expect(records.length).toBeLessThan((group?.students.length ?? 0) * days.size)
  })

  it('has the documented credentials, in both environments, and one session that has expired', () => {
    expect(school.appId).toBe('sample-school')
    expect(school.accessKeys.map(({ key }) => key)).toContain('sample-access-key')
    const now = instantOf(NOW, 'Asia/Hong_Kong')
    for (const environment of ENVIRONMENTS) {
      for (const role of ROLES) {
        const session = school.sessions.find(
          s => s.environment === environment && s.token === `sample-${role.toLowerCase()}`,
        )
        expect(school.users.find(({ userId }) => userId === session?.userId)?.role).toBe(role)
        expect(Temporal.Instant.compare(Temporal.Instant.from(session?.expireAt ?? ''), now)).toBe(1)
      }
    }
    const expired = school.sessions.filter(
      s => Temporal.Instant.compare(Temporal.Instant.from(s.expireAt), now) < 0,
    )
    expect(expired.length).toBeGreaterThan(0)
  })

  it('has a guardian whose children stand in the lists', () => {
    const guardian = school.users.find(({ role }) => role === 'Guardian')
    expect(guardian?.children).toHaveLength(2)
    const listed = school.groups.flatMap(({ students }) => students)
    expect(guardian?.children?.every(child => listed.includes(child))).toBe(true)
  })
})

const STARTS: Record<(typeof PICTURE_TYPES | typeof OTHER_TYPES)[number], RegExp> = {
  'image/png': /^89504e47/,
  'image/jpeg': /^ffd8ff/,
  'application/pdf': /^255044462d/,
  'audio/mpeg': /^(494433|ff[ef][0-9a-f])/,
  'audio/mp3': /^(494433|ff[ef][0-9a-f])/,
  'video/mp4': /^.{8}66747970/,
}

describe('its media', () => {
  it('are of all six types, and used', () => {
    const used = published.flatMap(({ attachments }) =>
      attachments.map(name => mediaNamed.get(name)?.fileType),
    )
    expect(new Set(used)).toEqual(new Set([...PICTURE_TYPES, ...OTHER_TYPES]))
  })

  it('weigh little, and none lies about unused', () => {
    const files = readdirSync(SAMPLE_MEDIA_DIR)
    const sizes = files.map(file => statSync(path(file)).size)
    expect(Math.max(...sizes)).toBeLessThan(300_000)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(2_500_000)
    expect(files.toSorted()).toEqual(
      school.media.flatMap(({ file, thumbnail, screen }) => [file, thumbnail, screen]).toSorted(),
    )
  })

  it('whatever names one, it is there', () => {
    const html = [...school.popups.flatMap(p => LANGUAGES.map(l => p.texts[l].msgBody))].concat(
      school.news.flatMap(entry => LANGUAGES.map(lang => entry.texts[lang].newsContent)),
    )
    const names = [
      ...school.news.flatMap(({ cover, attachments }) => [...attachments, ...(cover ? [cover] : [])]),
      ...school.users.flatMap(({ avatar }) => avatar ?? []),
      ...html.flatMap(body => [...body.matchAll(/"media:([^"]+)"/g)].map(([, name]) => name ?? '')),
    ]
    expect(names.length).toBeGreaterThan(40)
    expect(names.filter(name => !mediaNamed.has(name))).toEqual([])
  })

  it.each(school.media)('$name is a file of its type, with pictures of the right size', async media => {
    expect(readFileSync(path(media.file)).subarray(0, 12).toString('hex')).toMatch(STARTS[media.fileType])
    expect(await sharp(path(media.thumbnail)).metadata()).toMatchObject({ width: 200, height: 200 })
    expect(await sharp(path(media.screen)).metadata()).toMatchObject({ width: 1024 })
    if (!media.fileType.startsWith('image/')) return expect(media.imageWidth).toBeUndefined()
    const { width, height, exif } = await sharp(path(media.file)).metadata()
    expect({ width, height }).toEqual({ width: media.imageWidth, height: media.imageHeight })
    const taken = /\d{4}:\d\d:\d\d \d\d:\d\d:\d\d/.exec(exif?.toString('latin1') ?? '')?.[0]
    if (!media.imageDateTime) return expect(taken).toBeUndefined()
    const wall = parseWireDateTime((taken ?? '').replaceAll(/\D/g, ''))
    expect(Date.parse(media.imageDateTime)).toBe(instantOf(wall, 'Asia/Hong_Kong').epochMilliseconds)
  })
})
