import { expect, it } from 'vitest'
import {
  clockText,
  countText,
  dayClockText,
  inBrackets,
  secondText,
  sizeText,
  timeText,
  useZone,
  wallText,
  withColon,
} from '../../../console/ui/language.ts'

it('a time is that of the school, wherever a reader is', () => {
  useZone('America/New_York')
  expect(secondText('2026-11-21T02:43:03Z', 'en-US')).toMatch(/^20 Nov 2026, 9:43:03\spm$/)
  useZone('Asia/Hong_Kong')
  expect(secondText('2026-11-21T16:43:03Z', 'zh-HK')).toBe('2026年11月22日 上午12:43:03')
  expect(clockText('2026-11-21T06:43:03Z', 'en-US')).toMatch(/^2:43:03\spm$/)
  expect(dayClockText('2026-11-21T16:43:03Z', 'en-US')).toBe('22/11, 00:43:03')
  expect(dayClockText('2026-11-21T16:43:03Z', 'zh-HK')).toMatch(/^22\/11\s00:43:03$/)
  expect(wallText('2026-11-21T06:43:03', 'short', 'en-US')).toMatch(/^21 November 2026 at 6:43\sam$/)
  expect(timeText('2026-11-21T16:43:03Z', 'en-US')).toMatch(/^22 November 2026 at 12:43\sam$/)
  expect(timeText('2026-11-21T06:05:00Z', 'zh-HK')).toBe('2026年11月21日 下午2:05')
})

it('a size is in bytes as long as those are few, then in KB and MB', () => {
  const said = (bytes: number) => [sizeText(bytes, 'en-US'), sizeText(bytes, 'zh-HK')]
  expect([0, 1, 1023, 1024, 320_000, 1_258_291, 26_214_400].map(said)).toEqual([
    ['0 bytes', '0 位元組'],
    ['1 byte', '1 位元組'],
    ['1,023 bytes', '1,023 位元組'],
    ['1 KB', '1 KB'],
    ['313 KB', '313 KB'],
    ['1.2 MB', '1.2 MB'],
    ['25 MB', '25 MB'],
  ])
})

it('one of something is said as one, in the language that tells them apart', () => {
  const lines = { 'en-US': { one: '{count} line', other: '{count} lines' }, 'zh-HK': '{count} 行' }
  const said = (count: number) => [countText(lines, count, 'en-US'), countText(lines, count, 'zh-HK')]
  expect([0, 1, 2, 20_000].map(said)).toEqual([
    ['0 lines', '0 行'],
    ['1 line', '1 行'],
    ['2 lines', '2 行'],
    ['20,000 lines', '20,000 行'],
  ])
})

it('a colon and brackets have full width in Chinese', () => {
  expect(withColon('Added', 'Tern House', 'en-US')).toBe('Added: Tern House')
  expect(withColon('已新增', '燕鷗社', 'zh-HK')).toBe('已新增：燕鷗社')
  expect(`Title${inBrackets('English', 'en-US')}`).toBe('Title (English)')
  expect(`標題${inBrackets('英文', 'zh-HK')}`).toBe('標題（英文）')
})
