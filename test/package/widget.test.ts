/** @schoolbell/widget, as strict programs of its users see it: plain TypeScript, React 19, Vue. */
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Host, hostWithAll } from '../support/host.ts'

let host: Host
beforeAll(() => {
  host = hostWithAll()
})
afterAll(() => host[Symbol.dispose]())

describe('its files', () => {
  const inPackage = (...parts: string[]) => host.installed('@schoolbell', 'widget', ...parts)

  it('are the scripts for a tag, under each of their names', () => {
    const { scripts } = JSON.parse(readFileSync(inPackage('dist', 'widget', 'integrity.json'), 'utf8'))
    for (const { file, hashedFile } of [scripts.loader, scripts.dialog])
      for (const name of [file, hashedFile, `${hashedFile}.br`])
        expect(existsSync(inPackage('dist', 'widget', name))).toBe(true)
  })

  it('are where the manifest of the elements says, with the classes that it describes', async () => {
    const { customElements } = JSON.parse(readFileSync(inPackage('package.json'), 'utf8'))
    const named = new Set<string>()
    const { modules } = JSON.parse(readFileSync(inPackage(customElements), 'utf8'), (key, value) => {
      if ((key === 'path' || key === 'module') && typeof value === 'string') named.add(value)
      return value
    })
    expect([...named].filter(path => !existsSync(inPackage(path)))).toEqual([])
    const described: string[] = []
    for (const { path, declarations } of modules)
      for (const { name, customElement } of declarations) {
        if (!customElement) continue
        expect(await import(inPackage(path))).toHaveProperty(name)
        described.push(name)
      }
    expect(described).toEqual(['SchoolPopup', 'SchoolNews'])
  })

  it('have the icons beside the module that shows them', () => {
    const file = globSync('dist/**/*.js', { cwd: inPackage() }).find(
      path =>
        readFileSync(inPackage(path), 'utf8').includes("new URL('icons'") ||
        readFileSync(inPackage(path), 'utf8').includes('new URL("icons"'),
    )
    expect(existsSync(inPackage(dirname(file ?? ''), 'icons', 'typhoon-8-ne.svg'))).toBe(true)
  })
})

/** Each knows the elements, their properties, methods and events, and refuses others. */
const PROGRAMS = {
  'plain.ts': `import '@schoolbell/widget/define'
import type { SchoolPopup, SchoolPopupEventMap } from '@schoolbell/widget'

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
`,
  'news.ts': `import '@schoolbell/widget/news/define'
import type { NewsEntry, SchoolNews } from '@schoolbell/widget/news'

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
`,
  'page.tsx': `import type {} from '@schoolbell/widget/react'
import { createRef } from 'react'
import type { SchoolPopup } from '@schoolbell/widget'

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
`,
  'news-page.tsx': `import type {} from '@schoolbell/widget/react'
export const page = <school-news files="/news-files" siteId="academy" limit={20} hash="news" onschool-news-open={event => event.detail.newsId.trim()} />
export const dashed = <school-news service="/school" site-id="academy" heading-level={3} className="news" />
// @ts-expect-error: no such property
export const unknownProperty = <school-news sevice="" />
`,
  'vue.ts': `import type {} from '@schoolbell/widget/vue'
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
`,
  'news-vue.ts': `import type {} from '@schoolbell/widget/vue'
import type { GlobalComponents } from 'vue'
type News = InstanceType<GlobalComponents['school-news']>
export const props: News['$props'] = { service: '/school', 'site-id': 'academy', live: 'off' }
export const listen = (emit: News['$emit'], event: CustomEvent) => emit('school-news-close', event)
`,
}

it('programs in plain TypeScript, React and Vue know the elements', () => {
  expect(host.faultsOf(PROGRAMS, { jsx: 'react-jsx' })).toBe('')
})

it('Vue’s templates give the handlers of events their types, and refuse wrong ones', () => {
  const template = `<script setup lang="ts">
import type {} from '@schoolbell/widget/vue'
import type { PopupMessage } from '@schoolbell/widget'
const address = 'https://information.school.example/cms'
const log = (event: CustomEvent<PopupMessage>) => event.detail.msgTitle.trim()
const count = (event: CustomEvent<readonly PopupMessage[]>) => event.detail.length
const wrong = (event: CustomEvent<number>) => event.detail.toFixed()
</script>

<template>
  <school-popup :service="address" site-id="academy" @school-popup-show="log" @school-popup-load="count" />
  <school-popup @school-popup-confirm="event => event.detail.msgTitle.trim()" @click="event => event.clientX" />
  <school-news files="/news-files" @school-news-open="event => event.detail.entry?.title.trim()" />
  <!-- @vue-expect-error: a message is no number -->
  <school-popup @school-popup-show="wrong" />
  <!-- @vue-expect-error: the detail is a message, not text -->
  <school-popup @school-popup-show="event => event.detail.trim()" />
  <!-- @vue-expect-error: no such event -->
  <school-popup @school-popup-shwo="log" />
  <!-- @vue-expect-error: the detail says which entry, it is none -->
  <school-news @school-news-open="event => event.detail.title" />
</template>
`
  expect(faultsOfTemplate('Page.vue', template)).toBe('')
})

/** What vue-tsc finds wrong. It needs a compiler older than 7. */
function faultsOfTemplate(file: string, template: string): string {
  writeFileSync(host.path(file), template)
  const modern = { target: 'es2023', module: 'esnext', moduleResolution: 'bundler' }
  const compilerOptions = { noEmit: true, strict: true, skipLibCheck: true, types: [], ...modern }
  const vueCompilerOptions = { strictTemplates: true }
  writeFileSync(
    host.path('tsconfig.json'),
    JSON.stringify({ compilerOptions, vueCompilerOptions, files: [file] }),
  )
  const run = "require('vue-tsc').run(require.resolve('typescript/lib/tsc'))"
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', run], { cwd: host.folder, encoding: 'utf8' })
  return stdout + stderr
}
