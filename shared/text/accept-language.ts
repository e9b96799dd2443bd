/** Which of our languages a browser's reader likes best. */
import type { Language } from '../contract/site.ts'

/** The best for an Accept-Language header, if any. All Chinese is nearer to zh-HK than English is. */
export function preferredLanguage(acceptLanguage = ''): Language | undefined {
  const wishes = acceptLanguage.split(',').map(wish => {
    const [tag = '', ...parameters] = wish.toLowerCase().split(';').map(trimmed)
    const quality = parameters.find(parameter => parameter.startsWith('q='))
    return { tag, weight: quality === undefined ? 1 : Number(quality.slice(2)) }
  })
  const ranked = wishes.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight)
  for (const { tag } of ranked) {
    if (/^zh\b/.test(tag)) return 'zh-HK'
    if (/^en\b/.test(tag)) return 'en-US'
  }
  return undefined
}

/** Not a pattern with the semicolon: many spaces without one would take the square of their number. */
const trimmed = (part: string) => part.trim()
