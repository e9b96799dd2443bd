import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ICON_IDS, isSevere } from '../../shared/contract/icon.ts'
import { CONFIRMATIONS } from '../../shared/contract/popup.ts'
import { LANGUAGES } from '../../shared/contract/site.ts'
import { ICON_FILES } from '../../widget/icons.ts'
import { STRINGS } from '../../widget/strings.ts'

const FOLDER = join(import.meta.dirname, '..', '..', 'widget', 'icons')

describe.each(LANGUAGES)('in %s', language => {
  const words = STRINGS[language]

  // Promise: popups/icons
  it('every button, every icon and every place in a row has its words', () => {
    const all = [
      ...CONFIRMATIONS.map(name => words[name]),
      words.close,
      words.next,
      words.severe,
      ...ICON_IDS.map(id => words.icons[id]),
    ]
    expect(all.every(text => text.trim().length > 0)).toBe(true)
    expect(new Set(all).size).toBe(all.length)
    expect(words.place(2, 3)).toMatch(/2.*3/)
  })
})

it('Chinese words are Chinese and English words are not', () => {
  const text = ({ place, icons, ...words }: (typeof STRINGS)['en-US']) => [
    ...Object.values(words),
    ...Object.values(icons),
    place(1, 2),
  ]
  for (const chinese of text(STRINGS['zh-HK'])) expect(chinese).toMatch(/^[\p{Script=Han}\d ，]+$/u)
  for (const english of text(STRINGS['en-US'])) expect(english).toMatch(/^[\w. ]+$/)
})

describe('the drawings', () => {
  it('there is one for each icon id, and no other', () => {
    const files = ICON_IDS.map(id => `${ICON_FILES[id]}.svg`)
    expect(readdirSync(FOLDER).sort()).toEqual(files.sort())
  })

  it.each(ICON_IDS)('icon %s runs nothing, fetches nothing and scales', id => {
    const svg = readFileSync(join(FOLDER, `${ICON_FILES[id]}.svg`), 'utf8')
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 48 48">/)
    expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(
      /script|\bon\w+=|href|https?:|url\(|<style|<image|<text/i,
    )
    expect(svg.length).toBeLessThan(1200)
  })

  it('no two are the same', () => {
    const drawings = ICON_IDS.map(id => readFileSync(join(FOLDER, `${ICON_FILES[id]}.svg`), 'utf8'))
    expect(new Set(drawings).size).toBe(ICON_IDS.length)
  })

  it('severe are all signals: kindergartens close at No. 3 already', () => {
    expect(ICON_IDS.filter(isSevere)).toEqual(['2', '3', '4', '5', '6', '7', '8', '9'])
    for (const icon of ['1', 4, undefined, null, '']) expect(isSevere(icon)).toBe(false)
  })
})
