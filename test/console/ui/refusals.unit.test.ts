// @vitest-environment happy-dom
/** A refusal that only the service can word, in a Chinese console: a Chinese sentence, then English marked as English. */
import { afterEach, describe, expect, it } from 'vitest'
import { ApiProblem } from '../../../console/ui/api.ts'
import type { Language } from '../../../console/ui/language.ts'
import { problemText } from '../../../console/ui/parts/console-failure.ts'
import { ConsoleFieldErrors } from '../../../console/ui/parts/console-field-errors.ts'

afterEach(() => document.body.replaceChildren())

async function shown(lang: Language, reason: string): Promise<Element> {
  const element = new ConsoleFieldErrors()
  document.documentElement.lang = lang
  Object.assign(element, { path: '/title', errors: [{ path: '/title', reason }] })
  document.body.append(element)
  await element.updateComplete
  const place = element.shadowRoot?.querySelector('.place')
  if (!place) throw new Error('nothing is shown')
  return place
}

describe('a field that the service refuses', () => {
  it('is said in Chinese first, and the service’s own words are marked as English', async () => {
    const place = await shown('zh-HK', 'must not be empty')
    expect(place.textContent?.trim()).toBe('服務不接受此欄：must not be empty')
    expect(place.querySelector('[lang=en]')?.textContent).toBe('must not be empty')
  })

  it('is left as it is where a page has its own Chinese, and in English', async () => {
    expect((await shown('zh-HK', '請輸入標題。')).textContent?.trim()).toBe('請輸入標題。')
    document.body.replaceChildren()
    expect((await shown('en-US', 'must not be empty')).textContent?.trim()).toBe('must not be empty')
  })
})

describe('a call that the service refuses', () => {
  it('says in the reader’s language what kind of refusal it is', () => {
    const conflict = new ApiProblem(409, { detail: 'There are 2 keys already' })
    expect(problemText(conflict, 'zh-HK')).toMatch(/^與現有資料有衝突.*There are 2 keys already$/)
    expect(problemText(conflict, 'en-US')).toBe(
      'This does not fit with what is there now. There are 2 keys already',
    )
    expect(problemText(new ApiProblem(401, {}), 'zh-HK')).toBe('你已登出，請再次登入。')
  })
})
