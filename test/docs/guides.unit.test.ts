/** What holds in all guides: the popup’s tag is the one of the command. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../../scripts/pack/places.ts'
import { scriptTag } from '../../widget/tags.ts'

const GUIDES = globSync('docs/**/*.{md,php,conf}', { cwd: ROOT })
const text = (file: string) => readFileSync(join(ROOT, file), 'utf8')

it('show the popup’s tag as `schoolbell widget tag` prints it', () => {
  const [start] = scriptTag('', { file: 'popup.js' }, {}).split('src=')
  const tags = ['README.md', ...GUIDES].flatMap(file => text(file).match(/<script async .*?>/g) ?? [])
  expect(tags.length).toBeGreaterThan(9)
  for (const tag of tags) expect(tag.slice(0, start?.length)).toBe(start)
})
