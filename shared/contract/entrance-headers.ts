/** What the mobile app sends when it opens a school-run web-app (interface, Extension web-app entrance). */
import Type, { type Static } from 'typebox'
import type { Language } from './site.ts'

/** Header names in lower case, as Node and `Headers` return them. */
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

/** The app's two languages and the content language of each. */
export const APP_LANGUAGES = { en: 'en-US', zh: 'zh-HK' } as const satisfies Record<string, Language>
export type AppLanguage = keyof typeof APP_LANGUAGES

/** The six headers as sent. The interface does not say which of them may be missing: all but the first two are optional here. */
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

/** What the app knows when its user taps More. */
export interface Arrival {
  appId: string
  sessionToken: string
  language: AppLanguage
  /** The student chosen in the app, or all children. When undefined, the app sends neither of the two headers. */
  selected?: typeof ALL_CHILDREN | { userId: number; refNo: string } | undefined
  /** Single sign-on response; undefined when the user logged in without single sign-on. */
  sso?: Record<string, unknown> | undefined
}

/** The headers of an entrance request, as the app sends them. */
export function entranceHeaders({ appId, sessionToken, language, selected, sso }: Arrival): EntranceHeaders {
  const child = selected === ALL_CHILDREN ? { userId: ALL_CHILDREN, refNo: '' } : selected
  return {
    [ENTRANCE_HEADERS.appId]: appId,
    [ENTRANCE_HEADERS.sessionToken]: sessionToken,
    [ENTRANCE_HEADERS.language]: language,
    ...(sso && { [ENTRANCE_HEADERS.ssoResponse]: base64OfJson(sso) }),
    ...(child && {
      [ENTRANCE_HEADERS.selectedSubUserId]: `${child.userId}`,
      [ENTRANCE_HEADERS.selectedSubRefNo]: child.refNo,
    }),
  }
}

/** Encodes UTF-8 bytes, because `btoa` alone refuses Chinese names. */
function base64OfJson(value: Record<string, unknown>): string {
  const bytes = new TextEncoder().encode(JSON.stringify(value))
  return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
}
