/** The documentation site: docs/ as it is, without any request to another host. */
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { type DefaultTheme, defineConfig } from 'vitepress'
import { anchorOf } from '../anchors.ts'
import { withBeginnings } from '../chinese-search.ts'
import { checkOrder, isThere, navOf, sidebarOf } from '../pages.ts'
import { withPolicy } from '../policy.ts'

const DOCS = join(import.meta.dirname, '..', '..', '..', 'docs')

checkOrder()

const BELL =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#1c5f68"/><path fill="#f6c79b" d="M16 5c6 0 6 6 7 11 0 3 2 4 3 6H6c1-2 3-3 3-6 1-5 1-11 7-11z"/><circle cx="16" cy="25" r="2.5" fill="#f6c79b"/></svg>'

const CHINESE: DefaultTheme.Config = {
  nav: navOf('zh-HK'),
  sidebar: sidebarOf('zh-HK'),
  outline: { level: [2, 3], label: '本頁內容' },
  docFooter: { prev: '上一頁', next: '下一頁' },
  darkModeSwitchLabel: '外觀',
  darkModeSwitchTitle: '切換至深色',
  lightModeSwitchTitle: '切換至淺色',
  sidebarMenuLabel: '目錄',
  returnToTopLabel: '返回頁首',
  langMenuLabel: '切換語言',
  skipToContentLabel: '跳至主要內容',
  notFound: {
    title: '找不到網頁',
    quote: '這個地址沒有網頁。請使用目錄或搜尋。',
    linkLabel: '返回首頁',
    linkText: '返回首頁',
  },
}

const CHINESE_SEARCH = {
  translations: {
    button: { buttonText: '搜尋', buttonAriaLabel: '搜尋' },
    modal: {
      displayDetails: '顯示詳細內容',
      resetButtonTitle: '清除',
      backButtonTitle: '關閉搜尋',
      noResultsText: '找不到',
      footer: {
        selectText: '選擇',
        selectKeyAriaLabel: 'Enter 鍵',
        navigateText: '移動',
        navigateUpKeyAriaLabel: '向上鍵',
        navigateDownKeyAriaLabel: '向下鍵',
        closeText: '關閉',
        closeKeyAriaLabel: 'Esc 鍵',
      },
    },
  },
}

export default defineConfig({
  srcDir: '../../docs',
  outDir: '../../dist/docs',
  cacheDir: './node_modules/.vitepress',
  title: 'schoolbell',
  description: 'What a school puts on its own side of the school information system',
  head: [['link', { rel: 'icon', href: `data:image/svg+xml,${encodeURIComponent(BELL)}` }]],
  locales: {
    root: { label: 'English', lang: 'en' },
    zh: {
      label: '繁體中文',
      lang: 'zh-HK',
      description: '學校在校務系統以外，自己加到網站和應用程式的部分',
      themeConfig: CHINESE,
    },
  },
  themeConfig: {
    nav: navOf('en-US'),
    sidebar: sidebarOf('en-US'),
    outline: [2, 3],
    // Most pages are in one language: the menu leads to the other's first page, and a page names its own translation.
    i18nRouting: false,
    search: {
      provider: 'local',
      options: {
        locales: { zh: CHINESE_SEARCH },
        _render: (text, env, md) => {
          const html = md.render(text, env)
          return env.relativePath.startsWith('zh/') ? withBeginnings(html) : html
        },
      },
    },
  },
  transformPageData(page) {
    const path = page.relativePath.replace(/\.md$/, '')
    if (/^(zh\/)?index$/.test(path))
      Object.assign(page.frontmatter, { pageClass: 'home', sidebar: false, aside: false })
    const other = path.startsWith('zh/') ? path.slice('zh/'.length) : `zh/${path}`
    if (isThere(other)) page.frontmatter.translation = `/${other}.html`
  },
  transformHtml: withPolicy,
  vite: {
    plugins: [
      {
        name: 'vue-beside',
        enforce: 'pre',
        // The pages lie outside of the folder in which Vue is installed.
        resolveId(id, importer, { ssr }) {
          if (!/^vue(\/|$)/.test(id)) return undefined
          if (ssr) return { id, external: true }
          return importer?.startsWith(DOCS) ? this.resolve(id, import.meta.filename) : undefined
        },
      },
    ],
  },
  buildEnd: ({ outDir }) => cpSync(join(DOCS, 'files'), join(outDir, 'files'), { recursive: true }),
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    anchor: { slugify: anchorOf },
    config(md) {
      // The head of a table without one: a screen reader has nothing to say of it.
      md.core.ruler.push('empty-heads', ({ tokens }) => {
        for (const [index, token] of tokens.entries())
          if (token.type === 'th_open' && tokens[index + 1]?.content === '')
            for (const each of [token, tokens[index + 2]]) if (each) each.tag = 'td'
      })
      // A link to a file that is no page: the browser follows it, not the site's own navigation.
      const page = md.renderer.rules.link_open
      md.renderer.rules.link_open = (tokens, index, options, env, self) => {
        const href = tokens[index]?.attrGet('href') ?? ''
        if (/(^|\/)files\//.test(href) && !/^https?:/.test(href)) tokens[index]?.attrSet('target', '_self')
        return page ? page(tokens, index, options, env, self) : self.renderToken(tokens, index, options)
      }
    },
  },
})
