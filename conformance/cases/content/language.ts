/** The language parameter: its default, its two values, and whether they show the same elements. */

import { counted } from '../../../shared/text/counted.ts'
import type { Answer } from '../../ask.ts'
import {
  type Case,
  type Finding,
  failed,
  notShown,
  passed,
  required,
  type Says,
  verdict,
} from '../../case.ts'
import { codeOf, SUCCEEDED } from '../../envelope.ts'
import { isPreparedIn } from '../../prepared.ts'
import { CHINESE, ENGLISH, type Visit } from '../../visit.ts'
import { answered, shown } from '../../words.ts'
import { type ContentCall, parameterRule } from './call.ts'

export function languageCases(call: ContentCall): Case[] {
  const { part, endpoint, one, many } = call
  const two = parameterRule(call, 'lang', 'The languages are en-US and zh-HK.')
  const inLanguage: Says = [`${endpoint}, success response`, `The ${many} are in the requested language.`]
  const otherTexts = `${part === 'news' ? 'an' : 'a'} ${one} whose title differs between the languages`
  return [
    required(`${part}/lang-default`, parameterRule(call, 'lang', 'The default is en-US.'), visit =>
      compareDefault(call, visit, otherTexts),
    ),
    ...[ENGLISH, CHINESE].map(language =>
      required(`${part}/lang-${language.lang.toLowerCase()}`, two, async visit => {
        const answer = await call.ask(visit, language)
        return verdict(codeOf(answer) === SUCCEEDED, answered(answer))
      }),
    ),
    required(`${part}/lang-changes-texts`, inLanguage, async visit => {
      const english = await call.askForAll(visit, ENGLISH)
      const chinese = await call.askForAll(visit, CHINESE)
      const titles = call.titlesIn(chinese)
      const ignored = ignoredIn(call, english, chinese)
      if (ignored) return failed(ignored)
      if (sameTitles(call, english, chinese)) return notShown(otherTexts)
      const inChinese = titles.filter(isInChinese).length
      return passed(`titles differ; ${inChinese} of ${titles.length} in zh-HK have Chinese characters`)
    }),
  ]
}

/** What shows that `lang` changes nothing; undefined if nothing shows it. */
function ignoredIn(call: ContentCall, english: Answer, chinese: Answer): string | undefined {
  const asked = [
    [ENGLISH.lang, CHINESE.lang, english],
    [CHINESE.lang, ENGLISH.lang, chinese],
  ] as const
  for (const [lang, other, answer] of asked) {
    const foreign = call.titlesIn(answer).find(title => isPreparedIn(title, other))
    if (foreign !== undefined) return `${shown(foreign)} is sent with lang=${lang}`
  }
  if (!sameTitles(call, english, chinese)) return undefined
  const texts = call.textsIn(chinese)
  const same = `all ${counted(texts.length, call.one, call.many)} have the same title with both languages`
  if (call.titlesIn(chinese).some(isInEnglish) && !texts.some(isInChinese))
    return `${same}, and no text has a Chinese character: lang is ignored, or nothing has a Chinese text yet`
  if (texts.some(isInChinese) && !call.titlesIn(english).some(isInEnglish))
    return `${same}, and no title has an English word: lang is ignored, or nothing has an English text yet`
  return undefined
}

const isInChinese = (text: string) => /\p{Script=Han}/u.test(text)
const isInEnglish = (text: string) => /[a-z]{2}/i.test(text)

const TIMES = 2

/** Repeated once if there is a difference, because something may have changed between two calls. */
async function compareDefault(call: ContentCall, visit: Visit, otherTexts: string): Promise<Finding> {
  for (let time = 1; ; time += 1) {
    const asking = time === 1 ? {} : ({ anew: true } as const)
    const plain = await call.askForAll(visit, {}, asking)
    const english = await call.askForAll(visit, ENGLISH, asking)
    if (sameTitles(call, plain, english)) {
      const chinese = await call.askForAll(visit, CHINESE)
      return sameTitles(call, english, chinese)
        ? notShown(otherTexts)
        : passed('the same without lang as with lang=en-US')
    }
    if (time === TIMES) return failed('other titles without lang than with lang=en-US')
  }
}

const sameTitles = (call: ContentCall, a: Answer, b: Answer) =>
  JSON.stringify(call.titlesIn(a)) === JSON.stringify(call.titlesIn(b))
