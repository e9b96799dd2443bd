/** The preferred language of a browser's reader. Not @fastify/accepts: it gives English to readers of `zh-CN` and `zh-TW`. */
import type { Language } from '../contract/site.ts'

/** The best language for an Accept-Language header, if any. Every Chinese variant maps to zh-HK. */
export function preferredLanguage(acceptLanguage = ''): Language | undefined {
  const wishes = acceptLanguage.split(',').map(wish => {
    const [tag = '', ...parameters] = wish.toLowerCase().split(';').map(trimmed)
    const quality = parameters.find(parameter => parameter.startsWith('q='))
    return { tag, weight: quality === undefined ? 1 : Number(quality.slice(2)) }
  })
  const ranked = wishes.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight)
  for (const { tag } of ranked) {
    if (/^(zh|yue|cmn)\b/.test(tag)) return 'zh-HK'
    if (/^en\b/.test(tag)) return 'en-US'
  }
  return undefined
}

/** Not a regular expression with the semicolon: its time would grow with the square of the number of spaces. */
const trimmed = (part: string) => part.trim()
