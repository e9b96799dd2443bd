import { expect, it } from 'vitest'
import { TEMPLATES } from '../../../console/ui/pages/popups/templates.ts'
import { ICON_IDS } from '../../../shared/contract/icon.ts'

it('a new message can start with a text for each icon and for the end of severe weather, in both languages', () => {
  expect(TEMPLATES.flatMap(({ iconIds }) => iconIds)).toEqual(ICON_IDS)
  expect(TEMPLATES.filter(({ iconIds }) => iconIds.length === 0)).toHaveLength(1)
  for (const { texts } of TEMPLATES)
    for (const { msgTitle, msgBody } of Object.values(texts)) expect([msgTitle, msgBody]).not.toContain('')
})
