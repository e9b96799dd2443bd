/** The guide's test file, as it stands there: it brings its own tests. */
import { writeFileSync } from 'node:fs'
import { afterAll, describe } from 'vitest'
import { programOf } from '../../support/guides.ts'
import { scratch } from '../../support/scratch.ts'

const files = scratch()
afterAll(() => files[Symbol.dispose]())

describe('the test file of the guide', async () => {
  writeFileSync(files.path('school.test.ts'), programOf('integrate/client.md', 'school.test.ts'))
  await import(files.path('school.test.ts'))
})
