/** The default page for a refused visitor: in the visitor's language, or in both when it is unknown. No script. */
import { LANGUAGES, type Language } from '../shared/contract/site.ts'
import { escaped } from '../shared/html/entities.ts'
import { type ExtensionError, VisitRefused } from './errors.ts'
import { STYLE, STYLE_HASH } from './refusal-page.style.ts'
import { CODE, EXPLANATIONS, STEPS } from './strings.ts'

export const REFUSAL_PAGE_POLICY = `default-src 'none'; style-src '${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** A phone with a menu on it. */
const PICTURE = `<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><rect x="5.5" y="2" width="13" height="20" rx="2.6"/><path d="M9 7.5h6M9 11h6M9 14.5h3.5M11 19h2"/></svg>`

export function refusalPage(error: ExtensionError, language: Language | undefined): string {
  const languages = language ? [language] : LANGUAGES
  const { heading } = EXPLANATIONS[error.code]
  const titles = languages.map(each => heading[each]).join(' · ')
  const labels = languages.map(each => `<span lang="${each}">${CODE[each]}</span>`).join(' · ')
  return `<!doctype html>
<html lang="${languages[0]}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(titles)}</title>
<style>${STYLE}</style>
<main>
${PICTURE}
${languages.map((each, index) => explanation(error, each, index === 0 ? 'h1' : 'h2')).join('\n')}
<footer>${labels} <code>${error.code} ${error.status}</code></footer>
</main>
</html>
`
}

function explanation(error: ExtensionError, language: Language, level: 'h1' | 'h2'): string {
  const { heading, text, again } = EXPLANATIONS[error.code]
  const own = error instanceof VisitRefused ? error.texts : undefined
  const steps = STEPS.map(step => `<li>${escaped(step[language])}</li>`).join('')
  return `<section lang="${language}">
<${level}>${escaped(heading[language])}</${level}>
<p>${escaped((own ?? text)[language])}</p>${again ? `\n<ol role="list">${steps}</ol>` : ''}
</section>`
}
