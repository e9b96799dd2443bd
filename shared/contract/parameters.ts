/** The parameters of the calls (interface, Endpoints 1 to 3). What a wrong one gets in the content API is in return-code.ts. */
import Type from 'typebox'
import { Check } from 'typebox/value'
import { isDay } from './day.ts'
import { DEFAULT_LANGUAGE, LANGUAGES, SITE_IDS } from './site.ts'
import { WireDateTime } from './wire-time.ts'

/** Far above what a page of news needs, and low enough that one call stays one call. */
const MOST_NEWS_IDS = 500

export const PopupParameters = Type.Object({
  siteId: Type.Enum(SITE_IDS, {
    description:
      'The website that asks. Missing or empty, it gets `D20001`. **Open point**: another value gets `D20004`.',
  }),
  lang: Type.Enum(LANGUAGES, {
    description: 'The language of the content. **Open point**: another value gets `D20002`.',
    default: DEFAULT_LANGUAGE,
  }),
})

export const NewsParameters = Type.Object({
  ...PopupParameters.properties,
  lastSyncTime: Type.Refine(
    Type.String({
      pattern: '^\\d{14}$',
      description:
        'Wall clock, `YYYYMMDDhhmmss`; changes after it are sent. Missing, it gets `D20001`. **Open point**: it is in the ' +
        'school’s zone, and another text gets `D20002`.',
      examples: ['20260901000000'],
    }),
    text => Check(WireDateTime, text),
    () => 'must be a time that exists (YYYYMMDDhhmmss)',
  ),
  newsIDs: Type.Optional(
    Type.Refine(
      Type.String({
        description: `Identifiers of entries wanted besides, separated by commas. **Open point**: up to ${MOST_NEWS_IDS}.`,
        examples: ['NEWS-4171,NEWS-4168'],
      }),
      text => newsIdsOf(text).length <= MOST_NEWS_IDS,
      () => `must have at most ${MOST_NEWS_IDS} identifiers`,
    ),
  ),
})

/** The identifiers in `newsIDs`, each once. */
export function newsIdsOf(newsIDs = ''): string[] {
  const all = newsIDs.split(',').map(id => id.trim())
  return [...new Set(all)].filter(id => id !== '')
}

/** In the path. */
export const AttendanceParameters = Type.Object({
  unitId: Type.Integer({ description: 'In the console: Settings, School Structures.', examples: [1] }),
  yearId: Type.Integer({ description: 'In the console: Settings, School Structures.', examples: [2026] }),
  groupName: Type.String({
    description: 'Name of the group, percent-encoded: it may hold spaces and hyphens.',
    examples: ['1A - Rowing'],
  }),
  date: Type.Refine(
    Type.String({
      pattern: '^\\d{4}-\\d{2}-\\d{2}$',
      description: '`YYYY-MM-DD`.',
      '~format': 'date',
      examples: ['2026-09-01'],
    }),
    isDay,
    () => 'must be a day that exists (YYYY-MM-DD)',
  ),
})
