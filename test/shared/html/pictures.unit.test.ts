import fc from 'fast-check'
import sanitizeHtml from 'sanitize-html'
import { expect, it } from 'vitest'
import { picturesIn, withPictures } from '../../../shared/html/pictures.ts'
import { sanitise } from '../../../shared/html/sanitise.ts'

const [BOAT, POOL] = ['https://files.example/boat.png?a=1&b=2', 'https://files.example/pool "1".png']
const TRICKY = `<p>&lt;img src="${BOAT}"&gt; src="${BOAT}"</p><img alt=" src=" title='<img src="x">' src="${BOAT.replace('&', '&amp;')}">`

it('the pictures of a text are found, whatever its words and other attributes look like', () => {
  expect(picturesIn(sanitise(TRICKY))).toEqual([BOAT])
  expect(
    picturesIn(sanitise(`<IMG SRC=' ${POOL}'><img alt=""><img src="${BOAT}"><img src=${BOAT}>`)),
  ).toEqual([POOL, BOAT])
  expect(picturesIn('<p>src="x"</p><img alt="x" />')).toEqual([])
})

it('only their addresses change', () => {
  const html = sanitise(TRICKY)
  expect(withPictures(html, address => address)).toBe(html)
  const changed = withPictures(html, () => 'https://school.example/"1"&2.png')
  expect(picturesIn(changed)).toEqual(['https://school.example/"1"&2.png'])
  expect(withPictures(changed, () => BOAT)).toBe(html)
})

it('a parser finds the same in every sanitised text', () => {
  const piece = fc.constantFrom(
    ...['<img ', '<img/', 'src=', ' src="', "alt='", 'title="', '"', "'", '>', '/>', '<', '&quot;', '&gt;'],
    ...[
      'https://a.example/1.png',
      'https://b.example/2.png?x=1&amp;y=2',
      ' ',
      '\n',
      '<p>',
      '</p>',
      'x',
      '中',
    ],
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), pieces => {
      const html = sanitise(pieces.join(''))
      const parsed = new Set<string>()
      const onOpenTag = (tag: string, { src }: Record<string, string>) => {
        if (tag === 'img' && src !== undefined) parsed.add(src.trim())
      }
      sanitizeHtml(html, { onOpenTag })
      expect(picturesIn(html)).toEqual([...parsed])
    }),
    { seed: 50, numRuns: 3_000 },
  )
})
