/** The terms of a text and of a query, and where a text has them. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { indexedTerms, matchesIn, soughtPhrases } from '../../../sync-agent/store/search-terms.ts'

describe('the terms of a text', () => {
  it.each([
    ['', ''],
    ['—、。!', ''],
    ['Sports Day', 'sport day'],
    ['CAFÉ café', 'cafe cafe'],
    ['Parties, parties and party', 'party party and party'],
    ['classes buses matches boxes', 'class buse match box'],
    ['orchestras chests sheds', 'orchestra chest shed'],
    ['gas bus is as ss class', 'gas bus is as ss class'],
    ['2026年', '2026 年 年'],
    ['9/11', '9 11'],
    ['運動會', '運動 動會 運 動 會'],
    ['雨', '雨 雨'],
    ['運運', '運運 運'],
    ['A運動B', 'a 運動 b 運 動'],
    ['ＡＢＣ１２', 'abc12'],
    ['𠮷野', '𠮷野 𠮷 野'],
    ['カナ', 'カナ カ ナ'],
    ['"NEAR(a b)" OR -x*', 'near a b or x'],
  ])('%j: %j', (text, terms) => {
    expect(indexedTerms(text)).toBe(terms)
  })

  it('are at most 64 characters long', () => {
    expect(indexedTerms('a'.repeat(65))).toBe('a'.repeat(64))
  })

  it('hold nothing that a search engine would take for an operator', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        for (const term of indexedTerms(text).split(' ')) expect(term).toMatch(/^[\p{L}\p{N}\p{M}]*$/u)
      }),
      { numRuns: 60 },
    )
  })
})

describe('the phrases of a query', () => {
  it.each([
    ['', []],
    ['* " ( )', []],
    ['Sports days', [['sport'], ['day']]],
    ['day Day DAYS', [['day']]],
    ['運動會', [['運動', '動會']]],
    ['雨', [['雨']]],
    ['運動 day 運動', [['運動'], ['day']]],
  ])('%j: %j', (text, phrases) => {
    expect(soughtPhrases(text)).toEqual(phrases)
  })
})

describe('where a text has them', () => {
  /** The text with brackets around what is found. */
  const marked = (text: string, query: string) => {
    let at = 0
    let out = ''
    for (const [start, end] of matchesIn(text, soughtPhrases(query))) {
      out += `${text.slice(at, start)}[${text.slice(start, end)}]`
      at = end
    }
    return out + text.slice(at)
  }

  it.each([
    ['Sports Day', 'sport', '[Sports] Day'],
    ['The day, the DAYS', 'day', 'The [day], the [DAYS]'],
    ['holiday', 'day', 'holiday'],
    ['The Café', 'cafe', 'The [Café]'],
    ['The Cafe\u0301 opens', 'café', 'The [Cafe\u0301] opens'],
    ['今年運動會，運動會改期', '運動會', '今年[運動會]，[運動會]改期'],
    ['運動運動', '運動', '[運動運動]'],
    ['運動會', '動', '運[動]會'],
    ['會運動', '運動 會', '[會運動]'],
    ['家長會議室', '會議 議室', '家長[會議室]'],
    ['ﬁsh and chips', 'fish chip', '[ﬁsh] and [chips]'],
    ['𠮷野家 is open', '野家 open', '𠮷[野家] is [open]'],
    ['nothing of it', 'day 運動', 'nothing of it'],
    ['day 1', '1', 'day [1]'],
    ['', 'day', ''],
  ])('%j, for %j: %j', (text, query, expected) => {
    expect(marked(text, query)).toBe(expected)
  })

  it('is in order and apart, and each of them would be found by its own words', () => {
    const text = fc.array(fc.constantFrom(...'運動會改期 day days Café ﬁ é，𠮷A9'.split('')), {
      maxLength: 30,
    })
    fc.assert(
      fc.property(text, text, (characters, asked) => {
        const whole = characters.join('')
        const phrases = soughtPhrases(asked.join(''))
        let last = -1
        for (const [start, end] of matchesIn(whole, phrases)) {
          expect(start).toBeGreaterThan(last)
          expect(end).toBeGreaterThan(start)
          expect(soughtPhrases(whole.slice(start, end)).length).toBeGreaterThan(0)
          last = end
        }
        expect(last).toBeLessThanOrEqual(whole.length)
      }),
      { numRuns: 60 },
    )
  })
})
