/** Texts for a refused visitor: for parents, not for developers. */
import type { Language } from '../shared/contract/site.ts'
import type { ExtensionFault } from './errors.ts'

type Texts = Readonly<Record<Language, string>>

export interface Explanation {
  heading: Texts
  text: Texts
  /** Whether opening the page from the app again may help. */
  again: boolean
}

const NOBODY: Explanation = {
  heading: { 'en-US': 'Open this page from the school’s app', 'zh-HK': '請從學校應用程式開啟此頁面' },
  text: {
    'en-US': 'Only the app can tell this page who you are.',
    'zh-HK': '此頁面須經應用程式確認您的身分。',
  },
  again: true,
}

const OVER: Explanation = {
  heading: { 'en-US': 'Please open this page again from the app', 'zh-HK': '請從應用程式重新開啟此頁面' },
  text: {
    'en-US': 'To keep your family’s details safe, a visit to this page ends after a while.',
    'zh-HK': '為保障您和家人的資料，每次開啟均設時限。',
  },
  again: true,
}

const UNREADABLE: Explanation = {
  heading: { 'en-US': 'The app could not open this page', 'zh-HK': '應用程式未能開啟此頁面' },
  text: {
    'en-US': 'Please try again. If it keeps happening, tell the school office the code below.',
    'zh-HK': '請再試一次。如問題持續，請將下方代碼告知校務處。',
  },
  again: true,
}

const LATER: Explanation = {
  heading: { 'en-US': 'This page cannot be opened just now', 'zh-HK': '暫時未能開啟此頁面' },
  text: {
    'en-US': 'The school’s system is not answering. Please try again in a few minutes.',
    'zh-HK': '學校系統暫時沒有回應，請於數分鐘後再試。',
  },
  again: true,
}

const OTHER_SCHOOL: Explanation = {
  heading: { 'en-US': 'This page belongs to another school', 'zh-HK': '此頁面屬於另一所學校' },
  text: {
    'en-US': 'Please check which school you are signed in to in the app, then open the page again.',
    'zh-HK': '請先在應用程式內確認所登入的學校，然後重新開啟此頁面。',
  },
  again: true,
}

const REFUSED: Explanation = {
  heading: { 'en-US': 'This page is not open to you yet', 'zh-HK': '您暫時未能使用此頁面' },
  text: {
    'en-US': 'The school has not set it up for you. Please ask the school office.',
    'zh-HK': '學校尚未為您設定使用權限，請向校務處查詢。',
  },
  again: false,
}

const OTHER_ROLE: Explanation = {
  heading: { 'en-US': 'This page is for others at the school', 'zh-HK': '此頁面只供校內其他人士使用' },
  text: {
    'en-US': 'If you think you should see it, please ask the school office.',
    'zh-HK': '如您認為應可使用此頁面，請向校務處查詢。',
  },
  again: false,
}

const FAILED: Explanation = {
  heading: { 'en-US': 'Something went wrong on our side', 'zh-HK': '系統出現問題' },
  text: {
    'en-US':
      'Please try again in a few minutes. If it keeps happening, tell the school office the code below.',
    'zh-HK': '請於數分鐘後再試。如問題持續，請將下方代碼告知校務處。',
  },
  again: true,
}

const SIGN_IN: Explanation = {
  heading: { 'en-US': 'Please sign in to the app again', 'zh-HK': '請重新登入應用程式' },
  text: {
    'en-US':
      'This page needs your school account: sign out of the app, and sign in with that account. If this page keeps appearing, please ask the school office.',
    'zh-HK': '此頁面須以學校帳戶登入：請先登出應用程式，再以該帳戶登入。如此頁面仍然出現，請向校務處查詢。',
  },
  again: true,
}

export const EXPLANATIONS: Readonly<Record<ExtensionFault, Explanation>> = {
  TOKEN_MISSING: NOBODY,
  APP_MISSING: UNREADABLE,
  LANGUAGE_MALFORMED: UNREADABLE,
  SELECTION_MALFORMED: UNREADABLE,
  SSO_MALFORMED: UNREADABLE,
  SSO_TOO_LARGE: UNREADABLE,
  SSO_MISSING: SIGN_IN,
  SSO_EXPIRED: SIGN_IN,
  SSO_REJECTED: SIGN_IN,
  SSO_OTHER_USER: SIGN_IN,
  SSO_UNAVAILABLE: LATER,
  TOKEN_REJECTED: OVER,
  APP_MISMATCH: OTHER_SCHOOL,
  EXPIRED: OVER,
  UPSTREAM_TIMEOUT: LATER,
  UPSTREAM_UNAVAILABLE: LATER,
  UPSTREAM_MALFORMED: LATER,
  COOKIE_INVALID: OVER,
  COOKIE_TOO_LARGE: FAILED,
  VISIT_REFUSED: REFUSED,
  VISIT_FAILED: FAILED,
  VISIT_TIMEOUT: LATER,
  ROLE_REFUSED: OTHER_ROLE,
  NOT_MOUNTED: FAILED,
  ABORTED: LATER,
}

/** How to open the page again. The interface gives the name of the menu item. */
export const STEPS: readonly Texts[] = [
  { 'en-US': 'Go back to the school’s app', 'zh-HK': '返回學校應用程式' },
  { 'en-US': 'Open the menu', 'zh-HK': '開啟選單' },
  { 'en-US': 'Tap More', 'zh-HK': '點按「更多」' },
]

export const CODE: Texts = { 'en-US': 'Code', 'zh-HK': '代碼' }
