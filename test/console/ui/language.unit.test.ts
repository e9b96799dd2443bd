import { expect, it } from 'vitest'
import {
  countText,
  inBrackets,
  secondText,
  timeText,
  useZone,
  withColon,
} from '../../../console/ui/language.ts'

it('a time is that of the school, wherever a reader is', () => {
  useZone('America/New_York')
  expect(secondText('2026-11-21T02:43:03Z')).toBe('2026-11-20 21:43:03')
  useZone('Asia/Hong_Kong')
  expect(secondText('2026-11-21T16:43:03Z')).toBe('2026-11-22 00:43:03')
  expect(timeText('2026-11-21T16:43:03Z', 'en-US')).toBe('Nov 22, 2026, 12:43 AM')
  expect(timeText('2026-11-21T06:05:00Z', 'zh-HK')).toBe('2026年11月21日 下午2:05')
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
