import { expect, it } from 'vitest'
import { importedText } from '../../../console/ui/pages/structures/import-strings.ts'

it.each([
  [1, 0, '1 student added', '已新增 1 位學生'],
  [2, 0, '2 students added', '已新增 2 位學生'],
  [0, 1, '1 change made', '已作出 1 項更改'],
  [2, 3, '2 students added, 3 changes made', '已新增 2 位學生，已作出 3 項更改'],
])('after %i new and %i changed the console says “%s”', (added, changed, english, chinese) => {
  const counts = { new: added, changed }
  expect([importedText(counts, 'en-US'), importedText(counts, 'zh-HK')]).toEqual([english, chinese])
})
