/** The small parts of `<school-news>`: search in files, marks, attachments, addresses, headings, words. */
import { render } from 'lit'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../../shared/contract/site.ts'
import { addressOf, idIn } from '../../../widget/news/address.ts'
import { kindOf, layOut, sizeIn } from '../../../widget/news/attachments.ts'
import { detailView } from '../../../widget/news/detail-view.ts'
import { entryOf, type NewsAttachment } from '../../../widget/news/entry.ts'
import { findIn } from '../../../widget/news/files-search.ts'
import { marked } from '../../../widget/news/marked.ts'
import { nestHeadings } from '../../../widget/news/surroundings.ts'
import { teaserOf } from '../../../widget/news/teaser.ts'
import { NEWS_STRINGS } from '../../../widget/school-news.strings.ts'
import { idsOf, made } from './made.ts'

describe('search in files', () => {
  const entries = [
    made(9, { title: 'Sports day', teaser: 'Bring <b>water</b> & a hat. Café opens at noon.' }),
    made(8, { title: '運動會改期', teaser: '因颱風關係，運動會改於下週一舉行。' }),
    made(7, { title: 'Notice', teaser: 'The sports hall is closed on the day of the gala.' }),
  ]
  const found = (text: string) => idsOf(findIn(entries, text))

  it('wants every word, in title or text, whatever its case, width and accents', () => {
    expect(found('SPORTS day')).toEqual(['N-9', 'N-7'])
    expect(found('cafe')).toEqual(['N-9'])
    expect(found('ｓｐｏｒｔｓ　hall')).toEqual(['N-7'])
    expect(found('sports kraken')).toEqual([])
  })

  it('finds two Chinese characters', () => {
    expect(found('颱風')).toEqual(['N-8'])
    expect(found('改期')).toEqual(['N-8'])
  })

  it('of nothing finds nothing', () => {
    expect(found('')).toEqual([])
    expect(found(' \u3000 ')).toEqual([])
  })

  it('marks what it found as HTML in which nothing else is markup', () => {
    const [entry] = findIn(entries, 'café water')
    expect(entry?.found?.snippet).toBe(
      'Bring &lt;b&gt;<mark>water</mark>&lt;/b&gt; &amp; a hat. <mark>Café</mark> opens at noon.',
    )
    expect(findIn(entries, '運動')[0]?.found?.title).toBe('<mark>運動</mark>會改期')
  })

  it('cuts a long text around its first match', () => {
    const long = made(1, { teaser: `${'far '.repeat(40)}needle ${'away '.repeat(28)}` })
    const [entry] = findIn([long], 'needle')
    expect(entry?.found?.snippet).toMatch(/^….{49,51}<mark>needle<\/mark>.{80,110}…$/)
  })
})

describe('the teaser of an entry', () => {
  it('ends at the end of a word, in Chinese after any character, and is whole when it is short', () => {
    expect(teaserOf('Short.')).toBe('Short.')
    const english = teaserOf('Lanterns along the pier, as every year. '.repeat(20))
    expect(english).toMatch(/ (?:Lanterns|along|the|pier|as|every|year)…$/)
    expect(english.length).toBeGreaterThan(140)
    expect([...teaserOf('運動會改期'.repeat(40))]).toHaveLength(81)
    // Half of a character is none.
    expect(teaserOf('𠮷'.repeat(200)).isWellFormed()).toBe(true)
    expect(teaserOf('x'.repeat(300))).toBe(`${'x'.repeat(160)}…`)
  })
})

describe('what was found', () => {
  const shown = (text: string) => {
    const place = document.createElement('p')
    render(marked(text), place)
    return place
  }

  it('is text and marks', () => {
    const place = shown('A &lt;b&gt; &amp; <mark>match</mark> &#39;here&#39;')
    expect(place.textContent).toBe("A <b> & match 'here'")
    expect(
      [...place.querySelectorAll('*')].map(({ outerHTML }) => outerHTML.replace(/<!--.*?-->/g, '')),
    ).toEqual(['<mark>match</mark>'])
  })

  it('and anything else is text', () => {
    const place = shown('<img src=x onerror=pwned()><mark><script>pwned()</script></mark></mark><mark>')
    expect([...place.querySelectorAll('*')].map(({ localName }) => localName)).toEqual(['mark'])
    expect(place.textContent).toBe('<img src=x onerror=pwned()><script>pwned()</script>')
  })
})

