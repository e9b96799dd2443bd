import fc from 'fast-check'
import { expect, it } from 'vitest'
import { plainText } from '../../widget/plain-text.ts'

it.each([
  ['<p>One</p><p>Two</p>', 'One\nTwo'],
  ['<ul><li>a</li>\n<li>b</li></ul>', 'a\n b'],
  ['line<br>break<br/>twice', 'line\nbreak\ntwice'],
  ['Fish &amp; chips &lt;3 &nbsp;&#39;n&#39; &quot;peas&quot;', 'Fish & chips <3 \u00a0\'n\' "peas"'],
  ['&amp;lt;', '&lt;'],
  ['&constructor;', '&constructor;'],
  ['5 < 6 and 7 > 6', '5 < 6 and 7 > 6'],
  ['停課<b>通知</b>', '停課通知'],
  ['a<script>alert(1)</script>b<style>p{}</style>c<!-- d -->e', 'abce'],
  ['before<script>never closed', 'before'],
  ['before<!-- never closed', 'before'],
  ['before<img src=x onerror=alert(1)', 'before'],
])('%s reads "%s"', (html, text) => {
  expect(plainText(html)).toBe(text)
})

it.each(['<br ', '</p ', '<a', '<!--', '<script></script '])('a body of nothing but %j ends', piece => {
  // A step for each pair of pieces would take minutes.
  expect(plainText(piece.repeat(200_000))).not.toContain('>')
})

it('whatever stood between tags is kept, and no tag is', () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1 }), words => {
      expect(plainText(`<div>${words.join('</div><div>')}</div>`)).toBe(words.join('\n'))
    }),
  )
})
