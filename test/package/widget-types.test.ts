/** The elements as strict programs of their users see them: plain TypeScript, React 19, Vue. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Scratch, scratch } from '../support/scratch.ts'

const ROOT = join(import.meta.dirname, '..', '..')

let host: Scratch
beforeAll(() => {
  if (!existsSync(join(ROOT, 'dist', 'lib', 'widget', 'types', 'react.d.ts')))
    throw new Error('dist is missing; run: npm run build')
  host = scratch()
  const installed = { schoolbell: ROOT, vue: dependency('vue'), '@types/react': dependency('@types/react') }
  for (const [name, target] of Object.entries(installed)) {
    const link = host.path('node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(target, link)
  }
  writeFileSync(host.path('package.json'), '{ "private": true, "type": "module" }')
})
afterAll(() => host[Symbol.dispose]())

const dependency = (name: string) => join(ROOT, 'node_modules', name)

/**
 * What the compiler finds wrong with a program; a line marked as an error that is none is wrong as well.
 *
 * Ten times the work is to read through the declarations that it uses: they are tested by themselves, below.
 */
function faultsOf(file: string, program: string, skipLibCheck = true): string {
  writeFileSync(host.path(file), program)
  const options = {
    skipLibCheck,
    ...{ noEmit: true, strict: true, exactOptionalPropertyTypes: true, target: 'es2024', jsx: 'react-jsx' },
    ...{ module: 'nodenext', lib: ['es2025', 'esnext', 'dom', 'dom.iterable'], types: [] },
  }
  writeFileSync(
    host.path('tsconfig.json'),
    JSON.stringify({ compilerOptions: options, files: [host.path(file)] }),
  )
  return spawnSync(join(ROOT, 'node_modules', '.bin', 'tsc'), { cwd: host.folder, encoding: 'utf8' }).stdout
}

it('a plain program knows the element by its tag, and what its events carry', () => {
  const program = `import 'schoolbell/widget/define'
import type { SchoolPopup, SchoolPopupEventMap } from 'schoolbell/widget'

const popup: SchoolPopup = document.createElement('school-popup')
popup.siteId = 'pre-school'
popup.refreshSeconds = 60
popup.remember = 'session'
// @ts-expect-error: two words are known
popup.remember = 'forever'
popup.addEventListener('school-popup-confirm', event => event.detail.msgTitle.trim())
document.addEventListener('school-popup-load', event => event.detail.map(({ msgBody }) => msgBody.length))
document.querySelector('school-popup')?.preview([{ msgTitle: '', msgBody: '', displayDate: '20260901073000' }])
// @ts-expect-error: the detail is a message, not text
document.addEventListener('school-popup-show', event => event.detail.trim())
const told: keyof SchoolPopupEventMap = 'school-popup-error'
// @ts-expect-error: no such event
const never: keyof SchoolPopupEventMap = 'school-popup-typo'
await popup.refresh()
export { never, told }
`
  expect(faultsOf('plain.ts', program)).toBe('')
})

it('React knows its properties and its events', () => {
  const program = `import type {} from 'schoolbell/widget/react'
import { createRef } from 'react'
import type { SchoolPopup } from 'schoolbell/widget'

const popup = createRef<SchoolPopup>()
popup.current?.show()
export const page = (
  <main lang="en">
    <school-popup
      ref={popup}
      service="https://information.school.example/cms"
      siteId="academy"
      refreshSeconds={60}
      debug
      messages={[{ msgTitle: 'Typhoon', msgBody: '', displayDate: '20260901073000', needConfirm: 'Accept' }]}
      onschool-popup-show={event => event.detail.msgTitle.trim()}
    />
    <school-popup site-id="academy" lang="zh-HK" className="popup" />
  </main>
)
// @ts-expect-error: no such property
export const unknownProperty = <school-popup sevice="" />
// @ts-expect-error: React would put a number in the place of the method
export const overwritten = <school-popup refresh={60} />
// @ts-expect-error: the detail is a message, not text
export const wrongDetail = <school-popup onschool-popup-show={event => event.detail.trim()} />
// @ts-expect-error: no such element
export const wrongTag = <school-popups />
`
  expect(faultsOf('page.tsx', program)).toBe('')
})

it('Vue knows its properties and its events', () => {
  const program = `import type {} from 'schoolbell/widget/vue'
import type { GlobalComponents } from 'vue'

type Popup = InstanceType<GlobalComponents['school-popup']>
type Props = Popup['$props']
export const props: Props = { service: 'https://information.school.example/cms', siteId: 'academy', class: 'popup' }
export const dashed: Props = { 'site-id': 'academy', refreshSeconds: 60, debug: true }
// @ts-expect-error: no such property
export const unknownProperty: Props = { sevice: '' }
// @ts-expect-error: Vue would put a number in the place of the method
export const overwritten: Props = { refresh: 60 }
export function listen(emit: Popup['$emit'], event: CustomEvent) {
  emit('school-popup-show', event)
  // @ts-expect-error: no such event
  emit('school-popup-typo', event)
}
`
  expect(faultsOf('page.ts', program)).toBe('')
})

describe('<school-news>', () => {
  it('is known to a plain program', () => {
    const program = `import 'schoolbell/widget/news/define'
import type { NewsEntry, SchoolNews } from 'schoolbell/widget/news'

const news: SchoolNews = document.createElement('school-news')
news.siteId = 'pre-school'
news.limit = 20
// @ts-expect-error: on or off
news.live = 'sometimes'
document.addEventListener('school-news-open', event => event.detail.entry?.title.trim())
news.addEventListener('school-news-load', event => event.detail.map(({ newsId }: NewsEntry) => news.open(newsId)))
// @ts-expect-error: the detail says which entry, it is none
document.addEventListener('school-news-open', event => event.detail.title.trim())
news.close()
`
    expect(faultsOf('news.ts', program)).toBe('')
  })

  it('is known to React and to Vue', () => {
    const page = `import type {} from 'schoolbell/widget/react'
export const page = <school-news files="/news-files" siteId="academy" limit={20} hash="news" onschool-news-open={event => event.detail.newsId.trim()} />
export const dashed = <school-news service="/school" site-id="academy" heading-level={3} className="news" />
// @ts-expect-error: no such property
export const unknownProperty = <school-news sevice="" />
`
    expect(faultsOf('news.tsx', page)).toBe('')
    const vue = `import type {} from 'schoolbell/widget/vue'
import type { GlobalComponents } from 'vue'
type News = InstanceType<GlobalComponents['school-news']>
export const props: News['$props'] = { service: '/school', 'site-id': 'academy', live: 'off' }
export const listen = (emit: News['$emit'], event: CustomEvent) => emit('school-news-close', event)
`
    expect(faultsOf('news-vue.ts', vue)).toBe('')
  })
})

describe('the declarations themselves', () => {
  const ELEMENTS = ['', '/define', '/news', '/news/define'].map(name => `import 'schoolbell/widget${name}'\n`)
  const FRAMEWORKS = ['react', 'vue'].map(name => `import type {} from 'schoolbell/widget/${name}'\n`)

  it.each([
    ['alone', ELEMENTS],
    ['beside those of React and Vue', [...ELEMENTS, ...FRAMEWORKS]],
  ])('hold before a compiler that leaves none out, %s', (_, imports) => {
    expect(faultsOf('declarations.ts', imports.join(''), false)).toBe('')
  })
})
