/** What a rule is aimed at, in a line: `News · Academy · one in 3 calls`. */
import type { NewRule, When } from '../../../../service/lab/faults/fault.ts'
import { countText, LANGUAGE_NAMES, language, sayer } from '../../language.ts'
import { SITES } from '../../parts/sites.ts'
import { ENVIRONMENT_NAMES } from '../../parts/words.ts'
import { COUNTS, ENDPOINT_NAMES, STRINGS } from './strings.ts'

export function aimText({ endpoint, when, only = {} }: NewRule): string {
  const lang = language()
  return [
    ENDPOINT_NAMES[endpoint][lang],
    ...(only.siteId ? [SITES[only.siteId][lang]] : []),
    ...(only.lang ? [LANGUAGE_NAMES[only.lang]] : []),
    ...(only.environment ? [ENVIRONMENT_NAMES[only.environment][lang]] : []),
    oftenText(when),
  ].join(' · ')
}

const say = sayer(STRINGS)

function oftenText(when: When): string {
  if (when === 'until-cleared') return say('untilCleared')
  if ('calls' in when) return when.calls === 1 ? say('once') : countText(COUNTS.ofCalls, when.calls)
  if ('every' in when) return countText(COUNTS.ofEvery, when.every)
  // 0.07 * 100 is not quite 7.
  return say('ofShare', { count: `${Number((when.share * 100).toPrecision(6))}` })
}
