/** What stands in a page that we make ourselves: markup only where it was meant. */
import { expect, it } from 'vitest'
import { html, type Part, trusted } from '../../../shared/html/template.ts'

it('text is escaped, and what a template or the sanitiser made goes in as it is', () => {
  const title = '"A" & <b>'
  const item = html`<li title="${title}">${title}</li>`
  expect(`${html`<ul>${item}${trusted('<li>B</li>')}</ul>`}`).toBe(
    '<ul><li title="&quot;A&quot; &amp; &lt;b&gt;">&quot;A&quot; &amp; &lt;b&gt;</li><li>B</li></ul>',
  )
})

it.each<[what: string, part: Part, shown: string]>([
  ['nothing', undefined, ''],
  ['no value', null, ''],
  ['a condition that does not hold', false, ''],
  ['an empty text', '', ''],
  ['a number', 0, '0'],
  ['a list', ['<', [trusted('<br>'), false], 2], '&lt;<br>2'],
  ['half of a character', '\ud800', '\ufffd'],
])('%s', (_, part, shown) => {
  expect(`${html`<p>${part}</p>`}`).toBe(`<p>${shown}</p>`)
})
