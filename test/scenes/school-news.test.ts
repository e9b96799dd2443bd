/** `<school-news>` before a real agent: the list, a search, an entry, and a change while it is read. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type NewsPage, serveNewsPage } from '../support/news-page.ts'
import { entryOf, type NewsSchool, startNewsSchool } from '../support/news-school.ts'
import { expectSound } from '../support/visitor/page-faults.ts'
import { DESKTOP, openVisitor, PHONE, type Visitor } from '../support/visitor/visitor.ts'

let site: NewsPage
let school: NewsSchool
let visitor: Visitor
beforeAll(async () => {
  ;[site, school, visitor] = await Promise.all([
    serveNewsPage(),
    startNewsSchool(),
    openVisitor({ reducedMotion: true }),
  ])
})
afterAll(async () => {
  await visitor?.close()
  await site?.[Symbol.asyncDispose]()
  await school?.[Symbol.asyncDispose]()
})

const open = (attributes = '', options = {}) =>
  visitor.open(site.page(`service="${school.address}" site-id="academy" ${attributes}`, options))
const rows = (count: number) =>
  visitor.until((look, count) => look.all('[part=item]').length === count, count)
const titles = () =>
  visitor.run(look => look.all('[part=item] [part=link]').map(link => link.textContent?.trim()))
const focusedPart = (part: string) => visitor.until((look, part) => look.focused()?.part.value === part, part)

describe.each([
  ['a phone', PHONE],
  ['a desktop', DESKTOP],
])('on %s', (_, size) => {
  beforeAll(() => visitor.resize(size))

  it('the list has the newest first, and more of it when asked', async () => {
    await open('limit="12"')
    await rows(12)
    expect((await titles()).slice(0, 3)).toEqual(['Harbour walk 30', 'Harbour walk 29', 'Regatta results'])
    await expectSound(visitor)
    await visitor.tap('[part=more]')
    await rows(24)
    await expectSound(visitor)
  })

  // Promise: website/news-search
  it('a search by keyboard marks what it finds, in Chinese as well', async () => {
    await open('', { lang: 'zh-HK' })
    await rows(10)
    await visitor.run(look => look.find('[part=input]')?.focus())
    await visitor.type('賽果')
    await visitor.press('Enter')
    await rows(1)
    expect(await titles()).toEqual(['划艇賽果'])
    expect(await visitor.run(look => look.all('[part=link] mark').map(mark => mark.textContent))).toEqual([
      '賽果',
    ])
    expect(await visitor.sees('[part=summary]')).toBe('找到 1 則消息')
    await expectSound(visitor)
  })

  // Promise: website/engines
  it('an entry is opened by a tap, whole, and left by its button to where the list was', async () => {
    await open('limit="30"')
    await rows(30)
    const before = await visitor.run(look => {
      look.find('[part=link]', 'Harbour walk 08')?.scrollIntoView({ block: 'center' })
      return scrollY
    })
    expect(before).toBeGreaterThan(0)
    await visitor.tap('[part=link]', 'Harbour walk 08')
    await focusedPart('headline')
    expect(await visitor.sees('[part=headline]')).toBe('Harbour walk 08')
    expect(await visitor.sees('[part=body]')).toBe('Harbour walk 08, and what there is to say of it.')
    const headline = await visitor.run(look => look.find('[part=headline]')?.getBoundingClientRect().top)
    expect(headline).toBeGreaterThan(0)
    await expectSound(visitor)
    await visitor.tap('[part=back]')
    await rows(30)
    await focusedPart('link')
    expect(await visitor.run(look => look.focused()?.textContent?.trim())).toBe('Harbour walk 08')
    await visitor.until((_, before) => Math.abs(scrollY - before) < 2, before)
  })

  it('an entry with pictures, files and a player shows all of them', async () => {
    await open()
    await rows(10)
    await visitor.tap('[part=link]', 'Regatta results')
    await focusedPart('headline')
    await visitor.until(look =>
      (look.all('[part=picture]') as HTMLImageElement[]).every(
        picture => picture.complete && picture.naturalWidth,
      ),
    )
    const shown = await visitor.run(look =>
      ['[part=picture]', '[part=file]', '[part=player]'].map(
        selector => look.all(selector).filter(element => element.offsetHeight > 20).length,
      ),
    )
    expect(shown).toEqual([2, 2, 1])
    await expectSound(visitor)
  })

  // Promise: website/news-address
  it('has an address of its own where the page wants it, and the back button leads to the list', async () => {
    await open('hash limit="30"')
    await rows(30)
    await visitor.tap('[part=link]', 'Harbour walk 30')
    await focusedPart('headline')
    expect(await visitor.run(() => location.hash)).toBe('#news=T-30')
    await visitor.back()
    await rows(30)
    expect(await visitor.run(() => location.hash)).toBe('')
  })
})

// Promise: website/news-live
it('a new entry is offered, moves nothing, and comes when it is asked for; an edit stands in its row', async () => {
  await visitor.resize(PHONE)
  await open()
  await rows(10)
  const places = () =>
    visitor.run(look => look.all('[part=item]').map(row => Math.round(row.getBoundingClientRect().top)))
  const before = await places()
  await school.publish(entryOf('N-1', 'Ferry strike', '渡輪停航'))
  await visitor.sees('[part=new]', '1 new entry')
  expect(await places()).toEqual(before)
  await visitor.tap('[part=new]')
  await rows(11)
  expect((await titles())[0]).toBe('Ferry strike')
  await school.publish(entryOf('N-1', 'Ferries run again', '渡輪復航'))
  await visitor.sees('[part=link]', 'Ferries run again')
  await school.remove('N-1')
  await visitor.waitsUntilGone('[part=link]', 'Ferries run again')
  await expectSound(visitor)
})
