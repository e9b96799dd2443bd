/** A person's name in the page's language. */
import type { Language } from '../../../shared/contract/site.ts'

/** Not everybody has a Chinese name. */
export const nameIn = (
  lang: Language,
  { name, chineseName }: { name: string; chineseName: string },
): string => (lang === 'zh-HK' && chineseName !== '' ? chineseName : name)

/** Both names, as on a form: "Yuk-lan Sheung 常玉蘭". */
export const bothNames = ({ name, chineseName }: { name: string; chineseName: string }): string =>
  [name, chineseName].filter(Boolean).join(' ')
