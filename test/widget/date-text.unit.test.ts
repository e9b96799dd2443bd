import fc from 'fast-check'
import { expect, it, onTestFinished, vi } from 'vitest'
import { dateText } from '../../widget/date-text.ts'

it('a date reads as people write it in each language', () => {
  // Engines differ in the space before AM.
  expect(dateText('20260901080500', 'en-US').replace(/\s/gu, ' ')).toBe('September 1, 2026 at 8:05 AM')
  expect(dateText('20261231235959', 'zh-HK')).toBe('2026年12月31日 下午11:59')
  expect(dateText('20240229000000', 'zh-HK')).toBe('2024年2月29日 上午12:00')
})

it.each([
  ['the 31st of February', '20260231080000'],
  ['a leap day in another year', '20260229080000'],
  ['month 13', '20261301080000'],
  ['hour 24', '20260901240000'],
  ['minute 60', '20260901086000'],
  ['a day alone', '20260901'],
  ['nothing', ''],
  ['words', 'next Tuesday'],
])('%s is no date, and none is shown', (_, text) => {
  expect(dateText(text, 'en-US')).toBe('')
})

// Berlin has no 2:30 on that day; Honolulu is still on the day before.
it.each(['Asia/Hong_Kong', 'Europe/Berlin', 'Pacific/Honolulu'])(
  'the school’s wall clock reads the same for a reader in %s',
  zone => {
    vi.stubEnv('TZ', zone)
    onTestFinished(() => void vi.unstubAllEnvs())
    expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone)
    expect(dateText('20260329023000', 'zh-HK')).toBe('2026年3月29日 上午2:30')
  },
)

it('no text whatever makes it throw', () => {
  fc.assert(fc.property(fc.string(), text => typeof dateText(text, 'en-US') === 'string'))
})
