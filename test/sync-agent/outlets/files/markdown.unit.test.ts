/** Entries as Markdown: front matter that any reader of YAML understands, and a body that none takes for Markdown. */
import { expect, it } from 'vitest'
import { markdownFile } from '../../../../sync-agent/outlets/files/markdown.ts'
import { ACADEMY, ingested } from '../../support.ts'

const fileOf = (differing: Parameters<typeof ingested>[1]) =>
  markdownFile({ ...ingested('a', differing), ...ACADEMY, seq: 7 }, 'Asia/Hong_Kong')
/** The values of the front matter, each of which is JSON. */
const frontOf = (file: string) =>
  Object.fromEntries(
    file
      .split('\n---\n')[0]
      ?.split('\n')
      .slice(1)
      .map(line => [line.slice(0, line.indexOf(':')), JSON.parse(line.slice(line.indexOf(':') + 1))]) ?? [],
  )
const bodyOf = (file: string) => file.slice(file.indexOf('\n---\n') + 5)

it.each([
  'Sports Day: "5 < 6" # & \\ more',
  '---\nlayout: evil\n---',
  '- item\u2028with\u0085every\ufeff line end\r\n\ttab',
  '{{ page.title }} %}',
  '運動會：「報名」',
  'yes',
])('a title stays what it is: %j', title => {
  const file = fileOf({ newsTitle: title })
  expect(frontOf(file)).toMatchObject({
    title: title.trim(),
    date: '2026-09-01T08:30:00+08:00',
    newsId: 'a',
    lang: 'en-US',
    seq: 7,
  })
  expect(file.split('\n---\n')).toHaveLength(2)
  // No line end but those between the values.
  expect(file.split('\n---\n')[0]?.split(/[\n\r\u0085\u2028\u2029]/)).toHaveLength(8)
})

it('an entry without a title is named by its first words', () => {
  expect(frontOf(fileOf({ newsTitle: ' ', newsContent: '<p>Bring water.</p>' })).title).toBe('Bring water.')
})

it('the body is one block of HTML: no blank line ends it, no template is in it', () => {
  const file = fileOf({
    newsContent:
      '<pre>one\n\n  \ntwo</pre>\r\n\r\n<p>{{ site.secrets }} {% include x %} {{&lt; shortcode &gt;}}</p>\n\n    four',
  })
  const body = bodyOf(file).trim()
  expect(body).not.toMatch(/\n[^\S\n]*\n/)
  expect(body).not.toMatch(/\{[{%#<]/)
  expect(body.startsWith('<div class="news-entry">\n')).toBe(true)
  expect(body.endsWith('\n</div>')).toBe(true)
  // To a reader it is the same.
  expect(body).toContain('<pre>one&#10;&#10;  \ntwo</pre>')
  expect(body).toContain('&#123;{ site.secrets }} &#123;% include x %}')
})
