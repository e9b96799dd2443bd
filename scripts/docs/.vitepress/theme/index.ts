/** VitePress' own theme in the console's colours, with the fonts of the reader's machine. */
import { type Theme, useData, withBase } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import { h } from 'vue'
import './style.css'

/** Leads to the same page in the other language, where there is one. */
function TranslationLink() {
  const { frontmatter, lang } = useData()
  if (!frontmatter.value.translation) return undefined
  const other = lang.value === 'en' ? { lang: 'zh-HK', text: '繁體中文' } : { lang: 'en', text: 'English' }
  const href = withBase(frontmatter.value.translation)
  return h(
    'nav',
    { class: 'translation', 'aria-label': lang.value === 'en' ? 'This page in Chinese' : '本頁英文版' },
    h('a', { href, lang: other.lang, hreflang: other.lang }, other.text),
  )
}

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'doc-before': () => h(TranslationLink) }),
} satisfies Theme
