import { expect, it } from 'vitest'
import { secondText, timeText, useZone } from '../../../service/console/ui/language.ts'

it('a time is that of the school, wherever a reader is', () => {
  useZone('America/New_York')
  expect(secondText('2026-11-21T02:43:03Z')).toBe('2026-11-20 21:43:03')
  useZone('Asia/Hong_Kong')
  expect(secondText('2026-11-21T16:43:03Z')).toBe('2026-11-22 00:43:03')
  expect(timeText('2026-11-21T16:43:03Z', 'en-US')).toBe('Nov 22, 2026, 12:43 AM')
  expect(timeText('2026-11-21T06:05:00Z', 'zh-HK')).toBe('2026年11月21日 下午2:05')
})
