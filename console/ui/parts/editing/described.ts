/** A record part by part, as a reader would say it: for two that differ, and for what is wrong with one. */
import { LANGUAGES, language } from '../../language.ts'
import type { Described } from './console-conflict.ts'
import type { TextNames, Texts } from './console-texts.ts'
import { inLanguage, say } from './strings.ts'

export const describedTexts = (texts: Texts, { title, body }: TextNames, bodyName: string): Described[] =>
  LANGUAGES.flatMap((each): Described[] => [
    [inLanguage(say('title'), each, language()), texts[each][title] ?? ''],
    [inLanguage(bodyName, each, language()), texts[each][body] ?? ''],
  ])

/**
 * The name of what the API calls by a path; undefined where a reader knows nothing by it.
 *
 * @param names of the parts of one kind of record
 */
export function placeIn(path: string, names: Readonly<Record<string, string>>): string | undefined {
  const [, part = '', each, field = ''] = path.split('/')
  if (part === 'sites') return say('websites')
  if (part !== 'texts') return names[part]
  const name = names[field] ?? say('title')
  return each === 'en-US' || each === 'zh-HK' ? inLanguage(name, each, language()) : name
}
