/** What the mobile app tells a school-run web-app when it opens it (interface, Extension web-app entrance). */
import Type, { type Static } from 'typebox'
import type { Language } from './site.ts'

/** Header names, lower case as Node and `Headers` give them. */
export const ENTRANCE_HEADERS = {
  appId: 'x-app-id',
  sessionToken: 'x-session-token',
  language: 'x-language',
  ssoResponse: 'x-sso-response',
  selectedSubUserId: 'x-selected-sub-user-id',
  selectedSubRefNo: 'x-selected-sub-ref-no',
} as const

/** The value of X-Selected-Sub-User-Id when all children are selected. */
export const ALL_CHILDREN = 'all'

/** The app's two language preferences and the content language that each means. */
export const APP_LANGUAGES = { en: 'en-US', zh: 'zh-HK' } as const satisfies Record<string, Language>
export type AppLanguage = keyof typeof APP_LANGUAGES

/** The six headers as sent. Which of them a guardian, a student or staff lacks is not shown: all but the first two may. */
export const EntranceHeaders = Type.Object(
  {
    'x-app-id': Type.String({ minLength: 1, description: 'Current application identifier.' }),
    'x-session-token': Type.String({ minLength: 1, description: 'Token for the session resolution call.' }),
    'x-language': Type.Optional(Type.Enum(['en', 'zh'], { description: 'The app’s language.' })),
    'x-sso-response': Type.Optional(
      Type.String({ description: 'Single sign-on response: a JSON object, Base64 encoded.' }),
    ),
    'x-selected-sub-user-id': Type.Optional(
      Type.String({ pattern: '^(all|[0-9]+)$', description: 'Selected student, or all.' }),
    ),
    'x-selected-sub-ref-no': Type.Optional(
      Type.String({ description: 'Reference number of the selected student; empty when all are.' }),
    ),
  },
  { title: 'EntranceHeaders' },
)
export type EntranceHeaders = Static<typeof EntranceHeaders>
