/** What happened and what to do about it, where a simulated phone has no page of the web-app to show. */
import type { AppLanguage } from '../shared/contract/entrance-headers.ts'
import type { Dropped, DroppedWhy } from './dropped-cookie.ts'
import type { Exchange, Failure } from './exchanges.ts'
import type { TargetFault } from './target.ts'

export type HintCode = Failure | TargetFault | 'NOT_THIS_PHONE' | 'MORE_OFF' | 'USER_GONE'

export interface Hint {
  code: HintCode
  /** What the sentence speaks of: an address, a name, or the reason that a library gave. */
  about: string
  /** Where the entrance page URL was given. Default: in App settings. */
  setIn?: 'settings' | 'option' | undefined
}

type Words = Record<AppLanguage, readonly [title: string, text: string]>

const RESTART = {
  en: 'Start your web-app there, or change the entrance page URL in App settings.',
  zh: '請在該處啟動你的網頁應用程式，或在「應用程式設定」更改入口網址。',
}

const WORDS: Record<HintCode, (about: string) => Words> = {
  NOTHING_ANSWERS: at => ({
    en: [`Nothing answers at ${at}`, RESTART.en],
    zh: [`${at} 沒有回應`, RESTART.zh],
  }),
  UNREACHABLE: at => ({
    en: [`${at} cannot be reached`, `The network has no way there. ${RESTART.en}`],
    zh: [`無法連接 ${at}`, `網絡無法到達該處。${RESTART.zh}`],
  }),
  NAME_UNKNOWN: at => ({
    en: [`Nobody knows the name in ${at}`, 'Look for a spelling mistake in the entrance page URL.'],
    zh: [`找不到 ${at} 的主機名稱`, '請檢查入口網址有否拼錯。'],
  }),
  CERTIFICATE: why => ({
    en: [
      'The certificate of the web-app is not trusted',
      `${sentence(why)}. The app would refuse it as well. For a certificate of your own, start schoolbell with NODE_EXTRA_CA_CERTS naming the file of its authority.`,
    ],
    zh: [
      '網頁應用程式的證書不獲信任',
      `${certificateInChinese(why)}。手機應用程式同樣會拒絕。如使用自簽證書，請以 NODE_EXTRA_CA_CERTS 指明其簽發機構的檔案再啟動 schoolbell。`,
    ],
  }),
  NO_HTTP: at => ({
    en: [
      `What answers at ${at} does not speak ${protocolOf(at)}`,
      `Check whether the entrance page URL should begin with https:// or http://.`,
    ],
    zh: [`${at} 的回應並非 ${protocolOf(at)}`, '請檢查入口網址應以 https:// 還是 http:// 開頭。'],
  }),
  BROKE_OFF: at => ({
    en: [
      'The web-app broke the connection off',
      `It sent no whole answer to ${at}. Its own log may say why.`,
    ],
    zh: ['網頁應用程式中斷了連線', `它未有完整回應 ${at}。原因或見於其日誌。`],
  }),
  TIMEOUT: at => ({
    en: ['The web-app takes too long', `It had not begun to answer ${at} in time. Its own log may say why.`],
    zh: ['網頁應用程式回應過慢', `它未能及時回應 ${at}。原因或見於其日誌。`],
  }),
  TOO_LARGE: at => ({
    en: ['That is more than the simulator passes on', `What belongs to ${at} is larger than its limit.`],
    zh: ['內容超出模擬器的上限', `${at} 的內容過大。`],
  }),
  REDIRECT_LOOP: at => ({
    en: [
      'The web-app redirects in a circle',
      `It went round by ${at}. Often the page that signs the user in does not find its own cookie again.`,
    ],
    zh: ['網頁應用程式不斷重新導向', `循環經過 ${at}。多數是登入頁面未能讀回自己的 cookie。`],
  }),
  FOREIGN_REDIRECT: to => ({
    en: [
      `The app would open ${to}`,
      'The web-app redirects there. The simulator goes to the address in App settings only and does not follow.',
    ],
    zh: [
      `應用程式會前往 ${to}`,
      '網頁應用程式重新導向至該處。模擬器只會前往「應用程式設定」所填的網址，因此不會跟隨。',
    ],
  }),
  HEADERS_TOO_LONG: size => ({
    en: [
      `The web-app’s server does not accept ${size} of headers`,
      'Give it maxHeaderSize 65536 (docs/web-app/fix.md).',
    ],
    zh: [
      `網頁應用程式的伺服器不接受 ${size} 的標頭`,
      '請將其 maxHeaderSize 設為 65536（見 docs/web-app/fix.md）。',
    ],
  }),
  ENTRANCE_MISSING: () => ({
    en: ['There is no entrance page URL yet', 'Enter the address of your web-app in App settings.'],
    zh: ['尚未填寫入口網址', '請在「應用程式設定」填寫網頁應用程式的網址。'],
  }),
  ENTRANCE_MALFORMED: why => ({
    en: ['The entrance page URL cannot be opened', `${sentence(why)}. Correct it in App settings.`],
    zh: ['無法開啟入口網址', '請在「應用程式設定」更正。網址應如 https://app.school.example/entrance。'],
  }),
  ENTRANCE_UNKNOWN: why => ({
    en: ['The entrance page URL leads nowhere', `${sentence(why)}. Look for a spelling mistake in it.`],
    zh: ['找不到入口網址的主機', '請檢查入口網址有否拼錯。'],
  }),
  ENTRANCE_OWN: () => ({
    en: [
      'The entrance page URL is this service itself',
      'Enter the address of your web-app in App settings; the simulator opens nothing of the service.',
    ],
    zh: ['入口網址指向本服務', '請在「應用程式設定」填寫網頁應用程式的網址；模擬器不會開啟本服務的頁面。'],
  }),
  NOT_THIS_PHONE: () => ({
    en: ['This page belongs to a simulated phone', 'Tap More again to open the web-app from the beginning.'],
    zh: ['此頁面屬於模擬手機', '請再次點按「更多」，重新開啟網頁應用程式。'],
  }),
  USER_GONE: userId => ({
    en: [`There is no user ${userId} any more`, 'Choose another user for the phone.'],
    zh: [`已沒有用戶 ${userId}`, '請為手機選擇另一用戶。'],
  }),
  MORE_OFF: () => ({
    en: ['The app shows no More item', 'Switch it on in App settings.'],
    zh: ['應用程式未有顯示「更多」', '請在「應用程式設定」開啟。'],
  }),
}

