import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { checksums } from '../../scripts/release/checksums.ts'
import { licenceFaults } from '../../scripts/release/materials.ts'
import { inGuide, nextVersion, releasedIn } from '../../scripts/release/version.ts'
import { scratch } from '../support/scratch.ts'

describe('the next version', () => {
  it.each([
    ['major', '1.0.0'],
    ['minor', '0.10.0'],
    ['patch', '0.9.4'],
    ['0.10.2', '0.10.2'],
    ['0.9.3', '0.9.3'],
  ])('after 0.9.3, %s: %s', (step, version) => {
    expect(nextVersion('0.9.3', step)).toBe(version)
  })

  it.each(['0.9.2', '0.8.9'])('%s is before it', step => {
    expect(() => nextVersion('0.9.3', step)).toThrow(`${step} is before 0.9.3`)
  })

  it.each(['big', '1.2', '1.2.3-beta', 'v1.2.3', ''])('"%s" is none', step => {
    expect(() => nextVersion('0.9.3', step)).toThrow(`"${step}" is no version: write major, minor, patch`)
  })
})

describe('the changelog', () => {
  it('gives what is not released yet the version and the day', () => {
    const text = '# Changelog\n\n## [Unreleased]\n\n- A bell\n\n## [0.1.0] - 2026-01-02\n\n- All\n'
    expect(releasedIn(text, '0.2.0', '2026-02-03')).toBe(
      '# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-02-03\n\n- A bell\n\n## [0.1.0] - 2026-01-02\n\n- All\n',
    )
  })

  it.each([
    '# Changelog\n\n## [0.1.0] - 2026-01-02\n\n- All\n',
    '## [Unreleased]\n\n## [0.1.0] - 2026-01-02\n\n- All\n',
  ])('says what changed, or there is no release', text => {
    expect(() => releasedIn(text, '0.2.0', '2026-02-03')).toThrow('write what users will notice')
  })
})

it('guides name the tarballs and images of the version, and nothing else changes', () => {
  const guide =
    './schoolbell-0.1.0.tgz ./schoolbell-sync-agent-0.1.0.tgz schoolbell-wordpress-0.1.0.zip school.example/schoolbell-sync:0.1.0'
  expect(inGuide(guide, '0.1.0', '0.2.0')).toBe(guide.replaceAll('0.1.0', '0.2.0'))
  const others = 'schoolbell-0.1.01 axe-core-0.1.0 schoolbell-0x1.0 0.1.0 schoolbell-0.1.0.5'
  expect(inGuide(others, '0.1.0', '0.2.0')).toBe(others)
})

it('a licence that asks for more than its text is named with its library', () => {
  const bill = (...licenses: object[]) => ({
    metadata: { component: { name: 'schoolbell' } },
    components: [{ name: 'bell', version: '1.0.0', licenses }],
  })
  const faults = (...licenses: object[]) => licenceFaults(bill(...licenses))
  expect(faults({ license: { id: 'MIT' } })).toEqual([])
  expect(faults({ expression: '(GPL-3.0-only OR Apache-2.0)' })).toEqual([])
  expect(faults({ expression: 'Apache-2.0 AND MIT' })).toEqual([])
  expect(faults({ license: { id: 'GPL-3.0-only' } })).toEqual(['bell 1.0.0: licence GPL-3.0-only'])
  expect(faults({ expression: 'MIT AND GPL-3.0-only' })).toHaveLength(1)
  expect(faults({ license: { id: 'MIT' } }, { license: { name: 'Ours' } })).toHaveLength(1)
  expect(faults()).toEqual(['bell 1.0.0: licence not named'])
})

it('checksums are as sha256sum writes them', () => {
  using files = scratch()
  writeFileSync(files.path('a b.tgz'), 'bell')
  const sum = createHash('sha256').update('bell').digest('hex')
  expect(checksums([files.path('a b.tgz')])).toBe(`${sum}  a b.tgz\n`)
})