describe('an attachment', () => {
  it.each([
    [0, '0 byte', '0 byte'],
    [999, '999 byte', '999 byte'],
    [1_000, '1 kB', '1 kB'],
    [9_940, '9.9 kB', '9.9 kB'],
    [48_211, '48 kB', '48 kB'],
    [999_499, '999 kB', '999 kB'],
    [999_500, '1 MB', '1 MB'],
    [1_234_567, '1.2 MB', '1.2 MB'],
    [2_500_000_000, '2.5 GB', '2.5 GB'],
  ])('of %s bytes has a size to be read', (bytes, english, chinese) => {
    expect(sizeIn('en-US', bytes)).toBe(english)
    expect(sizeIn('zh-HK', bytes).replace('位元組', ' byte').replace(/\s+/g, ' ')).toBe(chinese)
  })

  it('has a kind, whatever its type', () => {
    const types = ['image/webp', 'audio/mp3', 'video/mp4', 'application/pdf', 'text/csv', '']
    expect(types.map(kindOf)).toEqual(['picture', 'sound', 'film', 'pdf', 'file', 'file'])
  })

  it('that is a picture is shown once: in the text, as the cover, or behind the text', () => {
    const picture = (name: string): NewsAttachment => ({
      ...{ fileType: 'image/png', fileSize: 1, name, width: 2, height: 1 },
      url: `https://files.example/${name}?a=1&b=2`,
      screenUrl: `https://files.example/large-${name}`,
    })
    const attachments = [picture('text.png'), picture('cover.png'), picture('more.png')]
    const entry = made(1, {
      attachments,
      coverUrl: 'https://files.example/large-cover.png',
      html: '<img src="https://files.example/text.png?a=1&amp;b=2">',
    })
    const { coverUrl, pictures, files } = layOut(entry)
    expect(coverUrl).toBe('https://files.example/large-cover.png')
    expect(pictures.map(({ name }) => name)).toEqual(['more.png'])
    expect(files.map(({ name }) => name)).toEqual(['text.png', 'cover.png'])
    const inText = layOut({ ...entry, html: '<img src="https://files.example/large-cover.png">' })
    expect(inText.coverUrl).toBeUndefined()
  })
})

describe('an entry as it came', () => {
  const raw = { newsId: 'N', title: 'T', html: '<p>A</p><p>B</p>', date: '2026-09-01', seq: 3 }

  it('has the mirror’s pictures, wherever the agent stands, and no other of plain http', () => {
    const base = 'http://school.example/school/'
    const pictures = (coverUrl: string) => entryOf({ ...raw, coverUrl }, base)?.coverUrl
    expect(pictures('media/abc/hall.jpg')).toBe('http://school.example/school/media/abc/hall.jpg')
    expect(pictures('http://school.example/school/../admin')).toBeUndefined()
    expect(pictures('http://elsewhere.example/hall.jpg')).toBeUndefined()
    expect(pictures('https://elsewhere.example/hall.jpg')).toBe('https://elsewhere.example/hall.jpg')
  })

  it('begins with words that stay apart although they stood in a table', () => {
    const html = '<table><tr><th>Crew</th><td>Time</td></tr></table><p>Row</p>'
    expect(entryOf({ ...raw, html }, 'https://a.example/')?.teaser).toBe('Crew Time Row')
  })

  it('has files whose names read as they end', () => {
    const attachments = [{ fileType: 'application/pdf', fileSize: 1, url: 'invoice%E2%80%AEfdp.exe' }]
    const entry = entryOf({ ...raw, attachments }, 'https://a.example/')
    expect(entry?.attachments.map(({ name }) => name)).toEqual(['invoicefdp.exe'])
  })

  it.each([
    [undefined, 'File'],
    [0, 'File'],
    [1200, 'File, 1.2 kB'],
  ])('offers a file of any type; of %j bytes it is called "%s"', (fileSize, facts) => {
    const attachments = [{ fileType: 'application/msword', fileSize, url: 'https://a.example/rules.doc' }]
    const entry = entryOf({ ...raw, attachments }, 'https://a.example/')
    const place = document.createElement('p')
    const view = { words: NEWS_STRINGS['en-US'], language: 'en-US', locale: 'en-US', level: 2 } as const
    if (entry) render(detailView(entry, undefined, view), place)
    expect(place.querySelector('small')?.textContent).toBe(facts)
  })

  it('that lacks what a list needs is none', () => {
    for (const broken of [
      { newsId: '' },
      { newsId: 7 },
      { title: null },
      { date: '1 September' },
      { date: undefined },
    ])
      expect(entryOf({ ...raw, ...broken }, 'https://a.example/')).toBeUndefined()
    expect(entryOf(raw, 'https://a.example/')).toMatchObject({ newsId: 'N', teaser: 'A B', attachments: [] })
  })
})

it('any identifier finds back out of the page’s address, and other names in it are left alone', () => {
  for (const newsId of ['2026-09', 'a b&c=d#e', '消息/一', '+%2B'])
    expect(idIn(new URL(addressOf('news', newsId), 'https://a.example').hash, 'news')).toBe(newsId)
  expect(idIn('#top', 'news')).toBeUndefined()
  expect(idIn('#notices=7', 'news')).toBeUndefined()
  expect(idIn('', 'news')).toBeUndefined()
})

it('headings of a text come right below the entry’s title', () => {
  const body = document.createElement('div')
  body.innerHTML = '<h2>A</h2><h4>B</h4><h2>C</h2>'
  nestHeadings(body, 3)
  expect([...body.children].map(heading => heading.getAttribute('aria-level'))).toEqual(['4', '6', '4'])
})

it('every sentence is there in both languages, and no two are left alike by mistake', () => {
  const [english, chinese] = LANGUAGES.map(language => NEWS_STRINGS[language])
  expect(Object.keys(english ?? {})).toEqual(Object.keys(chinese ?? {}))
  for (const [name, text] of Object.entries(chinese ?? {}))
    if (typeof text === 'string')
      expect({ name, text }).toEqual({ name, text: expect.stringMatching(/\p{sc=Han}/u) })
  expect(english?.found(1, false)).toBe('1 entry found')
  expect(english?.found(20, true)).toBe('20 entries found, and there are more')
  expect(chinese?.waiting(2)).toBe('2 則新消息')
})