/** By the system's code, which stands in brackets at the end. */
function certificateInChinese(why: string): string {
  const [, code = ''] = /\((\w+)\)$/.exec(why) ?? []
  return `${CERTIFICATE_IN_CHINESE[code] ?? '證書無效或其簽發機構不明'}（${code}）`
}

const CERTIFICATE_IN_CHINESE: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: '證書已過期',
  CERT_NOT_YET_VALID: '證書尚未生效',
  CERT_REVOKED: '證書已被撤銷',
  DEPTH_ZERO_SELF_SIGNED_CERT: '證書為自簽證書',
  ERR_TLS_CERT_ALTNAME_INVALID: '證書所載的名稱與網址不符',
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const protocolOf = (at: string) => (at.startsWith('https:') ? 'HTTPS' : 'HTTP')

/** Title and text of a hint in one language. */
export function hintWords(
  { code, about, setIn = 'settings' }: Hint,
  language: AppLanguage,
): readonly [title: string, text: string] {
  const [title, text] = WORDS[code](about)[language]
  return [title, setIn === 'option' ? text.replace(...AS_OPTION[language]) : text]
}

/** What the words above name, and what stands for it where the address came on the command line. */
const AS_OPTION: Record<AppLanguage, readonly [named: string, option: string]> = {
  en: ['App settings', '--entrance-url'],
  zh: ['「應用程式設定」', ' --entrance-url '],
}

/** What a web view that forgets cookies has done. @param names of the cookies */
export const forgottenWords = (names: readonly string[], language: AppLanguage): string =>
  language === 'zh'
    ? `手機沒有保留網頁應用程式的 cookie，因此未有傳回 ${names.join('、')}。`
    : `The phone has forgotten the web-app’s cookies, so it did not send ${names.join(', ')} back.`

/**
 * Where the web-app's server led the entrance before anything read it: the app goes there without its headers, and whoever used the phone
 * before is shown. Undefined where the answer set a cookie, or led nowhere.
 */
export const entranceLostTo = ({
  kind,
  redirect,
  cookies,
}: Pick<Exchange, 'kind' | 'redirect' | 'cookies'>): string | undefined =>
  kind === 'entrance' && redirect && !redirect.isForeign && cookies.length === 0 ? redirect.to : undefined

/** What has become of an entrance that was redirected. @param to as `entranceLostTo` gives it */
export const lostWords = (to: string, language: AppLanguage): string =>
  language === 'zh'
    ? `入口被重新導向至 ${to}，其間並無設定 cookie。應用程式前往該處時不帶其標頭，因此會顯示上一位使用者的頁面。請以 ${to} 作為入口網址，或讓網頁應用程式在該處直接回應。`
    : `The entrance was redirected to ${to} and no cookie was set. The app goes there without its headers, so whoever used the phone before is shown. Make ${to} the entrance page URL, or let the web-app answer without the redirect.`

const DROPPED: Record<DroppedWhy, Record<AppLanguage, string>> = {
  CROSS_SITE_WITHOUT_SECURE: { en: 'SameSite=None needs Secure', zh: 'SameSite=None 須加上 Secure' },
  PARTITIONED_WITHOUT_SECURE: { en: 'Partitioned needs Secure', zh: 'Partitioned 須加上 Secure' },
  PREFIX_SECURE: { en: 'the prefix __Secure- needs Secure', zh: '前綴 __Secure- 須加上 Secure' },
  PREFIX_HOST: {
    en: 'the prefix __Host- needs Secure and Path=/, and no Domain',
    zh: '前綴 __Host- 須加上 Secure 及 Path=/，且不可有 Domain',
  },
  TOO_LONG: { en: 'it is longer than 4,096 bytes', zh: '長度超過 4,096 位元組' },
  FOR_NO_HOST_OF_THIS: {
    en: 'its Domain or a character in it is not allowed here',
    zh: '其 Domain 或當中的字元在此不適用',
  },
}

/** Which cookies a web view has dropped, and why. */
export function droppedWords(dropped: readonly Dropped[], language: AppLanguage): string {
  if (language === 'zh')
    return `手機不會保留以下 cookie：${dropped.map(({ name, why }) => `${name}（${DROPPED[why].zh}）`).join('、')}。`
  const each = dropped.map(({ name, why }) => `${name} (${DROPPED[why].en})`)
  return `The phone does not keep the ${each.length === 1 ? 'cookie' : 'cookies'} ${each.join(', ')}.`
}
