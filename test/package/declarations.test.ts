/** The type declarations of all packages, before a compiler that leaves none out. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readPackages } from '../../scripts/pack/packages.ts'
import { type Host, hostWithAll, NODE_TYPES } from '../support/host.ts'

let host: Host
beforeAll(() => {
  host = hostWithAll()
})
afterAll(() => host[Symbol.dispose]())

const programOf = (names: string[]) => names.map(name => `import type {} from '${name}'\n`).join('')
const faultsOf = (programs: Record<string, string>, options = {}) =>
  host.faultsOf(programs, { skipLibCheck: false, ...options })
const published = readPackages().flatMap(pack =>
  Object.keys(pack.exports).map(name => pack.name + name.slice(1)),
)
const ofWidget = published.filter(name => name.startsWith('@schoolbell/widget'))

it('hold in a program for Node', () => {
  const names = published.filter(name => !ofWidget.includes(name))
  expect(names).toContain('@schoolbell/extension/hono')
  expect(faultsOf({ 'in-node.ts': programOf(names) }, NODE_TYPES)).toBe('')
})

it('of the widget hold in a page, alone and beside those of React and Vue', () => {
  const frameworks = ['react', 'vue'].map(name => `@schoolbell/widget/${name}`)
  const alone = ofWidget.filter(name => !frameworks.includes(name))
  expect(alone).toContain('@schoolbell/widget/news/define')
  expect(faultsOf({ 'alone.ts': programOf(alone) })).toBe('')
  expect(faultsOf({ 'beside.ts': programOf([...alone, ...frameworks]) })).toBe('')
})
