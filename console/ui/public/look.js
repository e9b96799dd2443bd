// Language and colours before the first paint: a classic script of its own, for the page allows none inside it.
;(() => {
  const kept = name => {
    try {
      return localStorage.getItem(`schoolbell-console:${name}`)
    } catch {
      return null
    }
  }
  const page = document.documentElement
  const lang = kept('language') ?? navigator.languages.find(tag => /^(en|zh)\b/i.test(tag)) ?? 'en-US'
  page.lang = /^zh/i.test(lang) ? 'zh-HK' : 'en-US'
  const theme = kept('theme')
  const isDark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  page.classList.add(isDark ? 'wa-dark' : 'wa-light')
})()
