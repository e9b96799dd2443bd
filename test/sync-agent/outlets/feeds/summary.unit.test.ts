/** The first words of a body, and its links, as a reader far from the site gets them. */
import { describe, expect, it } from 'vitest'
import { sanitise } from '../../../../shared/html/sanitise.ts'
import { withWholeLinks } from '../../../../sync-agent/outlets/feeds/links.ts'
import { summaryOf } from '../../../../sync-agent/outlets/feeds/summary.ts'

const summary = (html: string, lang: 'en-US' | 'zh-HK' = 'en-US') => summaryOf(sanitise(html), lang)
const links = (html: string) => withWholeLinks(sanitise(html), 'https://school.example/en/news/1')

describe('a summary', () => {
  it('is the text alone, its blocks apart and its words together', () => {
    expect(
      summary('<h2>Fair</h2><p>Sci<b>ence</b><br>and&nbsp;art</p><ul><li>10:00</li><li>11:00</li></ul>'),
    ).toBe('Fair – Science and art 10:00 11:00')
    expect(summary('<p title="a > b" lang="x<y">5 &lt; 6 &amp;amp; &quot;7&quot;</p>')).toBe(
      '5 < 6 &amp; "7"',
    )
    expect(summary('<p><img src="https://files.example/a.png" alt="A"></p>')).toBe('')
  })

  it('sets a heading apart from the text below it', () => {
    expect(summary('<h2>Prizes</h2><p>Three tables won.</p><h3>Who won?</h3><p>All.</p>')).toBe(
      'Prizes – Three tables won. Who won? All.',
    )
    expect(summary('<h2></h2><p>Row</p><h2>Programme</h2>')).toBe('Row Programme')
    expect(summary('<h2><b>獎項</b></h2><p>三組得獎。</p>', 'zh-HK')).toBe('獎項： 三組得獎。')
  })

  it('ends with a whole word, in English and in Chinese', () => {
    const english = summary(`<p>${'lanterns along the pier, '.repeat(20)}</p>`)
    expect(english).toMatch(
      /^(lanterns along the pier, )+(lanterns|lanterns along|lanterns along the|lanterns along the pier)…$/,
    )
    expect(english.length).toBeLessThanOrEqual(301)
    const chinese = summary(`<p>${'學校旅行通知。'.repeat(40)}</p>`, 'zh-HK')
    expect(chinese).toMatch(/^(學校旅行通知。)+(學校旅行通知|學校旅行|學校)…$/)
    expect(chinese.length).toBeLessThanOrEqual(141)
  })

  it('splits no emoji, and is cut even where there is no word', () => {
    expect(summary(`<p>${'👩‍🏫'.repeat(200)}</p>`)).toMatch(/^(👩‍🏫)+…$/u)
    expect(summary(`<p>${'x'.repeat(5000)}</p>`)).toBe(`${'x'.repeat(300)}…`)
  })
})

describe('a link in a body', () => {
  it('to a place on the site becomes a whole address', () => {
    expect(links('<a href="/map?a=1&amp;b=2">x</a>')).toContain(
      'href="https://school.example/map?a=1&amp;b=2"',
    )
    expect(links('<a title="t" href="2#top">x</a>')).toContain('href="https://school.example/en/news/2#top"')
    expect(links('<a href="mailto:office@school.example">x</a>')).toContain(
      'href="mailto:office@school.example"',
    )
    expect(links('<a href="https://elsewhere.example/">x</a>')).toContain('href="https://elsewhere.example/"')
  })

  it('leaves all else as the sanitiser wrote it', () => {
    const html = sanitise(
      '<p title=\'<a href="/x">\'>&lt;a href="/y"></p><a title="href=\'/z\'">x</a><a href="/q&quot;&gt;">y</a>',
    )
    const whole = withWholeLinks(html, 'https://school.example/')
    expect(sanitise(whole)).toBe(whole)
    expect(whole.replaceAll('https://school.example', '').replace('%22%3E', '&quot;&gt;')).toBe(html)
  })
})
