import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const UI = join(import.meta.dirname, '../../../console/ui')
const filesWith = (text: RegExp) =>
  globSync('**/*.ts', { cwd: UI })
    .filter(file => text.test(readFileSync(join(UI, file), 'utf8')))
    .sort()

it('the console parses HTML of messages and news in one place, which judges first whether it is too heavy', () => {
  const parses =
    /parseFromString|insertAdjacentHTML|createContextualFragment|setHTML|Document\.parseHTML|[hH]TML\s*=[^=>]|srcdoc|unsafeHTML\(/
  // Icons are its own.
  expect(filesWith(parses)).toEqual(['icons.ts', 'parts/rich-text/inert.ts'])
  expect(filesWith(/inertBody\(/)).toEqual(['parts/rich-text/cleaned.ts', 'parts/rich-text/inert.ts'])
})
