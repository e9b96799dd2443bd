/** What a rule is aimed at, in a line: `News · Academy · one in 3 calls`. */
import type { NewRule, When } from '../../../../service/lab/faults/fault.ts'
import { countText, LANGUAGE_NAMES, type Language, sayer } from '../../language.ts'
import { SITES } from '../../parts/sites.ts'
import { ENVIRONMENT_NAMES } from '../../parts/words.ts'
import { COUNTS, ENDPOINT_NAMES, STRINGS } from './strings.ts'

export function aimText({ endpoint, when, only = {} }: NewRule, lang: Language): string {
  return [
    ENDPOINT_NAMES[endpoint][lang],
    ...(only.siteId ? [SITES[only.siteId][lang]] : []),
    ...(only.lang ? [LANGUAGE_NAMES[only.lang]] : []),
    ...(only.environment ? [ENVIRONMENT_NAMES[only.environment][lang]] : []),
    oftenText(when, lang),
  ].join(' · ')
}

const say = sayer(STRINGS)

function oftenText(when: When, lang: Language): string {
  if (when === 'until-cleared') return say('untilCleared', lang)
  if ('calls' in when)
    return when.calls === 1 ? say('once', lang) : countText(COUNTS.ofCalls, when.calls, lang)
  if ('every' in when) return countText(COUNTS.ofEvery, when.every, lang)
  // 0.07 * 100 is not quite 7.
  return say('ofShare', lang, { count: `${Number((when.share * 100).toPrecision(6))}` })
}
