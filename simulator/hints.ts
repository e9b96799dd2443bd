/** The page that a web-app developer sees in the phone where there is no page of the web-app. */
import { createHash } from 'node:crypto'
import type { AppLanguage } from '../shared/contract/entrance-headers.ts'
import { escaped } from '../shared/html/entities.ts'
import { type Hint, hintWords } from './hint-words.ts'

const STYLE =
  'html{color-scheme:light dark;font:1rem/1.6 system-ui,"PingFang HK","Noto Sans CJK TC",sans-serif;background:light-dark(#f5f8f8,#10191a);color:light-dark(#17292b,#e4efef)}' +
  'body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1.5rem;box-sizing:border-box}' +
  'main{max-width:26rem}h1{font-size:1.25rem;line-height:1.3;overflow-wrap:anywhere;margin:0 0 .5rem}p{margin:0;overflow-wrap:anywhere}'
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')
export const HINT_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'`

export function hintPage(hint: Hint, language: AppLanguage): string {
  const [title, text] = hintWords(hint, language).map(escaped)
  return `<!doctype html>
<html lang="${language === 'zh' ? 'zh-HK' : 'en'}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>${STYLE}</style>
<main data-hint="${hint.code}" data-about="${escaped(hint.about)}">
<h1>${title}</h1>
<p>${text}</p>
</main>
</html>
`
}
